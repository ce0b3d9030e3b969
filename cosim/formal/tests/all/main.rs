//! Proofs and mutants of the exported Verilog.

mod broken;
mod mutate;
mod prove;
