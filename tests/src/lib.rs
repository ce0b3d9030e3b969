//! Shared parts of the tests across the crates.

pub mod seeded_bugs;

use cosim::dut::unit::DutTable;
use verilated as _;

unsafe extern "C" {
    static agu_seeded_bugs_table: DutTable;
}

/// The 32-lane unit with all of [`seeded_bugs::ROWS`] behind a selector input.
pub fn seeded_bugs_table() -> &'static DutTable {
    // SAFETY: a constant of cosim's unit.cpp, compiled for this model by build.rs.
    unsafe { &agu_seeded_bugs_table }
}
