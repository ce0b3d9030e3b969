//! The base that the address adder takes.
//!
//! ```text
//!     selected_lo = based ? base_lo : 0        absolute addresses have no base
//!     selected_hi = wide  ? base_hi : 0        32-bit addresses have no upper word
//! ```
//!
//! Combinational.

use rust_hdl::prelude::*;

/// The base, or 0 in its place, combinational.
#[derive(Default, LogicBlock)]
pub struct BaseSelect {
    pub base_lo: Signal<In, Bits<32>>,
    pub base_hi: Signal<In, Bits<32>>,
    /// there is a base
    pub based: Signal<In, Bit>,
    /// the base is a register pair
    pub wide: Signal<In, Bit>,
    pub selected_lo: Signal<Out, Bits<32>>,
    pub selected_hi: Signal<Out, Bits<32>>,
    based_mask: Signal<Local, Bits<32>>,
    wide_mask: Signal<Local, Bits<32>>,
}

impl Logic for BaseSelect {
    #[hdl_gen]
    fn update(&mut self) {
        self.based_mask.next = 0.into();
        if self.based.val() {
            self.based_mask.next = 0xffff_ffff_u64.into();
        }
        self.wide_mask.next = 0.into();
        if self.wide.val() {
            self.wide_mask.next = 0xffff_ffff_u64.into();
        }
        self.selected_lo.next = self.base_lo.val() & self.based_mask.val();
        self.selected_hi.next = self.base_hi.val() & self.wide_mask.val();
    }
}
