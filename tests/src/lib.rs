//! Shared parts of the tests across the crates.

pub mod addr_adds;
pub mod board;
pub mod replay;
pub mod tools;
pub mod variants;
pub mod words;

use cosim::model::ModelTable;

unsafe extern "C" {
    static agu_variants_table: ModelTable;
}

/// The 32-lane unit with all of [`variants::VARIANTS`] behind a selector input.
pub fn variants_table() -> &'static ModelTable {
    // SAFETY: a constant of cosim's model.cpp, compiled for this model by build.rs.
    unsafe { &agu_variants_table }
}
