//! What the hardware's outputs must be, from the golden pipeline.

pub mod golden;
pub mod prediction;
pub mod unit;
