//! The hardware of the GPU address unit, written in RustHDL, and its Verilog.
//!
//! Levels, each importing only lower ones:
//!
//! * [`packed`]: arrays of signals as one vector;
//! * [`primitives`]: adder with carry, negation, the offset's shifts, lane masks;
//! * [`blocks`]: the 64-bit address adder, windows, steering, bounds, alignment, faults;
//! * [`lane`]: one lane, pipelined;
//! * [`warp_unit`]: lanes, beats, handshake, configuration, what lanes agree on;
//! * [`lea_unit`]: a warp unit for LEA alone;
//! * [`coalescer`]: the memory requests of a warp;
//! * [`mod@unit`]: warp unit and coalescer;
//! * [`decoder`]: instruction words to the control of a request;
//! * [`mod@core`]: decoder and unit;
//! * [`board`]: a lane behind a serial line;
//! * [`tops`]: what [`export`] writes, under which name.
//!
//! Nothing here knows the golden model: hardware and model share widths and
//! encodings, never arithmetic.

/// A comment in a kernel that the exported Verilog keeps.
macro_rules! comment {
    ($text:literal) => {};
}

/// The block before anything is connected: its fields, its arrays (an array of generic
/// length has no `Default`), its sub-blocks by number (on the heap: 32 of them would not
/// fit the stack of a thread), its constants.
macro_rules! block_default {
    (
        $($field:ident)*; lanes $($array:ident)*; $([$($block:ident: $count:expr),*];)?
        $($constant:ident: $value:expr,)*
    ) => {
        Self {
            $($field: Default::default(),)*
            $($array: std::array::from_fn(|_| Default::default()),)*
            $($($block: (0..$count).map(|_| Default::default()).collect(),)*)?
            $($constant: Constant::new($value),)*
        }
    };
}

pub mod blocks;
pub mod board;
pub mod coalescer;
pub mod core;
pub mod decoder;
pub mod export;
pub mod lane;
pub mod lea_unit;
pub mod lint;
pub mod packed;
pub mod primitives;
pub mod tops;
pub mod unit;
pub mod warp_unit;
