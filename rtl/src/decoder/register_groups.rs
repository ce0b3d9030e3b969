//! Whether the registers that an access names may be named so.
//!
//! ```text
//!     pair of X   X is RZ, or X is even and X+1 is no RZ
//!     quad of X   X is RZ, or X is a multiple of 4 and X+3 is no RZ
//!     misplaced = data is no pair (size 5), no quad (size 6, 7)
//!               | extended, and base is no pair
//! ```
//!
//! RZ is all ones; the indices of an ISA with fewer registers come with ones above.
//! Combinational.

use isa::instruction::RZ;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// Alignment and end of register groups, combinational.
    pub struct RegisterGroups {
        /// code of the access size
        pub size: Signal<In, Bits<3>>,
        /// first data register
        pub data: Signal<In, Bits<8>>,
        /// .E: the base is a register pair
        pub extended: Signal<In, Bit>,
        /// first base register
        pub base: Signal<In, Bits<8>>,
        pub misplaced: Signal<Out, Bit>,
        no_pair no_quad no_base: Signal<Local, Bit>,
        no_register: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ))),
        last_pair: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ & !1))),
        last_quad: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ & !3))),
    }
}

impl Logic for RegisterGroups {
    #[kernel]
    fn update(&mut self) {
        wire! {
            no_pair = (data != no_register) & (data[0] | (data == last_pair));
            no_quad = (data != no_register) & ((data[1:0] != 0) | (data == last_quad));
            no_base = (base != no_register) & (base[0] | (base == last_pair));
            misplaced = ((size == 5) & no_pair) | ((size >= 6) & no_quad) | (extended & no_base);
        }
    }
}
