//! ADDR_ADD, vISA's address instruction.

mod lane;
mod lanes;
mod warp;

pub use lane::{
    AddrAddControl, address_element, general_address, modified, region_element, state_address, sum,
};
pub use lanes::addr_add_lanes;
pub use warp::AddrAddError;
