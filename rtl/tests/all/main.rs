//! The exporter, its lint, and the Verilog that it prints.

mod common;
mod contract;
mod export;
mod exporter;
mod lint;
mod ports;
mod verilog;
