//! libagu in the Python package `agu`, whose layer over it is the folder `agu` in Python.

pub use agu::*;
