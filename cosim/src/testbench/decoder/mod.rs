//! The co-simulation of the decoder against `isa`.

mod check;
mod decoding;
mod stage;

pub use check::{Stalls, StreamCounts, StreamMismatch, check};
pub use decoding::{Decoding, WrongDecoding};
pub use stage::{DecoderHandshake, DecoderStage, PortDifference};
