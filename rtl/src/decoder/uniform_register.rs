//! A uniform register index as the unit counts registers.
//!
//! ```text
//!     number      = six bits ? (index[5:0] is 63 (URZ) ? 255 : index[5:0]) : index
//!     group_index = six bits ? {2'b11, index[5:0]} : index     URZ all ones, for register groups
//! ```
//!
//! Up to sm_90 an index has six bits, and bits above them mean nothing. Combinational.

use super::FermiRegister;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// A uniform register of six or eight bits to eight, combinational.
    pub struct UniformRegister {
        pub index: Signal<In, Bits<8>>,
        /// the index has six bits
        pub six_bits: Signal<In, Bit>,
        pub number: Signal<Out, Bits<8>>,
        pub group_index: Signal<Out, Bits<8>>,
        short: FermiRegister,
    }
}

impl Logic for UniformRegister {
    #[kernel]
    fn update(&mut self) {
        wire! {
            short <- self { index=index[5:0] };
            self <- self { number=index group_index=index };
            if six_bits { self <- short { number group_index } }
        }
    }
}
