//! The Fermi forms (sm_20), as the encoding tables list them.

mod memory;
mod moves;

use crate::form::{Field, Form};
use crate::layout::FermiCommon;
use crate::row::field;

const GUARD: Field = field!(Guard, FermiCommon, guard, set_guard);
const INVERTED: Field = field!(
    GuardInverted,
    FermiCommon,
    guard_inverted,
    set_guard_inverted
);
/// `.S`, which every instruction may have: it joins the paths of a warp that a branch split. It has
/// no effect here.
const SYNC: Field = field!(Sync, FermiCommon, sync, set_sync);

/// The table.
pub static FORMS: [&[Form]; 2] = [&memory::FORMS, &moves::FORMS];
