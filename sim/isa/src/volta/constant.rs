//! The rows of loads from constant banks, and of uniform loads from memory.

use super::control::{self, NO_READ_BARRIER};
use super::{FROM_75, FROM_80, FROM_100, FROM_120, GUARDED, TO_90, UNIFORM, access, opcode};
use crate::fields::FieldId::{self, Address as Base, ReadPredicate, Unpack};
use crate::form::Coding::{self, Register, Uniform, UniformPredicate, Unsigned};
use crate::form::{Address, Bare, Field, Form, Modifier, Operand, Rule, Slot, Space, Test};
use crate::instruction::volta::AccessForm;
use crate::instruction::{PT, RZ};
use crate::part::{Part, Parts};
use crate::row::{
    DATA, IN_BANK, MODE, MODE_ZERO, OFFSET, PAIR_ALIGNED, PAIR_FITS, SIZE, SIZE_TO_64, fields,
    modifier, not_executed, refused, required, rules,
};

/// The parts that have ULDC.
const ULDC: Parts = FROM_75.up_to(Part::Sm90);
/// Blackwell before sm_120.
const ON_100: Parts = FROM_100.up_to(Part::Sm110);

/// Offsets in bindless banks of ULDC print unsigned.
const BYTES: Coding = Coding::Unsigned;

const LDC: &[Field] = fields![
    ..GUARDED, Data Register 23:16, Size Unsigned 75:73, Displacement OFFSET 53:38
];
const ULDC_FIELDS: &[Field] = fields![..UNIFORM, Data Uniform 21:16, Size Unsigned 75:73];
const LDCU: &[Field] = fields![
    ..UNIFORM, Data Uniform 23:16, Size Unsigned 75:73, Unpack Unsigned 80 on ON_100,
    Unpack Unsigned 81:80 on FROM_120
];
/// Uniform predicate that is read.
const PREDICATE: &[Field] = fields![ReadPredicate UniformPredicate 90:87];

const BINDLESS_MODE: Modifier = Modifier {
    parts: FROM_80,
    ..MODE
};
const UNPACK: Modifier = modifier(Unpack, &[("", 0), ("TEXUNPACK", 1), ("HDRUNPACK", 2)]);
const ULDC_MODIFIERS: &[Modifier] = &[SIZE_TO_64];
const LDCU_MODIFIERS: &[Modifier] = &[SIZE, UNPACK];

/// An address in a bank with an index.
pub(super) const INDEXED: Address = Address {
    base: Some(Base),
    bare: Bare::Zero,
    offset: FieldId::Displacement,
    ..IN_BANK
};
/// An address in a bindless bank with an index.
pub(super) const BINDLESS: Address = Address {
    space: Space::Bindless(FieldId::Handle),
    ..INDEXED
};
/// An address in memory, of uniform registers.
pub(super) const MEMORY: Address = Address {
    space: Space::Memory,
    ..INDEXED
};
const UNSIGNED_BINDLESS: Address = Address {
    bare: Bare::Unsigned,
    ..BINDLESS
};
const UNSIGNED_MEMORY: Address = Address {
    bare: Bare::Unsigned,
    ..MEMORY
};
pub(super) const fn at(address: &'static Address) -> Slot {
    required(Operand::Address(address))
}
/// The uniform predicate that LDCU reads.
pub(super) const UNIFORM_READ: Slot = required(Operand::Invertible(ReadPredicate));
/// The uniform predicate that ULDC reads beside a base.
const READ_WITH_BASE: Slot = UNIFORM_READ.when(&[Test::IsNot(Base, RZ as i64)], PT as i64);

const BINDLESS_RULE: Rule = not_executed(
    "bindless",
    "loads from bindless banks are not executed, expected c[bank]",
    &[],
);
const MEMORY_RULE: Rule = not_executed(
    "uniform_memory",
    "uniform loads from memory are not executed, expected c[bank]",
    &[],
);
const UNINDEXED: Rule = refused(
    "unindexed",
    "an index in a bindless bank, expected URZ",
    &[Test::IsNot(Base, RZ as i64)],
)
.on(ON_100);
const LDC_RULES: &[Rule] = rules![..control::LOAD, PAIR_ALIGNED, PAIR_FITS, MODE_ZERO];
const LDC_BINDLESS_MODE: Rule = MODE_ZERO.on(FROM_80);
const NO_READ_BARRIER_ON_100: Rule = NO_READ_BARRIER.on(ON_100);

/// The rows.
pub static FORMS: [Form; 9] = [
    Form {
        opcode: opcode(0x0b82),
        fields: fields![
            ..LDC, Address Register 31:24, Bank Unsigned 58:54, Mode Unsigned 79:78
        ],
        modifiers: &[SIZE_TO_64, MODE],
        operands: &[DATA, at(&INDEXED)],
        rules: LDC_RULES,
        ..access(AccessForm::Ldc)
    },
    Form {
        name: "LDC.bindless",
        parts: FROM_75,
        opcode: opcode(0x1582),
        fields: fields![
            ..LDC, Address Register 71:64, Handle Uniform 29:24 on TO_90,
            Handle Uniform 31:24 on FROM_100, Mode Unsigned 79:78 on FROM_80
        ],
        modifiers: &[SIZE_TO_64, BINDLESS_MODE],
        operands: &[DATA, at(&UNSIGNED_BINDLESS)],
        rules: rules![
            ..control::LOAD,
            PAIR_ALIGNED,
            PAIR_FITS,
            LDC_BINDLESS_MODE,
            BINDLESS_RULE
        ],
        ..access(AccessForm::Ldc)
    },
    Form {
        parts: ULDC,
        opcode: opcode(0x0ab9),
        fields: fields![..ULDC_FIELDS, Bank Unsigned 58:54, Displacement OFFSET 53:38],
        modifiers: ULDC_MODIFIERS,
        operands: &[
            DATA,
            at(&Address {
                base: None,
                bare: Bare::Number,
                ..INDEXED
            }),
        ],
        rules: rules![..control::UNIFORM],
        ..access(AccessForm::Uldc)
    },
    Form {
        name: "ULDC.bindless",
        parts: ULDC,
        opcode: opcode(0x1ab9),
        fields: fields![..ULDC_FIELDS, Handle Uniform 29:24, Displacement BYTES 53:38],
        modifiers: ULDC_MODIFIERS,
        operands: &[
            DATA,
            at(&Address {
                base: None,
                bare: Bare::Number,
                ..BINDLESS
            }),
        ],
        rules: rules![..control::UNIFORM, BINDLESS_RULE],
        ..access(AccessForm::Uldc)
    },
    Form {
        name: "ULDC.indexed",
        parts: ULDC,
        opcode: opcode(0x1abb),
        fields: fields![
            ..ULDC_FIELDS, Address Uniform 29:24, Bank Unsigned 58:54, Displacement OFFSET 53:38
        ],
        modifiers: ULDC_MODIFIERS,
        operands: &[
            DATA,
            at(&Address {
                bare: Bare::Kept,
                ..INDEXED
            }),
        ],
        rules: rules![..control::UNIFORM],
        ..access(AccessForm::Uldc)
    },
    Form {
        name: "ULDC.memory",
        parts: ULDC,
        opcode: opcode(0x18b8),
        fields: fields![
            ..ULDC_FIELDS, ..PREDICATE, Address Uniform 29:24, Displacement OFFSET 69:38
        ],
        modifiers: ULDC_MODIFIERS,
        operands: &[DATA, at(&UNSIGNED_MEMORY), READ_WITH_BASE],
        rules: rules![..control::UNIFORM, MEMORY_RULE],
        ..access(AccessForm::UldcMemory)
    },
    Form {
        parts: FROM_100,
        name: "LDCU",
        opcode: opcode(0x17ac),
        fields: fields![
            ..LDCU, Address Uniform 31:24, Bank Unsigned 58:54, Displacement OFFSET 53:37
        ],
        modifiers: LDCU_MODIFIERS,
        operands: &[DATA, at(&INDEXED)],
        rules: rules![..control::LOAD, NO_READ_BARRIER],
        ..access(AccessForm::Ldcu)
    },
    Form {
        name: "LDCU.memory",
        parts: FROM_100,
        opcode: opcode(0x19ac),
        fields: fields![
            ..LDCU, ..PREDICATE, Address Uniform 31:24, Displacement OFFSET 69:38
        ],
        modifiers: LDCU_MODIFIERS,
        operands: &[DATA, at(&MEMORY), UNIFORM_READ],
        rules: rules![..control::LOAD, NO_READ_BARRIER, MEMORY_RULE],
        ..access(AccessForm::LdcuMemory)
    },
    Form {
        name: "LDCU.bindless",
        parts: FROM_100,
        opcode: opcode(0x1bac),
        fields: fields![
            ..LDCU, Address Uniform 71:64, Handle Uniform 31:24, Displacement OFFSET 53:37
        ],
        modifiers: LDCU_MODIFIERS,
        operands: &[DATA, at(&BINDLESS)],
        rules: rules![
            ..control::LOAD,
            NO_READ_BARRIER_ON_100,
            UNINDEXED,
            BINDLESS_RULE
        ],
        ..access(AccessForm::Ldcu)
    },
];
