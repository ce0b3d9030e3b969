//! Src1 of an ADDR_ADD: what is added.
//!
//! ```text
//!     tag                    body                                       legal where
//!     0 + 8*modifier         {region, column, row, variable[31:0]}      every code of the region
//!                                                                       stands for a number
//!     5  immediate           {value[31:0], type}                        type is 2 (UW),
//!                                                                       value < 2^16
//!
//!     modifier   0 none, 1 abs, 2 negate, 3 negate of abs
//!     region     0 in 15:12, horizontal stride 1 to 7 in 11:8, width 2 to 7 in 7:4, vertical
//!                stride 1 to 7 in 3:0
//! ```
//!
//! The body's lowest byte comes first. A field that the kind does not use is 0.
//! Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// The second source of an ADDR_ADD, combinational.
#[derive(Default, LogicBlock)]
pub struct AddrAddOffset {
    /// first byte of the operand
    pub tag: Signal<In, Bits<8>>,
    /// the bytes after it, and whatever follows them
    pub body: Signal<In, Bits<64>>,

    /// it may stand there
    pub legal: Signal<Out, Bit>,
    /// a general operand: its body has 8 bytes, else 5
    pub general: Signal<Out, Bit>,
    /// 1 a general variable through a region, 2 immediate
    pub kind: Signal<Out, Bits<2>>,
    pub immediate: Signal<Out, Bits<32>>,
    /// (abs), then (-)
    pub absolute: Signal<Out, Bit>,
    pub negate: Signal<Out, Bit>,
    pub variable: Signal<Out, Bits<32>>,
    /// the region's first element
    pub row: Signal<Out, Bits<8>>,
    pub column: Signal<Out, Bits<8>>,
    /// codes of the region
    pub vertical_stride: Signal<Out, Bits<3>>,
    pub region_width: Signal<Out, Bits<3>>,
    pub horizontal_stride: Signal<Out, Bits<3>>,

    is_immediate: Signal<Local, Bit>,
    region: Signal<Local, Bits<16>>,
    unsigned_word: Signal<Local, Bit>,
    value: Signal<Local, Bits<32>>,
    known_region: Signal<Local, Bit>,
}

impl Logic for AddrAddOffset {
    #[kernel]
    fn update(&mut self) {
        wire! {
            general = (tag & 0xe7) == 0;
            is_immediate = tag == 5;

            comment!("legality");
            region = body[63:48];
            known_region = ((region & 0xf888) == 0) & region[10:8].any() & region[6:5].any()
                & region[2:0].any();
            value = body[39:8];
            unsigned_word = (body[7:0] == 2) & !value[31:16].any();
            legal = (general & known_region) | (is_immediate & unsigned_word);

            comment!("fields by the kind");
            absolute = general & tag[3];
            negate = general & tag[4];
            self <- 0 { kind immediate variable row column vertical_stride region_width
                horizontal_stride };
            if general {
                self <- 1 { kind } self { variable=body[31:0]
                    row=body[39:32] column=body[47:40]
                    vertical_stride=region[2:0]
                    region_width=region[6:4]
                    horizontal_stride=region[10:8] };
            }
            if is_immediate { self <- 2 { kind } self { immediate=value } }
        }
    }
}
