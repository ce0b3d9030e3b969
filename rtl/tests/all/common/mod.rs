//! What several tests use.

pub mod bench;
pub mod small;
pub mod tools;
