//! The hardware under test, whatever it is made of.

pub mod adapted;
pub mod decoder;
pub mod digest;
pub mod external;
pub mod netlist;
pub mod unit;
pub mod yosys;
