//! What the hardware's outputs must be, from the golden pipeline.

pub mod prediction;
pub mod unit;
