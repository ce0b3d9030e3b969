//! Conversion between the values of a form's fields and the typed [`Instruction`].

use crate::fields::{FieldId, Values};
use crate::form::{Form, ImmediateKind, Meaning, sign_extend};
use crate::instruction::{
    Access, AccessForm, AccessSize, Guard, Immediate, Instruction, Lea, LeaPart, Move, Operation,
    PT, RZ, Source, Steering,
};
use crate::volta;

/// Lists parts of an operation with the field of each, and makes both conversions of it: `put` sets
/// the values of an operation's fields, `build` makes the operation of values and its other parts.
macro_rules! parts {
    ($operation:ident($($other:ident: $type:ty),*)
        bytes { $($byte:ident $byte_field:ident,)* }
        flags { $($flag:ident $flag_field:ident,)* }
    ) => {
        impl $operation {
            pub(crate) fn put(&self, values: &mut Values) {
                $(put(values, FieldId::$byte_field, self.$byte.into());)*
                $(put(values, FieldId::$flag_field, self.$flag.into());)*
            }

            pub(crate) fn build(values: &Values, $($other: $type),*) -> $operation {
                $operation {
                    $($other,)*
                    $($byte: get(values, FieldId::$byte_field) as u8,)*
                    $($flag: get(values, FieldId::$flag_field) != 0,)*
                }
            }
        }
    };
}

pub(crate) use parts;

parts! {
    Guard()
    bytes { predicate Guard, }
    flags { inverted GuardInverted, }
}
parts! {
    Lea(part: LeaPart, sb: Source)
    bytes { rd Rd, plg Plg, ra Ra, rc Rc, scale Scale, }
    flags { cc Cc, negate Negate, extended Extended, }
}
parts! {
    Access(form: AccessForm, size: AccessSize, immediate: Immediate, steering: Steering)
    bytes { data Data, address Address, bank Bank, lock Lock, cache Cache, mode Mode, }
    flags { extended Wide, uniform Uniform, sync Sync, }
}
parts! {
    Move(wide: bool, source: Source)
    bytes { rd Rd, lane_mask LaneMask, }
    flags { sync Sync, }
}

/// Value of a field for an instruction that does not use it.
pub(crate) fn unused(field: FieldId) -> i64 {
    match field {
        FieldId::Plg | FieldId::Lock => PT.into(),
        FieldId::Rc => RZ.into(),
        other => volta::unused(other),
    }
}

/// Sets a value, unless the field is not used.
pub(crate) fn put(values: &mut Values, field: FieldId, value: i64) {
    if value != unused(field) {
        values.set(field, value);
    }
}

/// Value of a field, which the form need not have.
pub(crate) fn get(values: &Values, field: FieldId) -> i64 {
    if values.has(field) {
        values.get(field)
    } else {
        unused(field)
    }
}

/// Builds the instruction of a form from the given values.
pub(crate) fn build(form: &Form, values: &Values) -> Instruction {
    let operation = match form.meaning {
        Meaning::Lea(part) => Operation::Lea(Lea::build(values, part, source(values))),
        Meaning::Access {
            form,
            immediate,
            steering,
        } => {
            let size = size(values);
            let immediate = immediate.with(values.get(FieldId::Displacement) as u32);
            let steering = if values.has(FieldId::Plg) {
                Steering::Predicate(values.get(FieldId::Plg) as u8)
            } else {
                steering
            };
            Operation::Access(Access::build(values, form, size, immediate, steering))
        }
        Meaning::Move { wide } => Operation::Move(Move::build(values, wide, source(values))),
        Meaning::VoltaLea { uniform } => Operation::VoltaLea(volta::build_lea(values, uniform)),
        Meaning::VoltaAccess(of) => Operation::VoltaAccess(volta::build_access(form, values, of)),
    };
    Instruction {
        guard: Guard::build(values),
        operation,
    }
}

/// Type of the data; that of an access without the field. The field has three bits, so there is one.
pub(crate) fn size(values: &Values) -> AccessSize {
    let code = values.get(FieldId::Size) as u8;
    AccessSize::from_code(code).unwrap_or(AccessSize::B32)
}

/// Source operand, from those of its fields that the form has.
fn source(values: &Values) -> Source {
    if values.has(FieldId::Immediate) {
        Source::Immediate(values.get(FieldId::Immediate) as i32)
    } else if values.has(FieldId::Bank) {
        Source::Constant {
            bank: values.get(FieldId::Bank) as u8,
            offset: values.get(FieldId::Offset) as u16,
        }
    } else {
        Source::Register(values.get(FieldId::Rb) as u8)
    }
}

/// Reason why an instruction is not of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The form has no field for something in the instruction.
    Field(FieldId),
    /// The form takes another kind of offset.
    Immediate(ImmediateKind),
    /// The form has another steering.
    Steering,
}

impl Misfit {
    /// Name of the part that the form does not take.
    pub fn name(self) -> &'static str {
        match self {
            Misfit::Field(field) => field.name(),
            Misfit::Immediate(kind) => kind.name(),
            Misfit::Steering => "steering by the window alone",
        }
    }
}

/// Returns whether an instruction's operation is that of a form, whatever its operands.
pub fn is_of(form: &Form, instruction: &Instruction) -> bool {
    match (form.meaning, &instruction.operation) {
        (Meaning::Lea(part), Operation::Lea(lea)) => part == lea.part,
        (Meaning::Access { form, .. }, Operation::Access(access)) => form == access.form,
        (Meaning::Move { wide }, Operation::Move(mov)) => wide == mov.wide,
        (Meaning::VoltaLea { uniform }, Operation::VoltaLea(lea)) => uniform == lea.uniform,
        (Meaning::VoltaAccess(of), Operation::VoltaAccess(access)) => of == access.form,
        _ => false,
    }
}

/// Takes an instruction apart, into the values of a form that it [`is_of`], in range or not.
/// Returns the parts without a field of the form too.
pub fn take_apart(form: &Form, instruction: &Instruction) -> (Values, Vec<Misfit>) {
    let mut values = Values::default();
    let mut misfits = Vec::new();
    instruction.guard.put(&mut values);
    match &instruction.operation {
        Operation::Lea(lea) => {
            lea.put(&mut values);
            put_source(form, lea.sb, &mut values);
        }
        Operation::Move(mov) => {
            mov.put(&mut values);
            put_source(form, mov.source, &mut values);
        }
        Operation::Access(access) => {
            access.put(&mut values);
            misfits = put_access(form, access, &mut values);
        }
        Operation::VoltaLea(lea) => misfits = volta::put_lea(form, lea, &mut values),
        Operation::VoltaAccess(access) => misfits = volta::put_access(form, access, &mut values),
    }
    let lacks = |id: &FieldId| form.field(*id).is_none();
    misfits.extend(values.fields().filter(lacks).map(Misfit::Field));
    for field in form.fields {
        values.set(field.id, get(&values, field.id));
    }
    (values, misfits)
}

/// Sets values of an access whose form may take others alone. Returns those that it does not take.
fn put_access(form: &Form, access: &Access, values: &mut Values) -> Vec<Misfit> {
    let kind = access.immediate.kind();
    let bits = u64::from(access.immediate.bits());
    // The value as a field reads the bits; those that no field of the kind has stay.
    let displacement = match kind {
        ImmediateKind::Unsigned16 => bits as i64,
        _ if bits >> kind.width() == 0 => sign_extend(bits, kind.width()),
        _ => bits as i64,
    };
    values.set(FieldId::Displacement, displacement);
    values.set(FieldId::Size, access.size.code().into());
    let mut misfits = Vec::new();
    if let Meaning::Access {
        immediate,
        steering,
        ..
    } = form.meaning
    {
        misfits.extend((kind != immediate).then_some(Misfit::Immediate(kind)));
        match access.steering {
            same if same == steering => {}
            Steering::Predicate(plg) => values.set(FieldId::Plg, plg.into()),
            Steering::Window => misfits.push(Misfit::Steering),
        }
    }
    misfits
}

/// Sets the values of a constant, with its offset as the form's field reads it.
pub(crate) fn put_constant(form: &Form, bank: u8, offset: u16, values: &mut Values) {
    values.set(FieldId::Bank, bank.into());
    let offset = form.as_read(FieldId::Offset, offset.into());
    values.set(FieldId::Offset, offset);
}

/// Sets the values of a source operand.
fn put_source(form: &Form, source: Source, values: &mut Values) {
    match source {
        Source::Register(register) => values.set(FieldId::Rb, register.into()),
        Source::Constant { bank, offset } => put_constant(form, bank, offset, values),
        Source::Immediate(immediate) => values.set(FieldId::Immediate, immediate.into()),
    }
}
