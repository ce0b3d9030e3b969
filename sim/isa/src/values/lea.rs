//! `LEA` and the values of its fields.

use super::take_source_apart;
use crate::fields::{FieldId, Values};
use crate::form::Form;
use crate::instruction::{Lea, PT, Part, RZ};

pub(super) fn take_apart(form: &Form, lea: &Lea, values: &mut Values) {
    values.set(FieldId::Rd, lea.rd.into());
    values.set(FieldId::Cc, lea.cc.into());
    values.set_unless(PT.into(), FieldId::Plg, lea.plg.into());
    values.set(FieldId::Ra, lea.ra.into());
    values.set(FieldId::Negate, lea.negate.into());
    take_source_apart(form, lea.sb, values);
    // No LO form has Rc.
    values.set_unless(RZ.into(), FieldId::Rc, lea.rc.into());
    values.set(FieldId::Scale, lea.scale.into());
    values.set(FieldId::Extended, lea.extended.into());
}

pub(super) fn build(part: Part, values: &Values) -> Lea {
    Lea {
        part,
        rd: values.byte(FieldId::Rd),
        cc: values.flag(FieldId::Cc),
        plg: values.byte(FieldId::Plg),
        ra: values.byte(FieldId::Ra),
        negate: values.flag(FieldId::Negate),
        sb: values.source(),
        rc: match part {
            Part::Lo => RZ,
            Part::Hi => values.byte(FieldId::Rc),
        },
        scale: values.byte(FieldId::Scale),
        extended: values.flag(FieldId::Extended),
    }
}
