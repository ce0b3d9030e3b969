//! The exporter, and the Verilog that it prints.

mod common;
mod contract;
mod export;
mod exporter;
mod ports;
mod verilog;
