//! Co-simulation of the GPU address unit: its hardware under Verilator against
//! the golden model; and what that hardware costs on FPGAs.

pub mod bench;
pub mod board;
pub mod campaign;
pub mod code_coverage;
pub mod coverage;
pub mod decoder;
pub mod digest;
pub mod exported;
pub mod external;
pub mod failure;
pub mod foresight;
pub mod golden;
pub mod lea_session;
pub mod lockstep;
pub mod mismatch;
pub mod model;
pub mod mutate;
pub mod netlist;
pub mod operands;
pub mod package;
pub mod prediction;
pub mod program;
pub mod prove;
pub mod random;
pub mod report;
pub mod results;
pub mod scoreboard;
pub mod session;
pub mod source;
pub mod stimulus;
pub mod synth;
pub mod waves;
mod yosys;
