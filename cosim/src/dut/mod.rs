//! The hardware under test in all its forms.

pub mod adapted;
pub mod decoder;
pub mod digest;
pub mod external;
pub mod netlist;
pub mod unit;
mod workspace;
pub mod yosys;
