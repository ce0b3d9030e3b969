//! libagu in the Python package `agu`, whose layer over it is src/agu.

pub use agu::*;
