//! Expected outputs of the hardware, from the golden pipeline.

pub mod prediction;
pub mod unit;
