//! The Maxwell forms (sm_50 to sm_61), as the encoding tables list them.

mod lea;
mod memory;

use crate::form::{Field, Form};
use crate::layout::MaxwellCommon;
use crate::row::field;

const GUARD: Field = field!(Guard, MaxwellCommon, guard, set_guard);
const INVERTED: Field = field!(
    GuardInverted,
    MaxwellCommon,
    guard_inverted,
    set_guard_inverted
);

/// The table.
pub static FORMS: [&[Form]; 2] = [&lea::FORMS, &memory::FORMS];
