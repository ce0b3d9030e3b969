//! Every block of the hardware on its own: kernels, exported Verilog and golden model on the same
//! vectors. A test is named after its block and its simulator: `bounds_icarus`.
//!
//! `AGU_SEED` sets the seed of the random vectors; a failure names it.

mod access;
mod addr_add;
mod board;
mod coalescer;
mod core;
mod decoder;
mod lane;
mod lea;
mod places;
mod primitives;
mod serial_coalescer;
mod serial_parts;
mod testbench;
mod unit;
mod warp_unit;
