//! An address aligned to its access size.
//!
//! ```text
//!     aligned    = address & ~(n-1)
//!     misaligned = aligned != address
//! ```
//!
//! Combinational.

use rust_hdl::prelude::*;

/// `aligned = address & ~(n-1)`, and whether that changed it, combinational.
#[derive(Default, LogicBlock)]
pub struct Alignment {
    /// lower word of the address
    pub address: Signal<In, Bits<32>>,
    /// n - 1
    pub offset_bits: Signal<In, Bits<4>>,
    pub aligned: Signal<Out, Bits<32>>,
    pub misaligned: Signal<Out, Bit>,
    offset: Signal<Local, Bits<32>>,
}

impl Logic for Alignment {
    #[hdl_gen]
    fn update(&mut self) {
        self.offset.next = self.address.val() & bit_cast::<32, 4>(self.offset_bits.val());
        self.aligned.next = self.address.val() ^ self.offset.val();
        self.misaligned.next = self.offset.val().any();
    }
}
