//! Scoreboard of the GPU address unit: inputs and outputs of hardware against the golden model.
//!
//! ```text
//!     golden     the golden pipeline, fed a warp at a time, for hardware of any width
//!     contract   promises of hardware, and how strictly it is compared
//!     limits     the requests that a unit gets, where it takes fewer than an exported one
//!     compare    outputs against expected ones, and the first difference
//!     reference  from accepted beats to the results and memory requests that are owed
//!     registers  the data that loads bring, and the memory that stores change
//!     checker    the scoreboard by transactions, of the beats that a monitor sees
//!     scoreboard the scoreboard by transactions for an external bench, with tags for warps
//! ```

mod checker;
mod compare;
mod contents;
mod contract;
mod counts;
mod golden;
mod limits;
mod memory;
mod mismatch;
mod reference;
mod registers;
mod rules;
mod seen;
mod tagged;

pub use checker::{Checker, PATIENCE};
pub use compare::{
    Difference, Predicted, agree, differences, expected, first_mismatch, mismatched_lanes,
    request_differences,
};
pub use contents::{Contents, memory_byte, random, store_data};
pub use contract::{
    Banks, COMPARES, Compare, Contract, Order, OtherMemory, Partial, PortSpace, Tie, WriteBack,
};
pub use golden::{Golden, KEPT};
pub use isa::ports::{Inputs, Outputs};
pub use limits::{ActiveLanes, ImmediateBits, TrafficLimits};
pub use memory::{LINE_BYTES, OtherRequest, OtherResponse, RequestCounts};
pub use mismatch::{CC_FLAGS, ComparedAt, Mismatch};
pub use reference::{Accepted, Observer, Reference};
pub use registers::Written;
pub use rules::{OutputSet, Rules};
pub use seen::Seen;
pub use tagged::{Difference as TaggedDifference, Outstanding, Scoreboard, ScoreboardError};

/// Lanes of a warp, and of the rows. Hardware of fewer lanes uses the lowest ones.
pub const LANES: usize = isa::instruction::WARP_LANES;
