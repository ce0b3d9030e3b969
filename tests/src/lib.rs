//! Shared parts of the tests across the crates.

pub mod replay;
