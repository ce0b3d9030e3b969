//! Loads and stores.

mod commit;
mod control;
mod fault;
mod lane;
mod lanes;
mod warp;

pub use control::{AccessControl, AccessMasks, SPACES, is_absolute};
pub use fault::{Fault, FaultKind, Space, faults};
pub use lane::{
    AccessInput, AccessOutput, ImmediateKind, Limits, access, effective_address, extended_immediate,
};
pub use lanes::access_lanes;
pub use warp::is_legal;
