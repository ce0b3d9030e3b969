//! The Verilated decoder against `isa`, at speed.
//!
//! `AGU_SEED` sets the seed of what is random; a failure names it.

mod bypass;
mod stream;
