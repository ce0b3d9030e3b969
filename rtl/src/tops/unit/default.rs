//! The unit before anything is connected: its ports, from their table, and what is in it.

use super::{parallel, serial, Unit};
use crate::primitives::Optional;

macro_rules! port {
    (Lane 1) => {
        Default::default()
    };
    (Lane $bits:tt) => {
        std::array::from_fn(|_| Default::default())
    };
    (Warp $bits:tt) => {
        Default::default()
    };
}

macro_rules! unit {
    (
        inputs { $($input:ident $of_input:ident $input_shape:ident $input_bits:tt
            $input_meaning:literal,)* }
        outputs { $($output:ident $of_output:ident $output_shape:ident $output_bits:tt
            $care:ident $when:ident $output_meaning:literal,)* }
    ) => {
        impl<const LANES: usize> Default for Unit<LANES> {
            fn default() -> Self {
                Unit {
                    clock: Default::default(),
                    $($input: port!($input_shape $input_bits),)*
                    $($output: port!($output_shape $output_bits),)*
                    warp_unit: Default::default(),
                    coalescer: Optional::new(parallel(LANES) == 1),
                    serial_coalescer: Optional::new(serial(LANES) == 1),
                    deliverable: Default::default(),
                }
            }
        }
    };
}

isa::unit_ports!(unit);
