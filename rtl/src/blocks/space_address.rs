//! The address within its space, aligned, and whether alignment changed it.
//!
//! ```text
//!     misaligned = (sum_lo & (n-1)) != 0
//!     address_lo = sum_lo & ~(n-1) & (window ? 0xff_ffff : -1)
//!     address_hi = window ? 0 : sum_hi[16:0]
//! ```
//!
//! Without an access n is 1 and nothing is in a window. Addresses have 49 bits: memory
//! is accessed below 2^49 only. Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `address = sum & ~(n-1)`, less the base of its window, combinational.
#[derive(Default, LogicBlock)]
pub struct SpaceAddress {
    pub sum_lo: Signal<In, Bits<32>>,
    /// bits 48:32 of the sum
    pub sum_hi: Signal<In, Bits<17>>,
    /// n - 1
    pub offset_bits: Signal<In, Bits<4>>,
    /// it counts from the base of a window
    pub window: Signal<In, Bit>,
    pub address_lo: Signal<Out, Bits<32>>,
    pub address_hi: Signal<Out, Bits<17>>,
    pub misaligned: Signal<Out, Bit>,
    offset: Signal<Local, Bits<32>>,
    top_mask: Signal<Local, Bits<32>>,
    high_mask: Signal<Local, Bits<17>>,
}

impl Logic for SpaceAddress {
    #[kernel]
    fn update(&mut self) {
        wire! {
            offset = sum_lo & bit_cast::<32, 4>(offset_bits);
            misaligned = offset.any();
            top_mask = 0xffff_ffff_u64;
            if window { top_mask = 0xff_ffff; }
            high_mask = 0x1_ffff;
            if window { high_mask = 0; }
            address_lo = (sum_lo ^ offset) & top_mask;
            address_hi = sum_hi & high_mask;
        }
    }
}
