//! Conversion between the values of a form's fields and the typed [`Instruction`].

mod access;
mod lea;
mod moves;

use crate::fields::{FieldId, Values};
use crate::form::{Form, ImmediateKind, Meaning};
use crate::instruction::{Instruction, Operation, PT, RZ, Source};

/// Builds the operation of a form from the given values.
pub fn build(meaning: Meaning, values: &Values) -> Operation {
    match meaning {
        Meaning::Lea(part) => Operation::Lea(lea::build(part, values)),
        Meaning::Access {
            form,
            immediate,
            steering,
        } => Operation::Access(access::build(form, immediate, steering, values)),
        Meaning::Move { wide } => Operation::Move(moves::build(wide, values)),
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
        _ => false,
    }
}

/// Takes an instruction apart, into the values of a form that it [`is_of`], in range or not.
/// Returns the parts without a field of the form too.
pub fn take_apart(form: &Form, instruction: &Instruction) -> (Values, Vec<Misfit>) {
    let mut values = Values::default();
    let mut misfits = Vec::new();
    values.set(FieldId::Guard, instruction.guard.predicate.into());
    values.set(FieldId::GuardInverted, instruction.guard.inverted.into());
    match &instruction.operation {
        Operation::Lea(lea) => lea::take_apart(form, lea, &mut values),
        Operation::Access(access) => {
            misfits.extend(access::take_apart(form, access, &mut values));
        }
        Operation::Move(mov) => moves::take_apart(form, mov, &mut values),
    }
    let lacks = |id: &FieldId| form.field(*id).is_none();
    misfits.extend(values.fields().filter(lacks).map(Misfit::Field));
    // The remaining fields are those that `set_unless` left out.
    for field in form.fields {
        if !values.has(field.id) {
            values.set(field.id, none(field.id));
        }
    }
    (values, misfits)
}

/// Value of a field for an instruction that does not use it.
fn none(field: FieldId) -> i64 {
    match field {
        FieldId::Plg | FieldId::Lock => PT.into(),
        FieldId::Rc => RZ.into(),
        _ => 0,
    }
}

/// Sets the values of a source operand; a constant's offset is as the form's field reads it.
fn take_source_apart(form: &Form, source: Source, values: &mut Values) {
    match source {
        Source::Register(register) => values.set(FieldId::Rb, register.into()),
        Source::Constant { bank, offset } => {
            values.set(FieldId::Bank, bank.into());
            let is_signed = form
                .field(FieldId::Offset)
                .is_some_and(|field| field.range().min < 0);
            let offset = if is_signed {
                (offset as i16).into()
            } else {
                offset.into()
            };
            values.set(FieldId::Offset, offset);
        }
        Source::Immediate(immediate) => values.set(FieldId::Immediate, immediate.into()),
    }
}
