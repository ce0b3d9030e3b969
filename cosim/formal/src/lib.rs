//! Verification of the exported Verilog beyond test runs: proofs for all inputs, mutants that the
//! checks have to notice, and code coverage of the stimulus.

pub mod code_coverage;
pub mod mutate;
pub mod prove;

#[cfg(test)]
use verilated as _;
