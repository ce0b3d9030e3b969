//! Loads and stores, and the values of their fields.

use super::Misfit;
use crate::fields::{FieldId, Values};
use crate::form::{Form, ImmediateKind, Meaning, sign_extend};
use crate::instruction::{Access, AccessForm, AccessSize, Immediate, PT, Steering};

/// Puts the parts of an access into values. Returns the parts without a value.
pub(super) fn take_apart(form: &Form, access: &Access, values: &mut Values) -> Vec<Misfit> {
    values.set(FieldId::Data, access.data.into());
    values.set(FieldId::Address, access.address.into());
    values.set(FieldId::Displacement, displacement(access.immediate));
    values.set(FieldId::Size, access.size.code().into());
    values.set_unless(0, FieldId::Wide, access.extended.into());
    values.set_unless(0, FieldId::Bank, access.bank.into());
    values.set_unless(PT.into(), FieldId::Lock, access.lock.into());
    values.set_unless(0, FieldId::Cache, access.cache.into());
    values.set_unless(0, FieldId::Uniform, access.uniform.into());
    values.set_unless(0, FieldId::Mode, access.mode.into());
    values.set_unless(0, FieldId::Sync, access.sync.into());
    let mut misfits = Vec::new();
    let Meaning::Access {
        immediate,
        steering,
        ..
    } = form.meaning
    else {
        return misfits;
    };
    let kind = ImmediateKind::of(access.immediate);
    if kind != immediate {
        misfits.push(Misfit::Immediate(kind));
    }
    match access.steering {
        same if same == steering => {}
        Steering::Predicate(plg) => values.set(FieldId::Plg, plg.into()),
        Steering::Window => misfits.push(Misfit::Steering),
    }
    misfits
}

/// Value of the bits as a field reads them; bits that no field of the kind has stay.
fn displacement(immediate: Immediate) -> i64 {
    match immediate {
        Immediate::Word(bits) => (bits as i32).into(),
        Immediate::Word24(bits) if bits >> 24 == 0 => sign_extend(bits.into(), 24),
        Immediate::Word24(bits) => bits.into(),
        Immediate::Unsigned16(bits) => bits.into(),
        Immediate::Word16(bits) => (bits as i16).into(),
    }
}

pub(super) fn build(
    form: AccessForm,
    immediate: ImmediateKind,
    steering: Steering,
    values: &Values,
) -> Access {
    let bits = values.get(FieldId::Displacement);
    let size = AccessSize::ALL.get(values.get(FieldId::Size) as usize);
    Access {
        form,
        // The field has three bits, so there is one.
        size: size.copied().unwrap_or(AccessSize::B32),
        extended: values.flag(FieldId::Wide),
        data: values.byte(FieldId::Data),
        address: values.byte(FieldId::Address),
        immediate: match immediate {
            ImmediateKind::Word => Immediate::Word(bits as u32),
            ImmediateKind::Word24 => Immediate::Word24(bits as u32 & 0xff_ffff),
            ImmediateKind::Unsigned16 => Immediate::Unsigned16(bits as u16),
            ImmediateKind::Word16 => Immediate::Word16(bits as u16),
        },
        steering: match values.has(FieldId::Plg) {
            true => Steering::Predicate(values.byte(FieldId::Plg)),
            false => steering,
        },
        bank: values.byte(FieldId::Bank),
        lock: values.predicate(FieldId::Lock),
        cache: values.byte(FieldId::Cache),
        uniform: values.flag(FieldId::Uniform),
        mode: values.byte(FieldId::Mode),
        sync: values.flag(FieldId::Sync),
    }
}
