//! The rows of loads from constant banks, and of uniform loads from memory.

use super::control::{self, NO_READ_BARRIER};
use super::{ALL, FROM_75, FROM_80, FROM_100, FROM_120, GUARDED, TO_90, UNIFORM, access, opcode};
use crate::fields::FieldId::{self, Address as Base, ReadPredicate};
use crate::form::Coding::{self, Register, Uniform, UniformPredicate, Unsigned};
use crate::form::{Address, Bare, Field, Modifier, Operand, Rule, Slot, Space};
use crate::form_row::{
    B64, B128, DATA, IN_BANK, MODE, OFFSET, PAIR_ALIGNED, PAIR_FITS, QUAD_ALIGNED, SIZE,
    SIZE_TO_64, at, required,
};
use crate::instruction::volta::AccessForm;
use crate::instruction::{PT, RZ};
use crate::part::{Part, Parts};

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

const UNPACK: Modifier = suffixes!(Unpack: "" 0, "TEXUNPACK" 1, "HDRUNPACK" 2);
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
/// The uniform predicate that LDCU reads.
pub(super) const UNIFORM_READ: Slot = required(Operand::Invertible(ReadPredicate));
/// The uniform predicate that ULDC reads beside a base.
const READ_WITH_BASE: Slot = UNIFORM_READ.when(tests![Address != RZ as i64], PT as i64);

const BINDLESS_RULE: Rule = rule!(TextAlone "bindless";
    "a load from a bindless bank, expected c[bank]");
const MEMORY_RULE: Rule = rule!(TextAlone "uniform_memory";
    "a uniform load from memory, expected c[bank]");
const MODE_RULE: Rule = rule!(TextAlone "ldc_mode" if Mode != 0;
    "a mode of LDC, expected none");
/// Groups of uniform registers.
const UNIFORM_GROUPS: &[Rule] = &[
    PAIR_ALIGNED,
    QUAD_ALIGNED,
    rule!(NotExecuted "pair_fits" on TO_90 if Size == B64, Data == 62;
        "the data pair runs past UR62, expected UR0 to UR60 or URZ"),
    rule!(NotExecuted "pair_fits" on FROM_100 if Size == B64, Data == 254;
        "the data pair runs past UR254, expected UR0 to UR252 or URZ"),
    rule!(NotExecuted "quad_fits" if Size >= B128, Data >= 252, Data != RZ as i64;
        "the data quad runs past UR254, expected UR0 to UR248 or URZ"),
];
const UNPACK_RULE: Rule = rule!(TextAlone "unpack" on FROM_100 if Unpack != 0;
    "an unpacking LDCU, expected none");
const UNINDEXED: Rule = rule!(Refused "unindexed" on ON_100 if Address != RZ as i64;
    "an index in a bindless bank, expected URZ");
const NO_READ_BARRIER_ON_100: Rule = NO_READ_BARRIER.on(ON_100);

forms! {
    /// The rows.
    "LDC", ALL, access(AccessForm::Ldc), opcode(0x0b82),
        fields [..LDC, Address Register 31:24, Bank Unsigned 58:54, Mode Unsigned 79:78],
        &[SIZE_TO_64, MODE], &[DATA, at(&INDEXED)],
        rules [..control::LOAD, PAIR_ALIGNED, PAIR_FITS, MODE_RULE];
    "LDC.bindless", FROM_75, access(AccessForm::Ldc), opcode(0x1582),
        fields [
            ..LDC, Address Register 71:64, Handle Uniform 29:24 on TO_90,
            Handle Uniform 31:24 on FROM_100, Mode Unsigned 79:78 on FROM_80
        ],
        &[SIZE_TO_64, MODE.on(FROM_80)], &[DATA, at(&Address { bare: Bare::Unsigned, ..BINDLESS })],
        rules [..control::LOAD, PAIR_ALIGNED, PAIR_FITS, BINDLESS_RULE];
    "ULDC", ULDC, access(AccessForm::Uldc), opcode(0x0ab9),
        fields [..ULDC_FIELDS, Bank Unsigned 58:54, Displacement OFFSET 53:38], ULDC_MODIFIERS,
        &[DATA, at(&Address { base: None, bare: Bare::Number, ..INDEXED })],
        rules [..control::UNIFORM, ..UNIFORM_GROUPS];
    "ULDC.bindless", ULDC, access(AccessForm::Uldc), opcode(0x1ab9),
        fields [..ULDC_FIELDS, Handle Uniform 29:24, Displacement BYTES 53:38], ULDC_MODIFIERS,
        &[DATA, at(&Address { base: None, bare: Bare::Number, ..BINDLESS })],
        rules [..control::UNIFORM, BINDLESS_RULE];
    "ULDC.indexed", ULDC, access(AccessForm::Uldc), opcode(0x1abb),
        fields [
            ..ULDC_FIELDS, Address Uniform 29:24, Bank Unsigned 58:54, Displacement OFFSET 53:38
        ],
        ULDC_MODIFIERS, &[DATA, at(&Address { bare: Bare::Kept, ..INDEXED })],
        rules [..control::UNIFORM, ..UNIFORM_GROUPS];
    "ULDC.memory", ULDC, access(AccessForm::UldcMemory), opcode(0x18b8),
        fields [..ULDC_FIELDS, ..PREDICATE, Address Uniform 29:24, Displacement OFFSET 69:38],
        ULDC_MODIFIERS, &[DATA, at(&Address { bare: Bare::Unsigned, ..MEMORY }), READ_WITH_BASE],
        rules [..control::UNIFORM, MEMORY_RULE];
    "LDCU", FROM_100, access(AccessForm::Ldcu), opcode(0x17ac),
        fields [..LDCU, Address Uniform 31:24, Bank Unsigned 58:54, Displacement OFFSET 53:37],
        LDCU_MODIFIERS, &[DATA, at(&INDEXED)],
        rules [..control::LOAD, NO_READ_BARRIER, UNPACK_RULE, ..UNIFORM_GROUPS];
    "LDCU.memory", FROM_100, access(AccessForm::LdcuMemory), opcode(0x19ac),
        fields [..LDCU, ..PREDICATE, Address Uniform 31:24, Displacement OFFSET 69:38],
        LDCU_MODIFIERS, &[DATA, at(&MEMORY), UNIFORM_READ],
        rules [..control::LOAD, NO_READ_BARRIER, MEMORY_RULE];
    "LDCU.bindless", FROM_100, access(AccessForm::Ldcu), opcode(0x1bac),
        fields [..LDCU, Address Uniform 71:64, Handle Uniform 31:24, Displacement OFFSET 53:37],
        LDCU_MODIFIERS, &[DATA, at(&BINDLESS)],
        rules [..control::LOAD, NO_READ_BARRIER_ON_100, UNINDEXED, BINDLESS_RULE];
}
