//! Shared parts of the tests across the crates.

mod addr_adds;
pub mod random;
pub mod seeded_bugs;
pub mod tools;
mod words;

use cosim::dut::unit::DutTable;
use isa::Isa;
use isa::control::Encoded;
use random::Random;
unsafe extern "C" {
    static agu_seeded_bugs_table: DutTable;
}

/// The 32-lane unit with all of [`seeded_bugs::ROWS`] behind a selector input.
pub fn seeded_bugs_table() -> &'static DutTable {
    // SAFETY: a constant of cosim's unit.cpp, compiled for this model by build.rs.
    unsafe { &agu_seeded_bugs_table }
}

/// An instruction for a decoder, which may be illegal.
pub fn any_encoded(isa: Isa, random: &mut Random) -> Encoded {
    match isa {
        Isa::Visa => addr_adds::any_encoded(random),
        Isa::Fermi | Isa::Maxwell | Isa::Sm(_) => words::any_encoded(isa, random),
    }
}
