//! Verification of the exported Verilog beyond test runs: proofs for all inputs, mutants for the
//! checks, and code coverage.

pub mod code_coverage;
pub mod mutate;
pub mod prove;
