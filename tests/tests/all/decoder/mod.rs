//! The Verilated decoder against `isa`, at speed.
//!
//! `AGU_SEED` sets the seed of the random values; a failure reports it.

mod bypass;
mod stream;
