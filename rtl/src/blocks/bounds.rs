//! Whether an access of n bytes ends inside its space.
//!
//! ```text
//!     in_bounds = {address_hi, address_lo} < {limit_hi, limit_lo}
//! ```
//!
//! With the limit aligned down to n this is `(address & ~(n-1)) + n <= size`: both
//! sides are multiples of n, and nothing can wrap. Two words are compared side by
//! side, so that no carry chain is longer than one. Combinational.

use rust_hdl::prelude::*;

/// `in_bounds = address < limit`, combinational.
#[derive(Default, LogicBlock)]
pub struct Bounds {
    pub address_lo: Signal<In, Bits<32>>,
    pub address_hi: Signal<In, Bits<32>>,
    /// first address past the space, a multiple of n
    pub limit_lo: Signal<In, Bits<32>>,
    pub limit_hi: Signal<In, Bits<32>>,
    pub in_bounds: Signal<Out, Bit>,
    below_lo: Signal<Local, Bit>,
    below_hi: Signal<Local, Bit>,
    same_hi: Signal<Local, Bit>,
}

impl Logic for Bounds {
    #[hdl_gen]
    fn update(&mut self) {
        self.below_lo.next = self.address_lo.val() < self.limit_lo.val();
        self.below_hi.next = self.address_hi.val() < self.limit_hi.val();
        self.same_hi.next = self.address_hi.val() == self.limit_hi.val();
        self.in_bounds.next = self.below_hi.val() | (self.same_hi.val() & self.below_lo.val());
    }
}
