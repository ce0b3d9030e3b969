//! The immediate of an address, extended to 32 bits.
//!
//! ```text
//!     kind 0  Word        immediate
//!     kind 1  Word24      at_zero ? zext(immediate[23:0]) : sext(immediate[23:0])
//!     kind 2  Unsigned16  zext(immediate[15:0])
//!     kind 3  Word16      at_zero ? zext(immediate[15:0]) : sext(immediate[15:0])
//!     sum_mask            of bits 31:16, past_count: the immediate's own; else all
//! ```
//!
//! The raw field comes zero-extended, so that only the sign is to be filled in. An address without
//! base register has no sign: `at_zero` is known in time, `past_count` masks it out of a sum to
//! which nothing else was added.
//! Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// The 32-bit immediate, combinational.
#[derive(Default, LogicBlock)]
pub struct ImmediateExtension {
    /// the raw field, zero-extended
    pub immediate: Signal<In, Bits<32>>,
    pub kind: Signal<In, Bits<2>>,
    /// the address has no base register, by its number; by the count of registers
    pub at_zero: Signal<In, Bit>,
    pub past_count: Signal<In, Bit>,
    pub extended: Signal<Out, Bits<32>>,
    pub sum_mask: Signal<Out, Bits<16>>,
    fill_24: Signal<Local, Bits<32>>,
    fill_16: Signal<Local, Bits<32>>,
}

impl Logic for ImmediateExtension {
    #[kernel]
    fn update(&mut self) {
        wire! {
            fill_24 = 0;
            if (kind == 1) & immediate[23] & !at_zero { fill_24 = 0xff00_0000_u64; }
            fill_16 = 0;
            if (kind == 3) & immediate[15] & !at_zero { fill_16 = 0xffff_0000_u64; }
            extended = immediate | fill_24 | fill_16;
            sum_mask = 0xffff;
            if past_count & (kind == 1) { sum_mask = 0x00ff; }
            if past_count & (kind == 3) { sum_mask = 0; }
        }
    }
}
