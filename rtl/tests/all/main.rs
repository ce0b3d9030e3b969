//! The blocks in RustHDL's own simulator, the exporter, its lint, and the Verilog that it prints.

mod by_hand;
mod common;
mod contract;
mod export;
mod exporter;
mod lint;
mod ports;
mod verilog;
