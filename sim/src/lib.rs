#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! Per-lane functions read like `doc/semantics.md`, and are generic over
//! [`value::Values`]. One text runs as the oracle, and prints as the specification for
//! proofs.
//!
//! | folder | holds |
//! |---|---|
//! | [`value`] | bit vectors that run, or print as SMT-LIB |
//! | [`warp`] | the state of a warp: registers, memory, locks, configuration |
//! | [`results`] | results of lanes and warps |
//! | [`lea`], [`access`], [`addr_add`] | an instruction family each: one lane, many lanes, a warp |
//! | [`coalescer`] | memory requests |
//! | [`pipeline`] | the unit at its ports, cycle by cycle |
//! | [`machine`] | programs |
//! | [`scoreboard`] | what hardware took and gave, against the pipeline |
//! | [`init`] | the state before a program, as TOML |

pub mod access;
pub mod addr_add;
pub mod coalescer;
pub mod init;
pub mod lea;
pub mod machine;
pub mod pipeline;
pub mod results;
pub mod scoreboard;
pub mod value;
pub mod warp;

/// Instruction words and text: the crate `agu-isa`.
pub use ::isa;

/// The rows of the unit's ports, which the model reads and writes.
pub use ::isa::ports::{Inputs, Outputs};

pub use access::{AccessControl, Fault, FaultKind, Space, faults};
pub use addr_add::{AddrAddControl, AddrAddError};
pub use init::{Init, InitError, RegisterValues, parse_config, parse_init, parse_init_for};
pub use lea::LeaControl;
pub use machine::{
    Code, FaultRecord, Machine, Meaning, Names, Program, ProgramError, Statement, Step,
    check_executed,
};
pub use results::{LaneAddress, lane_address, memory_requests};
pub use warp::{
    Bytes, ConditionCode, ConfigError, Generation, Locks, Memory, VisaState, Warp, WarpConfig,
    config, visa_state,
};
