//! The Maxwell forms (sm_50 to sm_61), as the encoding tables list them.

mod lea;
mod memory;

use crate::form::Coding::{Register, Unsigned};
use crate::form::{Field, Form};

/// Fields of every `LEA`.
const LEA: &[Field] = fields![
    Guard Unsigned 18:16, GuardInverted Unsigned 19, Rd Register 7:0, Ra Register 15:8
];

/// Fields of every load and store.
const ACCESS: &[Field] = fields![
    Guard Unsigned 18:16, GuardInverted Unsigned 19, Data Register 7:0, Address Register 15:8
];

/// The table.
pub static FORMS: [&[Form]; 2] = [lea::FORMS, memory::FORMS];
