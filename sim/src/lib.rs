//! Golden model of the GPU address unit.
//!
//! Per-lane functions, one instruction family a file, that read like the
//! semantics of record. They are generic over [`value::Values`], so that one
//! text runs as the oracle and prints as the specification that gets proved.
//! Around them a [`Warp`] with its state, and a [`Machine`] that takes it through
//! a [`Program`].
//!
//! Nothing here is global, and nothing panics, whatever it is given.

pub mod access;
pub mod access_commit;
pub mod access_lanes;
pub mod access_warp;
pub mod addr_add;
pub mod addr_add_lanes;
pub mod addr_add_warp;
pub mod coalescer;
pub mod config;
pub mod constants;
pub mod fault;
pub mod init;
pub mod lane_results;
pub mod lea;
pub mod lea_lanes;
pub mod lea_warp;
pub mod locks;
pub mod machine;
pub mod memory;
pub mod move_warp;
pub mod pipeline;
pub mod program;
pub mod value;
pub mod visa_state;
pub mod warp;

pub use access_lanes::AccessControl;
pub use access_warp::{AccessOperands, AccessResults};
pub use addr_add_lanes::AddrAddControl;
pub use addr_add_warp::{AddrAddError, AddrAddOperands, AddrAddResults};
pub use config::{ConfigError, RegisterFile, WarpConfig};
pub use fault::{Fault, FaultKind, Space};
pub use init::{Init, InitError, parse_init, parse_init_for};
pub use lane_results::LaneResults;
pub use lea_warp::{LeaControl, LeaOperands, LeaResults, lea_warp};
pub use locks::Locks;
pub use machine::{FaultRecord, Machine, Step};
pub use memory::{Bytes, Memory};
pub use program::{Meaning, Names, Program, Statement};
pub use visa_state::VisaState;
pub use warp::{ConditionCode, Warp};
