//! Parts shared by the replay of the blocks and the tests of the decoders. These are random
//! numbers and instructions, and the simulators as commands. They depend on `isa` alone.
//!
//! The replay itself is in `tests/blocks`.

mod addr_adds;
pub mod random;
pub mod tools;
mod words;

use isa::Isa;
use isa::control::Encoded;
use random::Random;

/// An instruction for a decoder, which may be illegal.
pub fn any_encoded(isa: Isa, random: &mut Random) -> Encoded {
    match isa {
        Isa::Visa => addr_adds::any_encoded(random),
        Isa::Fermi | Isa::Maxwell => words::any_encoded(isa, random),
    }
}
