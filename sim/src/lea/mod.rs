//! LEA, and MOV, which is an LEA without an offset.

mod lane;
mod lanes;
mod volta;
mod warp;

pub use lane::{
    LeaControl, LeaInput, LeaOutput, lea, negated, scaled_offset, shared_window_hit, sum64,
};
pub use lanes::lea_lanes;
pub use volta::is_legal_volta;
pub use warp::{as_lea, is_legal, is_legal_move};
