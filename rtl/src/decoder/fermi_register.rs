//! A Fermi register index as the unit counts registers.
//!
//! ```text
//!     number      = index is 63 (RZ) ? 255 : index
//!     group_index = {2'b11, index}     RZ all ones, for the test of register groups
//! ```
//!
//! Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// Six bits of a register to eight, combinational.
    pub struct FermiRegister {
        pub index: Signal<In, Bits<6>>,
        pub number: Signal<Out, Bits<8>>,
        pub group_index: Signal<Out, Bits<8>>,
        zero_register: Constant<Bits<6>> = Constant::new(bits(0x3f)),
        ones_above: Constant<Bits<8>> = Constant::new(bits(0xc0)),
    }
}

impl Logic for FermiRegister {
    #[kernel]
    fn update(&mut self) {
        self.group_index.next = bit_cast::<8, 6>(self.index.val()) | self.ones_above.val();
        self.number.next = bit_cast::<8, 6>(self.index.val());
        if self.index.val() == self.zero_register.val() {
            self.number.next = bit_cast::<8, 6>(self.index.val()) | self.ones_above.val();
        }
    }
}
