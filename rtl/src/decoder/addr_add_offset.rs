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
        self.general.next = (self.tag.val() & 0xe7) == 0;
        self.is_immediate.next = self.tag.val() == 5;

        comment!("legality");
        self.region.next = self.body.val().get_bits::<16>(48);
        self.known_region.next = ((self.region.val() & 0xf888) == 0)
            & self.region.val().get_bits::<3>(8).any()
            & self.region.val().get_bits::<2>(5).any()
            & self.region.val().get_bits::<3>(0).any();
        self.value.next = self.body.val().get_bits::<32>(8);
        self.unsigned_word.next =
            (self.body.val().get_bits::<8>(0) == 2) & !self.value.val().get_bits::<16>(16).any();
        self.legal.next = (self.general.val() & self.known_region.val())
            | (self.is_immediate.val() & self.unsigned_word.val());

        comment!("fields by the kind");
        self.absolute.next = self.general.val() & self.tag.val().get_bit(3);
        self.negate.next = self.general.val() & self.tag.val().get_bit(4);
        self.kind.next = 0.into();
        self.immediate.next = 0.into();
        self.variable.next = 0.into();
        self.row.next = 0.into();
        self.column.next = 0.into();
        self.vertical_stride.next = 0.into();
        self.region_width.next = 0.into();
        self.horizontal_stride.next = 0.into();
        if self.general.val() {
            self.kind.next = 1.into();
            self.variable.next = self.body.val().get_bits::<32>(0);
            self.row.next = self.body.val().get_bits::<8>(32);
            self.column.next = self.body.val().get_bits::<8>(40);
            self.vertical_stride.next = self.region.val().get_bits::<3>(0);
            self.region_width.next = self.region.val().get_bits::<3>(4);
            self.horizontal_stride.next = self.region.val().get_bits::<3>(8);
        }
        if self.is_immediate.val() {
            self.kind.next = 2.into();
            self.immediate.next = self.value.val();
        }
    }
}
