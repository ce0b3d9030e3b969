//! The instruction decoders against `isa`: Verilated at speed, as kernels, in Icarus.
//!
//! `AGU_SEED` sets the seed of what is random; a failure names it.

mod bypass;
mod bytes;
mod clocked;
mod fields;
mod kernels;
mod stream;
mod variants;
mod wrong;
