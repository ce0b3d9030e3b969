//! The form for simulation: the same hardware, in a form that Verilator's C++ compiler makes vector
//! code of.
//!
//! Verilator takes the 32 lanes of a generate loop apart into scalars, and no compiler finds
//! them together again. In this form an array of sub-blocks is part of the block around it:
//!
//! * a register of all lanes is one vector, copied whole with `<=`; its next value is a
//!   vector too, and one `always @(*)` with one loop fills it;
//! * what lies between is local to that loop, a scalar; what two loops need is a vector;
//! * a bit a lane is a mask, which a loop fills by shift and OR, since a write of one
//!   bit of a vector is a read, a mask and a write;
//! * vectors that lanes alone read have a word of the simulator for each lane;
//! * what only registers of one condition read is filled behind it, in their clocked block;
//! * what all lanes have in common is there once.

mod clocked;
mod driver;
mod inline;
mod lane_loops;
mod lanes;
mod rename;
mod targets;
mod vectorised;

pub use inline::{inline, LANE};
pub use lane_loops::mask_bit;
pub use lanes::{sort, Lanes};
