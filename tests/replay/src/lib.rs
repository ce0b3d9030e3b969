//! What the replay of the blocks shares with the tests of the decoders: random numbers, words
//! and ADDR_ADDs to decode, the simulators as commands. It depends on `isa` alone.
//!
//! The replay itself is in `tests/blocks`.

pub mod addr_adds;
pub mod random;
pub mod tools;
pub mod words;
