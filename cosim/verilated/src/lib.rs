//! The Verilated unit and decoder, and Verilator's run-time library.
//!
//! What a program that uses `cosim` is linked with: `use verilated as _;`. There is nothing in it
//! to call. `cosim` declares the symbols, so that both are compiled at the same time.
