//! The Fermi forms (sm_20), as the encoding tables list them.

mod memory;
mod moves;

use crate::form::Form;

/// The table.
pub static FORMS: [&[Form]; 2] = [memory::FORMS, moves::FORMS];
