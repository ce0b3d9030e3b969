//! Code of several tests.

pub mod bench;
pub mod small;
pub mod tools;
