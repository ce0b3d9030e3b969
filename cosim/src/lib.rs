//! Co-simulation of the GPU address unit: its hardware under Verilator against
//! the golden model.

pub mod source;
