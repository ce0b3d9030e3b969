//! The Verilated unit and decoder, and Verilator's run-time library.
//!
//! A program that uses `cosim` is linked with this crate by `use verilated as _;`. It has no
//! functions to call. `cosim` declares the symbols, so that both are compiled at the same time.
