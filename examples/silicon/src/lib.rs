//! The golden model compared with an NVIDIA GPU: doc/silicon.md.
//!
//! `template` has the kernel and its marked words, `experiment` the rows, `operands` and `model` what goes
//! in and comes out, `driver` a GPU, `bench` the comparison, `report` its result.

pub mod bench;
pub mod driver;
pub mod experiment;
pub mod model;
pub mod operands;
pub mod report;
pub mod template;
