//! What is shown of the exported Verilog beyond test runs: proofs for all inputs, how many mutants
//! the checks notice, which lines and bits the stimulus reaches.

pub mod code_coverage;
pub mod mutate;
pub mod prove;

#[cfg(test)]
use verilated as _;
