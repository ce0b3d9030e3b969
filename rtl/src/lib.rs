//! The hardware of the GPU address unit, written in RustHDL, and its Verilog.
//!
//! Levels, each importing only lower ones:
//!
//! * [`primitives`]: adder with carry, negation, the offset's shifts, lane masks, and arrays of
//!   signals as one vector;
//! * [`blocks`]: the 64-bit address adder, windows, steering, bounds, alignment, faults;
//! * [`warp_unit`]: pipelined lanes, beats, handshake, configuration, what lanes agree on;
//! * [`coalescer`]: the memory requests of a warp; [`serial_coalescer`]: the same of one lane;
//! * [`decoder`]: instruction words to the control of a request;
//! * [`tops`]: unit, LEA unit, core: what [`export`] writes, under which name.
//!
//! Nothing here knows the golden model: hardware and model share widths and
//! encodings, never arithmetic.

/// A comment in a kernel that the exported Verilog keeps.
macro_rules! comment {
    ($text:literal) => {};
}

/// A block, and its `Default`: the block before anything is connected. A field of a type without
/// `Default`, and a constant, say what they are then: `field: Type = value`. Private fields of one type
/// may share a line: `first second: Type`.
macro_rules! block {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident $(<const $lanes:ident: usize>)? {
            $($(#[$comment:meta])* $visibility:vis $field:ident $($next:ident)*: $type:ty
                $(= $value:expr)?,)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(LogicBlock)]
        pub struct $name $(<const $lanes: usize>)? {
            $($(#[$comment])* $visibility $field: $type, $($next: $type,)*)*
        }

        impl $(<const $lanes: usize>)? Default for $name $(<$lanes>)? {
            fn default() -> Self {
                Self {
                    $($field: block!(@initial $($value)?), $($next: Default::default(),)*)*
                }
            }
        }
    };
    (@initial) => {
        Default::default()
    };
    (@initial $value:expr) => {
        $value
    };
}

/// An array of a lane each: one of generic length has no `Default`.
fn each<T: Default, const N: usize>() -> [T; N] {
    std::array::from_fn(|_| T::default())
}

/// Sub-blocks by their number, on the heap: 32 of them would not fit the stack of a thread.
fn many<T: Default>(count: usize) -> Vec<T> {
    (0..count).map(|_| T::default()).collect()
}

#[macro_use]
mod ports;

pub mod blocks;
pub mod coalescer;
pub mod decoder;
pub mod export;
pub mod primitives;
pub mod serial_coalescer;
pub mod tops;
pub mod warp_unit;
