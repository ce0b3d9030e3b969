//! Co-simulation of the GPU address unit: its hardware under Verilator against
//! the golden model.

pub mod expected_vcd;
pub mod lockstep;
pub mod mismatch;
pub mod model;
pub mod program;
pub mod report;
pub mod source;
