//! Golden model of the GPU address unit.
//!
//! Per-lane functions, one instruction family a file, that read like the
//! semantics of record. They are generic over [`value::Values`], so that one
//! text runs as the oracle and prints as the specification that gets proved.
//! Around them a [`Warp`] with its state, and a [`Machine`] that takes it through
//! a [`Program`].
//!
//! Nothing here is global, and nothing panics, whatever it is given.

pub mod config;
pub mod constants;
pub mod fault;
pub mod init;
pub mod lea;
pub mod lea_lanes;
pub mod lea_warp;
pub mod machine;
pub mod pipeline;
pub mod program;
pub mod value;
pub mod warp;

pub use config::{ConfigError, RegisterFile, WarpConfig};
pub use fault::{Fault, FaultKind, Space};
pub use init::{Init, InitError, parse_init, parse_init_for};
pub use lea_warp::{LeaControl, LeaOperands, LeaResults, lea_warp};
pub use machine::{FaultRecord, Machine, Step};
pub use program::{IllegalWord, Names, Program, Statement};
pub use warp::{ConditionCode, Warp};
