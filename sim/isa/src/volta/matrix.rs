//! The rows of loads and stores of matrices, which have text alone.

use super::control::{self, STORE};
use super::{
    FROM_75, FROM_80, FROM_90, FROM_100, GUARDED, ON_75, TO_90, UNIFORM_HIGH, UNIFORM_LOW, access,
    opcode, shared,
};
use crate::form::Coding::{Register, Unsigned};
use crate::form::{Address, Bare, Field, Modifier, Rule, Slot};
use crate::form_row::{ADDRESS_24, DATA, MEMORY, OFFSET, RANGES_24, at};
use crate::instruction::volta::AccessForm;

const MATRIX: &[Field] = fields![
    ..GUARDED, Address Register 31:24, Displacement OFFSET 63:40, Count Unsigned 73:72
];
const LOAD: &[Field] = fields![
    ..MATRIX, Data Register 23:16, Element Unsigned 77:75, Shape Unsigned 79:78 on TO_90,
    Shape Unsigned 80:78 on FROM_100
];
const STORED: &[Field] = fields![
    ..MATRIX, Data Register 39:32, Element Unsigned 75, Shape Unsigned 78 on TO_90,
    Shape Unsigned 79:78 on FROM_100
];

const COUNT: Modifier = suffixes!(Count: "" 0, "2" 1, "4" 2);
/// Elements; those of 8 bits and fewer came with sm_100.
macro_rules! elements {
    ($($text:literal $value:literal),*) => {
        [
            suffixes!(Element: "16" 0).on(TO_90),
            suffixes!(Element: "16" 0, $($text $value),*).on(FROM_100),
        ]
    };
}
const LOAD_ELEMENTS: [Modifier; 2] = elements!("U4x16P64TO8" 5, "U6x16P32TO8" 6, "8" 7);
const STORE_ELEMENTS: [Modifier; 2] = elements!("8" 1);
const LOAD_SHAPE: Modifier = suffixes!(Shape: "M88" 0, "MT88" 1, "M816" 2, "M832" 3, "MT1616" 4);
const LOAD_MODIFIERS: &[Modifier] = &[
    LOAD_ELEMENTS[0],
    LOAD_ELEMENTS[1],
    Modifier {
        spellings: LOAD_SHAPE.spellings.split_at(4).0,
        ..LOAD_SHAPE.on(TO_90)
    },
    LOAD_SHAPE.on(FROM_100),
    COUNT,
];
const STORE_MODIFIERS: &[Modifier] = &[
    STORE_ELEMENTS[0],
    STORE_ELEMENTS[1],
    suffixes!(Shape: "M88" 0, "MT88" 1).on(TO_90),
    suffixes!(Shape: "M88" 0, "MT88" 1, "MT168" 2).on(FROM_100),
    COUNT,
];

const PLAIN: Address = Address {
    bare: Bare::Zero,
    ranges: Some(&RANGES_24),
    ..MEMORY
};
const SIGNED: Slot = at(&PLAIN);
const UNIFORM: Slot = at(&shared::UNIFORM);
/// sm_75 prints the offset unsigned beside a uniform register too.
const UNIFORM_ON_75: Slot = at(&Address {
    bare: Bare::Unsigned,
    ..shared::UNIFORM
});

const TEXT_ALONE: Rule = rule!(TextAlone "matrix";
    "a load or a store of matrices, expected LDS or STS");
const LOAD_RULES: &[Rule] = rules![..control::LOAD, TEXT_ALONE];
const STORE_RULES: &[Rule] = rules![..LOAD_RULES, STORE];

forms! {
    /// The rows.
    "LDSM", FROM_75, access(AccessForm::Ldsm), opcode(0x083b),
        fields [..LOAD], LOAD_MODIFIERS, &[DATA, ADDRESS_24.on(ON_75), SIGNED.on(FROM_80)],
        rules [..LOAD_RULES];
    "LDSM.ureg", FROM_75, access(AccessForm::Ldsm), opcode(0x183b),
        fields [..LOAD, ..UNIFORM_LOW], LOAD_MODIFIERS,
        &[DATA, UNIFORM_ON_75.on(ON_75), UNIFORM.on(FROM_80)], rules [..LOAD_RULES];
    "STSM", FROM_90, access(AccessForm::Stsm), opcode(0x0844),
        fields [..STORED], STORE_MODIFIERS, &[SIGNED, DATA], rules [..STORE_RULES];
    "STSM.ureg", FROM_90, access(AccessForm::Stsm), opcode(0x1844),
        fields [..STORED, ..UNIFORM_HIGH], STORE_MODIFIERS, &[UNIFORM, DATA],
        rules [..STORE_RULES];
}
