//! Shared parts of the tests across the crates.

pub mod board;
pub mod variants;

use cosim::dut::unit::ModelTable;
use verilated as _;

unsafe extern "C" {
    static agu_variants_table: ModelTable;
    static agu_lea_variants_table: ModelTable;
}

/// The 32-lane unit with all of [`variants::VARIANTS`] behind a selector input.
pub fn variants_table() -> &'static ModelTable {
    // SAFETY: a constant of cosim's model.cpp, compiled for this model by build.rs.
    unsafe { &agu_variants_table }
}

/// The 32-lane LEA unit with the first [`variants::OF_LEA`] of them.
pub fn lea_variants_table() -> &'static ModelTable {
    // SAFETY: as above.
    unsafe { &agu_lea_variants_table }
}
