//! Conversion between the values of a form's fields and the instructions from Volta on.

use crate::fields::{FieldId, Values};
use crate::form::{Address, Bare, Form, Operand, Slot, reuse_flag};
use crate::instruction::volta::{Access, AccessForm, Hints, Lea, Source};
use crate::instruction::{Guard, PREDICATE_BITS, PT, RZ};
use crate::part::Part;
use crate::values::{Misfit, get, parts, put, put_constant, size};

parts! {
    Lea(uniform: bool, base: Source, upper: Source, carry_in: Guard)
    bytes { rd Rd, carry_out CarryOut, ra Ra, shift Scale, }
    flags {
        high High, negate Negate, negate_base NegateBase, sign_extended SignExtended,
        extended Extended,
    }
}
parts! {
    Hints()
    bytes {
        cache Cache, second_level SecondLevel, prefetch Prefetch, strength Strength, scope Scope,
        mode Mode, unpack Unpack, word_mask WordMask, count Count, element Element, shape Shape,
    }
    flags { private Private, zero_data ZeroData, uniform Uniform, }
}

/// Value of `!PT`, the carry in that compilers write where there is none.
pub(super) const NOT_PT: i64 = (PT | 1 << PREDICATE_BITS) as i64;

/// Value of the field of a stall count and a yield flag: stall 1, no yield.
pub(super) const STALL_1: i64 = 0x11;

/// Barrier number for no barrier.
pub(super) const NO_BARRIER: i64 = 7;

/// Reuse flags of registers behind the first.
const SECOND_FLAGS: i64 = 6;

/// All eight words of 32 bytes.
pub(super) const ALL_WORDS: i64 = 0xff;

/// Value of a field for an instruction that does not use it.
pub(crate) fn unused(field: FieldId) -> i64 {
    match field {
        FieldId::CarryOut | FieldId::WrittenPredicate | FieldId::ReadPredicate => PT.into(),
        FieldId::CarryIn => NOT_PT,
        FieldId::Address | FieldId::UpperData => RZ.into(),
        FieldId::Issue => STALL_1,
        FieldId::WriteBarrier | FieldId::ReadBarrier => NO_BARRIER,
        FieldId::WordMask => ALL_WORDS,
        _ => 0,
    }
}

/// A predicate with its inversion in the upper bit.
fn predicate(value: i64) -> Guard {
    Guard {
        predicate: value as u8 & PT,
        inverted: value >> PREDICATE_BITS != 0,
    }
}

fn predicate_value(guard: Guard) -> i64 {
    i64::from(guard.predicate) | i64::from(guard.inverted) << PREDICATE_BITS
}

fn optional(values: &Values, field: FieldId) -> Option<u8> {
    values.has(field).then(|| values.get(field) as u8)
}

/// Builds an LEA.
pub(crate) fn build_lea(values: &Values, uniform: bool) -> Lea {
    let register = || Source::Register(values.get(FieldId::Rb) as u8);
    let immediate = Source::Immediate(values.get(FieldId::Immediate) as u32);
    let offset = values.get(FieldId::Offset) as u16;
    let upper = Source::Register(get(values, FieldId::Rc) as u8);
    let is = |field| values.has(field);
    let (base, upper) = if is(FieldId::Immediate) && is(FieldId::Rb) {
        (register(), immediate)
    } else if is(FieldId::Immediate) {
        (immediate, upper)
    } else if let Some(bank) = optional(values, FieldId::Bank) {
        (Source::Constant { bank, offset }, upper)
    } else if let Some(handle) = optional(values, FieldId::Handle) {
        (Source::Bindless { handle, offset }, upper)
    } else if let Some(register) = optional(values, FieldId::UniformRegister) {
        (Source::Uniform(register), upper)
    } else {
        (register(), upper)
    };
    Lea::build(
        values,
        uniform,
        base,
        upper,
        predicate(get(values, FieldId::CarryIn)),
    )
}

/// Sets the values of an LEA. Returns those that the form does not take.
pub(crate) fn put_lea(form: &Form, lea: &Lea, values: &mut Values) -> Vec<Misfit> {
    lea.put(values);
    put(values, FieldId::CarryIn, predicate_value(lea.carry_in));
    match lea.base {
        Source::Register(register) => values.set(FieldId::Rb, register.into()),
        Source::Uniform(register) => values.set(FieldId::UniformRegister, register.into()),
        Source::Immediate(number) => values.set(FieldId::Immediate, number.into()),
        Source::Constant { bank, offset } => put_constant(form, bank, offset, values),
        Source::Bindless { handle, offset } => {
            values.set(FieldId::Handle, handle.into());
            values.set(FieldId::Offset, offset.into());
        }
    }
    match lea.upper {
        Source::Register(register) => put(values, FieldId::Rc, register.into()),
        Source::Immediate(number) if !values.has(FieldId::Immediate) => {
            values.set(FieldId::Immediate, number.into());
        }
        _ => return vec![Misfit::Field(FieldId::Rc)],
    }
    Vec::new()
}

/// The address in a form's text.
fn address(form: &Form) -> Option<&'static Address> {
    form.operands.iter().find_map(|slot| match slot.operand {
        Operand::Address(address) => Some(address),
        _ => None,
    })
}

/// Builds an access.
pub(crate) fn build_access(form: &Form, values: &Values, of: AccessForm) -> Access {
    let is_wide = form.field(FieldId::Wide).is_none() && of.always_extends();
    let uniform = optional(values, FieldId::UniformRegister);
    let is_described = values.get(FieldId::Descriptor) != 0;
    // An offset alone is unsigned where it prints so.
    let is_alone = get(values, FieldId::Address) == i64::from(RZ);
    let is_unsigned = address(form).is_some_and(|it| it.bare == Bare::Unsigned) && is_alone;
    let offset = values.get(FieldId::Displacement);
    let offset = match form.field(FieldId::Displacement) {
        Some(field) if is_unsigned && offset < 0 => offset + field.range().max + 1,
        _ => offset,
    };
    let byte = |field| get(values, field) as u8;
    Access {
        form: of,
        size: size(values),
        extended: is_wide || values.get(FieldId::Wide) != 0,
        data: byte(FieldId::Data),
        upper_data: byte(FieldId::UpperData),
        address: byte(FieldId::Address),
        wide_base: values.get(FieldId::BaseWidth) != 0,
        scale: scale_shift(values.get(FieldId::AddressScale)),
        uniform: uniform.filter(|_| !is_described),
        descriptor: uniform.filter(|_| is_described),
        descriptor_shown: values.get(FieldId::DescriptorShown) != 0,
        bank: byte(FieldId::Bank),
        handle: optional(values, FieldId::Handle),
        offset,
        read: predicate(get(values, FieldId::ReadPredicate)),
        written: written(form, values),
        hints: Hints::build(values),
    }
}

/// The predicate that a load writes, which LD has with `.ZD` alone.
fn written(form: &Form, values: &Values) -> u8 {
    let is_it = |slot: &&Slot| slot.operand.field() == FieldId::WrittenPredicate;
    let slot = form.operands.iter().find(is_it);
    if slot.is_some_and(|slot| slot.applies(values)) {
        values.get(FieldId::WrittenPredicate) as u8
    } else {
        PT
    }
}

/// Shift of a shared address's base by its code: 0, 2, 3, 4.
fn scale_shift(code: i64) -> u8 {
    match code {
        0 => 0,
        code => code as u8 + 1,
    }
}

/// Sets the values of an access. Returns those that the form does not take.
pub(crate) fn put_access(form: &Form, access: &Access, values: &mut Values) -> Vec<Misfit> {
    access.hints.put(values);
    for (field, value) in [
        (FieldId::Data, access.data.into()),
        (FieldId::UpperData, access.upper_data.into()),
        (FieldId::Address, access.address.into()),
        (FieldId::BaseWidth, access.wide_base.into()),
        (FieldId::AddressScale, access.scale.saturating_sub(1).into()),
        (FieldId::DescriptorShown, access.descriptor_shown.into()),
        (FieldId::Bank, access.bank.into()),
        (FieldId::ReadPredicate, predicate_value(access.read)),
        (FieldId::WrittenPredicate, access.written.into()),
    ] {
        put(values, field, value);
    }
    if let Some(handle) = access.handle {
        values.set(FieldId::Handle, handle.into());
    }
    let offset = form.as_read(FieldId::Displacement, access.offset);
    values.set(FieldId::Displacement, offset);
    let has = |field| form.field(field).is_some();
    if has(FieldId::Size) {
        values.set(FieldId::Size, access.size.code().into());
    }
    if has(FieldId::Wide) || !access.form.always_extends() {
        put(values, FieldId::Wide, access.extended.into());
    }
    match (access.uniform, access.descriptor) {
        (None, None) => {}
        (Some(register), None) => values.set(FieldId::UniformRegister, register.into()),
        (None, Some(register)) => {
            values.set(FieldId::UniformRegister, register.into());
            values.set(FieldId::Descriptor, 1);
        }
        (Some(_), Some(_)) => return vec![Misfit::Field(FieldId::Descriptor)],
    }
    Vec::new()
}

/// Gives the second of two registers of sm_70 its own reuse flag, which has two places there.
fn normalise_reuse(form: &Form, values: &mut Values) {
    let is_used = |field| form.field(field).is_some();
    let upper = is_used(FieldId::Rc)
        && values.get(FieldId::High) != 0
        && values.get(FieldId::SignExtended) == 0;
    let (first, second) = (
        reuse_flag(FieldId::Ra),
        values.get(FieldId::Reuse) & SECOND_FLAGS,
    );
    let flag = match (is_used(FieldId::Rb), upper) {
        (true, false) => reuse_flag(FieldId::Rb),
        (false, true) => reuse_flag(FieldId::Rc),
        _ => return,
    };
    if second != 0 {
        let first = values.get(FieldId::Reuse) & i64::from(first);
        values.set(FieldId::Reuse, first | i64::from(flag));
    }
}

/// Gives fields that the text does not show the values of an instruction that does not use them.
pub(crate) fn normalise(form: &Form, values: &mut Values) {
    for slot in form.operands.iter().filter(|slot| !slot.when.is_empty()) {
        if !slot.applies(values) {
            values.set(slot.operand.field(), slot.otherwise);
        }
    }
    if form.parts.last == Part::Sm70 && form.takes_reuse() {
        normalise_reuse(form, values);
    }
    if let Some(address) = address(form) {
        address.set_hidden(values);
    }
}
