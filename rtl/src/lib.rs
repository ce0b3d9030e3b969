//! The hardware of the GPU address unit, written in RustHDL, and its Verilog.
//!
//! Levels, each importing only lower ones:
//!
//! * [`primitives`]: adder with carry, negation, scaled-offset shifter;
//! * [`blocks`]: the 64-bit address adder, window compare, condition code;
//! * [`lane`]: one lane, pipelined;
//! * [`warp_unit`]: lanes, beats, handshake, configuration;
//! * [`tops`]: what [`export`] can write under which name.
//!
//! Nothing here knows the golden model: hardware and model share widths and
//! encodings, never arithmetic.

/// A comment in a kernel that the exported Verilog keeps.
macro_rules! comment {
    ($text:literal) => {};
}

pub mod blocks;
pub mod export;
pub mod lane;
pub mod lint;
pub mod primitives;
pub mod tops;
pub mod warp_unit;
