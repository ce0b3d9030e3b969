//! `MOV` and the values of its fields.

use super::take_source_apart;
use crate::fields::{FieldId, Values};
use crate::form::Form;
use crate::instruction::Move;

pub(super) fn take_apart(form: &Form, mov: &Move, values: &mut Values) {
    values.set(FieldId::Rd, mov.rd.into());
    take_source_apart(form, mov.source, values);
    values.set(FieldId::LaneMask, mov.lane_mask.into());
    values.set(FieldId::Sync, mov.sync.into());
}

pub(super) fn build(wide: bool, values: &Values) -> Move {
    Move {
        rd: values.byte(FieldId::Rd),
        source: values.source(),
        wide,
        lane_mask: values.byte(FieldId::LaneMask),
        sync: values.flag(FieldId::Sync),
    }
}
