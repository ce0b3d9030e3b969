//! What the hardware's outputs must be, from the golden pipeline, some cycles ahead of it.

pub mod foresight;
pub mod golden;
pub mod prediction;
