//! The address within its space, aligned, and whether alignment changed it.
//!
//! ```text
//!     misaligned = (sum_lo & (n-1)) != 0
//!     address_lo = sum_lo & ~(n-1) & (window ? 0xff_ffff : -1)
//!     address_hi = window ? 0 : sum_hi[7:0]
//! ```
//!
//! Without an access n is 1 and nothing is in a window. Addresses have 40 bits: memory
//! is accessed below 2^40 only. Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `address = sum & ~(n-1)`, less the base of its window, combinational.
#[derive(Default, LogicBlock)]
pub struct SpaceAddress {
    pub sum_lo: Signal<In, Bits<32>>,
    /// bits 39:32 of the sum
    pub sum_hi: Signal<In, Bits<8>>,
    /// n - 1
    pub offset_bits: Signal<In, Bits<4>>,
    /// it counts from the base of a window
    pub window: Signal<In, Bit>,
    pub address_lo: Signal<Out, Bits<32>>,
    pub address_hi: Signal<Out, Bits<8>>,
    pub misaligned: Signal<Out, Bit>,
    offset: Signal<Local, Bits<32>>,
    top_mask: Signal<Local, Bits<32>>,
    high_mask: Signal<Local, Bits<8>>,
}

impl Logic for SpaceAddress {
    #[kernel]
    fn update(&mut self) {
        self.offset.next = self.sum_lo.val() & bit_cast::<32, 4>(self.offset_bits.val());
        self.misaligned.next = self.offset.val().any();
        self.top_mask.next = 0xffff_ffff_u64.into();
        if self.window.val() {
            self.top_mask.next = 0xff_ffff.into();
        }
        self.high_mask.next = 0xff.into();
        if self.window.val() {
            self.high_mask.next = 0.into();
        }
        self.address_lo.next = (self.sum_lo.val() ^ self.offset.val()) & self.top_mask.val();
        self.address_hi.next = self.sum_hi.val() & self.high_mask.val();
    }
}
