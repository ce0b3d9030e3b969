//! Loads and stores.

mod commit;
mod control;
mod fault;
mod lane;
mod lanes;
mod volta;
mod warp;

pub use commit::Transfer;
pub use control::{AccessControl, AccessMasks, SPACES, is_absolute};
pub use fault::{Fault, FaultKind, Space, faults};
pub use lane::{
    AccessInput, AccessOutput, ImmediateKind, Limits, access, address_base, effective_address,
    extended_immediate,
};
pub use lanes::access_lanes;
pub use volta::is_legal_volta;
pub(crate) use volta::{base_count, uniform_count};
pub use warp::is_legal;
