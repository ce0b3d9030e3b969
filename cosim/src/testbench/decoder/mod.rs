//! The co-simulation of the decoder against `isa`.

mod check;
mod decoding;
mod stage;

pub use check::{Counts, Mismatch, Stalls, check};
pub use decoding::{Decoding, WrongDecoding};
pub use stage::{Difference, Handshake, Stage};
