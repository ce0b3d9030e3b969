//! The rows of accesses of 32 bytes, which have text alone.

use super::constant::{BINDLESS, INDEXED, MEMORY, UNIFORM_READ};
use super::control::{self, NO_READ_BARRIER, STORE};
use super::global::{
    EVICTION, LOAD_STRENGTH, ORDERED_STRENGTH, PREFETCH, SHORT_BASE, STORE_STRENGTH, USUAL,
};
use super::values::ALL_WORDS;
use super::{FROM_100, FROM_120, GUARDED, READ, UNIFORM, access, descriptor, opcode};
use crate::fields::FieldId::{self, DescriptorShown, UpperData, WordMask};
use crate::form::Coding::{self, FromLast, Register, Uniform, UniformPredicate, Unsigned};
use crate::form::{Address, Bare, Field, Modifier, Operand, Rule, Slot};
use crate::form_row::{DATA, OFFSET, at, required, unless};
use crate::instruction::RZ;
use crate::instruction::volta::AccessForm;
use crate::part::{Part, Parts};

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
const ALWAYS_E: Modifier = suffixes!(Wide: "E" 0);
const ALWAYS_256: Modifier = suffixes!(Size: "256" 0);
const LEVEL: Modifier = suffixes!(SecondLevel: "EFL2" 0, "ENL2" 1, "ELL2" 2);
const LOAD_LEVEL: Modifier = suffixes!(SecondLevel: "EFL2" 0, "ENL2" 1, "ELL2" 2, "RML2" 3);
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
    space: descriptor(None, Some(USUAL)),
    bare: Bare::Dropped(0),
    suffix: Some(suffixes!(BaseWidth: "U32" 0, "64" 1)),
    uniform: Some(FieldId::UniformRegister),
    ..crate::form_row::MEMORY
};
const SHOWING: Slot = at(&ADDRESS);
const HIDING: Slot = at(&Address {
    space: descriptor(Some(DescriptorShown), Some(USUAL)),
    ..ADDRESS
});
const UPPER: Slot = required(Operand::Register(UpperData));
const MASK: Slot = unless(ALL_WORDS, Operand::Number(WordMask));

const TEXT_ALONE: Rule = rule!(TextAlone "wide_access";
    "an access of 32 bytes, expected at most .128");
const NO_BASE: Rule = rule!(Refused "no_base" if Descriptor == 1, Address == RZ as i64;
    "RZ with a descriptor, expected another register");
/// The fourth second-level eviction is that of strong loads.
const STRONG_LEVEL: Rule = rule!(Refused "strong_level" on FROM_120 if SecondLevel == 3,
    Strength < 6;
    ".RML2 without .STRONG.GPU or .STRONG.GPU.PRIVATE, expected one of them");
const STRONG_LEVEL_ABOVE: Rule = Rule {
    tests: tests![SecondLevel == 3, Strength >= 8],
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

forms! {
    /// The rows.
    "LDG.256", FROM_100, access(AccessForm::LdgWide), opcode(0x197e),
        fields [
            ..LOAD, UniformRegister Uniform 39:32, Displacement STEPS 56:40,
            WordMask Unsigned 72 63:57
        ],
        LOAD_MODIFIERS, &[UPPER, DATA, SHOWING, MASK, READ], rules [..LOAD_RULES];
    "LDG.256", ON_89, access(AccessForm::LdgWide), opcode(0x197e),
        fields [..LOAD_89], LOAD_MODIFIERS, &[UPPER, DATA, HIDING, MASK, READ],
        rules [..LOAD_RULES];
    "STG.256", FROM_100, access(AccessForm::StgWide), opcode(0x197f),
        fields [
            ..STORED, UniformRegister Uniform 71:64, Displacement STEPS 58:40,
            WordMask Unsigned 90:88 63:59
        ],
        STORE_MODIFIERS, &[SHOWING, DATA, UPPER, MASK], rules [..STORE_RULES];
    "STG.256", ON_89, access(AccessForm::StgWide), opcode(0x197f),
        fields [..STORED_89], STORE_MODIFIERS, &[HIDING, DATA, UPPER, MASK],
        rules [..STORE_RULES];
    "LDCU.256", FROM_120, access(AccessForm::LdcuWide), opcode(0x1dac),
        fields [
            ..CONSTANT, Address Uniform 31:24, Bank Unsigned 58:54, Displacement OFFSET 53:37
        ],
        &[ALWAYS_256], &[UPPER, DATA, at(&INDEXED), MASK],
        rules [..control::LOAD, NO_READ_BARRIER, TEXT_ALONE];
    "LDCU.256.bindless", FROM_120, access(AccessForm::LdcuWide), opcode(0x15ac),
        fields [
            ..CONSTANT, Address Uniform 71:64, Handle Uniform 31:24, Displacement OFFSET 53:37
        ],
        &[ALWAYS_256], &[UPPER, DATA, at(&BINDLESS), MASK],
        rules [..control::LOAD, TEXT_ALONE];
    "LDCU.256.memory", FROM_120, access(AccessForm::LdcuMemoryWide), opcode(0x13ac),
        fields [
            ..CONSTANT, ReadPredicate UniformPredicate 90:87, Address Uniform 31:24,
            Displacement OFFSET 69:38
        ],
        &[ALWAYS_256], &[UPPER, DATA, at(&MEMORY), MASK, UNIFORM_READ],
        rules [..control::LOAD, NO_READ_BARRIER, TEXT_ALONE];
}
