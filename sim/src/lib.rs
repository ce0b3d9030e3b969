//! Golden model of the GPU address unit.
//!
//! Per-lane functions, one instruction family a file, that read like the
//! semantics of record. They are generic over [`value::Values`], so that one
//! text runs as the oracle and prints as the specification that gets proved.

pub mod lea;
pub mod lea_warp;
pub mod value;
