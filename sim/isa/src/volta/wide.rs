//! The rows of accesses of 32 bytes, which have text alone.

use super::constant::{BINDLESS, INDEXED, MEMORY, UNIFORM_READ, at};
use super::control::{self, NO_READ_BARRIER, STORE};
use super::global::{EVICTION, LOAD_STRENGTH, ORDERED_STRENGTH, PREFETCH, STORE_STRENGTH, USUAL};
use super::values::ALL_WORDS;
use super::{FROM_100, FROM_120, GUARDED, READ, UNIFORM, access, opcode};
use crate::fields::FieldId::{
    self, Address as Base, BaseWidth, Descriptor, DescriptorShown, SecondLevel, UpperData, WordMask,
};
use crate::form::Coding::{self, FromLast, Register, Uniform, UniformPredicate, Unsigned};
use crate::form::{
    Address, Bare, Field, Form, Meaning, Modifier, Operand, Rule, Slot, Space, Test,
};
use crate::instruction::RZ;
use crate::instruction::volta::AccessForm;
use crate::part::{Part, Parts};
use crate::row::{DATA, OFFSET, fields, modifier, not_executed, refused, required, rules, unless};

/// nvdisasm has them on sm_89, at other places; no compiler makes them there.
const ON_89: Parts = Parts::from(Part::Sm89).up_to(Part::Sm89);

/// Offsets count 32 bytes.
const STEPS: Coding = Coding::Wrapping { shift: 5 };

const GLOBAL: &[Field] = fields![
    ..GUARDED, Address Register 31:24, BaseWidth Unsigned 75, Descriptor Unsigned 76,
    Strength Unsigned 80:77, SecondLevel Unsigned 82:81, Cache Unsigned 86:84
];
const LOAD: &[Field] = fields![
    ..GLOBAL, Data Register 23:16, UpperData Register 71:64, Prefetch Unsigned 74:73,
    ReadPredicate FromLast 90:87
];
const STORED: &[Field] = fields![..GLOBAL, Data Register 39:32, UpperData Register 23:16];
const LOAD_89: &[Field] = fields![
    ..LOAD, UniformRegister Uniform 37:32, Displacement STEPS 58:40,
    WordMask Unsigned 72 63:59 39:38, DescriptorShown Unsigned 101
];
const STORED_89: &[Field] = fields![
    ..GLOBAL, Data Register 39:32, UpperData Register 23:16, UniformRegister Uniform 69:64,
    Displacement STEPS 58:40, WordMask Unsigned 72:70 63:59, DescriptorShown Unsigned 101
];
const CONSTANT: &[Field] = fields![
    ..UNIFORM, Data Uniform 23:16, UpperData Uniform 79:72, WordMask Unsigned 83:80 35:32
];

/// `.E`, which no bit says.
const ALWAYS_E: Modifier = modifier(FieldId::Wide, &[("E", 0)]);
const ALWAYS_256: Modifier = modifier(FieldId::Size, &[("256", 0)]);
const LEVEL: Modifier = modifier(SecondLevel, &[("EFL2", 0), ("ENL2", 1), ("ELL2", 2)]);
const LOAD_LEVEL: Modifier = modifier(
    SecondLevel,
    &[("EFL2", 0), ("ENL2", 1), ("ELL2", 2), ("RML2", 3)],
);
const LOAD_MODIFIERS: &[Modifier] = &[
    ALWAYS_E,
    EVICTION,
    LEVEL.on(Parts::to(Part::Sm110)),
    LOAD_LEVEL.on(FROM_120),
    PREFETCH,
    ALWAYS_256,
    LOAD_STRENGTH,
];
const STORE_MODIFIERS: &[Modifier] = &[
    ALWAYS_E,
    EVICTION,
    LEVEL,
    ALWAYS_256,
    STORE_STRENGTH.on(ON_89),
    ORDERED_STRENGTH.on(FROM_100),
];

const ADDRESS: Address = Address {
    space: Space::Descriptor {
        field: Descriptor,
        shown: None,
        usual: Some(USUAL),
    },
    bare: Bare::Dropped(0),
    suffix: Some(modifier(BaseWidth, &[("U32", 0), ("64", 1)])),
    uniform: Some(FieldId::UniformRegister),
    ..crate::row::MEMORY
};
const SHOWING: Slot = required(Operand::Address(&ADDRESS));
const HIDING: Slot = required(Operand::Address(&Address {
    space: Space::Descriptor {
        field: Descriptor,
        shown: Some(DescriptorShown),
        usual: Some(USUAL),
    },
    ..ADDRESS
}));
const UPPER: Slot = required(Operand::Register(UpperData));
const MASK: Slot = unless(ALL_WORDS, Operand::Number(WordMask));

const TEXT_ALONE: Rule = not_executed(
    "wide_access",
    "accesses of 32 bytes are not executed, expected at most .128",
    &[],
);
const SHORT_BASE: Rule = refused(
    "short_base",
    "a base .U32 with a descriptor, expected .64",
    &[Test::Is(Descriptor, 1), Test::Is(BaseWidth, 0)],
);
const NO_BASE: Rule = refused(
    "no_base",
    "RZ with a descriptor, expected another register",
    &[Test::Is(Descriptor, 1), Test::Is(Base, RZ as i64)],
);
/// The fourth second-level eviction is that of strong loads.
const STRONG_LEVEL: Rule = refused(
    "strong_level",
    ".RML2 without .STRONG.GPU or .STRONG.GPU.PRIVATE, expected one of them",
    &[Test::Is(SecondLevel, 3), Test::Below(FieldId::Strength, 6)],
)
.on(FROM_120);
const STRONG_LEVEL_ABOVE: Rule = Rule {
    tests: &[
        Test::Is(SecondLevel, 3),
        Test::AtLeast(FieldId::Strength, 8),
    ],
    ..STRONG_LEVEL
};
const LOAD_RULES: &[Rule] = rules![
    ..control::LOAD,
    SHORT_BASE,
    NO_BASE,
    STRONG_LEVEL,
    STRONG_LEVEL_ABOVE,
    TEXT_ALONE
];
const STORE_RULES: &[Rule] = rules![..control::LOAD, SHORT_BASE, NO_BASE, STORE, TEXT_ALONE];

const LDG: Form = Form {
    name: "LDG.256",
    parts: FROM_100,
    opcode: opcode(0x197e),
    fields: fields![
        ..LOAD, UniformRegister Uniform 39:32, Displacement STEPS 56:40,
        WordMask Unsigned 72 63:57
    ],
    modifiers: LOAD_MODIFIERS,
    operands: &[UPPER, DATA, SHOWING, MASK, READ],
    rules: LOAD_RULES,
    ..access(AccessForm::LdgWide)
};
const STG: Form = Form {
    name: "STG.256",
    parts: FROM_100,
    opcode: opcode(0x197f),
    fields: fields![
        ..STORED, UniformRegister Uniform 71:64, Displacement STEPS 58:40,
        WordMask Unsigned 90:88 63:59
    ],
    modifiers: STORE_MODIFIERS,
    operands: &[SHOWING, DATA, UPPER, MASK],
    rules: STORE_RULES,
    ..access(AccessForm::StgWide)
};
const LDCU: Form = Form {
    parts: FROM_120,
    modifiers: &[ALWAYS_256],
    rules: rules![..control::LOAD, NO_READ_BARRIER, TEXT_ALONE],
    ..access(AccessForm::LdcuWide)
};

const LDCU_MEMORY: Form = Form {
    meaning: Meaning::VoltaAccess(AccessForm::LdcuMemoryWide),
    ..LDCU
};

/// The rows.
pub static FORMS: [Form; 7] = [
    LDG,
    Form {
        parts: ON_89,
        fields: LOAD_89,
        operands: &[UPPER, DATA, HIDING, MASK, READ],
        ..LDG
    },
    STG,
    Form {
        parts: ON_89,
        fields: STORED_89,
        operands: &[HIDING, DATA, UPPER, MASK],
        ..STG
    },
    Form {
        name: "LDCU.256",
        opcode: opcode(0x1dac),
        fields: fields![
            ..CONSTANT, Address Uniform 31:24, Bank Unsigned 58:54, Displacement OFFSET 53:37
        ],
        operands: &[UPPER, DATA, at(&INDEXED), MASK],
        ..LDCU
    },
    Form {
        name: "LDCU.256.bindless",
        opcode: opcode(0x15ac),
        fields: fields![
            ..CONSTANT, Address Uniform 71:64, Handle Uniform 31:24, Displacement OFFSET 53:37
        ],
        operands: &[UPPER, DATA, at(&BINDLESS), MASK],
        rules: rules![..control::LOAD, TEXT_ALONE],
        ..LDCU
    },
    Form {
        name: "LDCU.256.memory",
        opcode: opcode(0x13ac),
        fields: fields![
            ..CONSTANT, ReadPredicate UniformPredicate 90:87, Address Uniform 31:24,
            Displacement OFFSET 69:38
        ],
        operands: &[UPPER, DATA, at(&MEMORY), MASK, UNIFORM_READ],
        ..LDCU_MEMORY
    },
];
