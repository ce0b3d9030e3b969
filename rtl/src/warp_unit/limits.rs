//! The limits of the spaces, aligned down to the access size.
//!
//! ```text
//!     limit = size & ~(n-1)
//! ```
//!
//! An access of n bytes, aligned to n, ends inside its space exactly where its address
//! is below this. `other` is the space that is no window: the constant bank for a
//! constant form, else global memory. Combinational, once for all lanes.

use rust_hdl::prelude::*;

/// `limit = size & ~(n-1)` of the three spaces, combinational.
#[derive(Default, LogicBlock)]
pub struct Limits {
    pub shared_size: Signal<In, Bits<25>>,
    pub local_size: Signal<In, Bits<25>>,
    pub global_limit: Signal<In, Bits<41>>,
    pub const_size: Signal<In, Bits<32>>,
    /// the constant bank instead of global memory
    pub constant_form: Signal<In, Bit>,
    /// n - 1
    pub offset_bits: Signal<In, Bits<4>>,
    pub shared_limit: Signal<Out, Bits<25>>,
    pub local_limit: Signal<Out, Bits<25>>,
    pub other_limit_lo: Signal<Out, Bits<32>>,
    pub other_limit_hi: Signal<Out, Bits<9>>,
    offset_25: Signal<Local, Bits<25>>,
    offset_41: Signal<Local, Bits<41>>,
    other_size: Signal<Local, Bits<41>>,
    other_limit: Signal<Local, Bits<41>>,
}

impl Logic for Limits {
    #[hdl_gen]
    fn update(&mut self) {
        self.offset_25.next = bit_cast::<25, 4>(self.offset_bits.val());
        self.offset_41.next = bit_cast::<41, 4>(self.offset_bits.val());
        self.other_size.next = self.global_limit.val();
        if self.constant_form.val() {
            self.other_size.next = bit_cast::<41, 32>(self.const_size.val());
        }
        self.shared_limit.next = self.shared_size.val() & !self.offset_25.val();
        self.local_limit.next = self.local_size.val() & !self.offset_25.val();
        self.other_limit.next = self.other_size.val() & !self.offset_41.val();
        self.other_limit_lo.next = self.other_limit.val().get_bits::<32>(0);
        self.other_limit_hi.next = self.other_limit.val().get_bits::<9>(32);
    }
}
