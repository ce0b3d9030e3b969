//! The forms from Volta on, sm_70 to sm_121.
//!
//! One table serves all of these parts. A row, and each field, suffix, operand and rule of a row,
//! has a range of parts; [`table`](crate::table) takes the rows of one part out of it, and all else
//! works on those as on the rows of Maxwell. Words have 128 bits, of which 125:105 are a schedule
//! like Maxwell's; bits of no field are ignored. Names alone are recognised of some instructions.

mod constant;
mod control;
mod global;
mod lea;
mod matrix;
mod shared;
mod values;
mod wide;

pub(crate) use values::{build_access, build_lea, normalise, put_access, put_lea, unused};

use crate::fields::FieldId;
use crate::form::Coding::{Uniform, UniformPredicate, Unsigned};
use crate::form::{Field, Form, Meaning, Opcode, Operand, Slot, Space};
use crate::form_row::{form, unless};
use crate::instruction::PT;
use crate::instruction::volta::AccessForm;
use crate::part::{Part, Parts};

/// The highest stall count with a yield flag whose word has no reuse flags.
pub(crate) const LAST_WITHOUT_REUSE: i64 = 0xf;

const ALL: Parts = Parts::ALL;
const TO_75: Parts = Parts::to(Part::Sm75);
const TO_90: Parts = Parts::to(Part::Sm90);
const ON_75: Parts = FROM_75.up_to(Part::Sm75);
const FROM_75: Parts = Parts::from(Part::Sm75);
const FROM_80: Parts = Parts::from(Part::Sm80);
const FROM_90: Parts = Parts::from(Part::Sm90);
const FROM_100: Parts = Parts::from(Part::Sm100);
const FROM_120: Parts = Parts::from(Part::Sm120);
/// The parts whose text can hide a descriptor.
const HIDING: Parts = FROM_80.up_to(Part::Sm89);

/// Control fields of every word.
pub(crate) const CONTROL: &[Field] = fields![
    Issue Unsigned 109:105, WriteBarrier Unsigned 112:110, ReadBarrier Unsigned 115:113,
    Wait Unsigned 121:116, Reuse Unsigned 124:122
];

/// Fields of a form with a guard.
const GUARDED: &[Field] = fields![..CONTROL, Guard Unsigned 14:12, GuardInverted Unsigned 15];

/// Fields of a form with a uniform guard.
const UNIFORM: &[Field] =
    fields![..CONTROL, Guard UniformPredicate 14:12, GuardInverted Unsigned 15];

/// A uniform register in Rb's place.
const UNIFORM_LOW: &[Field] = fields![
    UniformRegister Uniform 37:32 on TO_90, UniformRegister Uniform 39:32 on FROM_100
];

/// A uniform register in Rc's place.
const UNIFORM_HIGH: &[Field] = fields![
    UniformRegister Uniform 69:64 on TO_90, UniformRegister Uniform 71:64 on FROM_100
];

/// An opcode.
const fn opcode(code: u16) -> Opcode {
    Opcode::of_13_bits(code)
}

/// The predicate that a load reads.
const READ: Slot = unless(PT as i64, Operand::Invertible(FieldId::ReadPredicate));

/// A descriptor before an address. `shown` is the field of a text that can hide its register.
const fn descriptor(shown: Option<FieldId>, usual: Option<i64>) -> Space {
    Space::Descriptor {
        field: FieldId::Descriptor,
        shown,
        usual,
    }
}

/// Row of a load or a store.
const fn access(of: AccessForm) -> Form {
    form(of.mnemonic(), Meaning::VoltaAccess(of))
}

/// The table.
pub static FORMS: [&[Form]; 6] = [
    lea::FORMS,
    global::FORMS,
    shared::FORMS,
    constant::FORMS,
    matrix::FORMS,
    wide::FORMS,
];

/// Opcodes of instructions that have a name here and nothing else.
const NAMES: &[(&str, Parts, &[u16])] = &[
    ("ATOM", ALL, &[0x38a, 0x38b]),
    ("ATOM", FROM_75, &[0x198a]),
    ("ATOM", FROM_80, &[0x1f8a]),
    ("ATOM", FROM_90, &[0x3a2, 0x19a2]),
    ("ATOMS", ALL, &[0x38c, 0x38d]),
    ("ATOMS", FROM_75, &[0x198c]),
    ("ATOMS", FROM_80, &[0x1f8c]),
    ("ATOMS", FROM_100, &[0x58d]),
    ("ATOMG", ALL, &[0x3a8, 0x3a9]),
    ("ATOMG", FROM_75, &[0x19a8]),
    ("ATOMG", FROM_90, &[0x3a3, 0x19a3]),
    ("RED", Parts::to(Part::Sm89), &[0x98e]),
    ("RED", FROM_75.up_to(Part::Sm89), &[0x198e]),
    ("REDG", FROM_90, &[0x98e, 0x198e, 0x9a6, 0x19a6]),
    ("LDGSTS", FROM_80, &[0x1dae, 0x1fae]),
];

/// Opcodes of instructions that are recognised by name alone, with their names.
pub(crate) fn names(part: Part) -> impl Iterator<Item = (Opcode, &'static str)> {
    let names = NAMES.iter().filter(move |(_, parts, _)| parts.has(part));
    names.flat_map(move |(name, _, codes)| {
        let opcode = move |code: &u16| (opcode(*code).on_part(part), *name);
        codes.iter().map(opcode)
    })
}
