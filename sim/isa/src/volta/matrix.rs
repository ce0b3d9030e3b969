//! The rows of loads and stores of matrices, which have text alone.

use super::control::{self, STORE};
use super::{
    FROM_75, FROM_80, FROM_90, FROM_100, GUARDED, ON_75, TO_90, UNIFORM_HIGH, UNIFORM_LOW, access,
    opcode,
};
use crate::fields::FieldId::{self, Count, Element, Shape};
use crate::form::Coding::{Register, Unsigned};
use crate::form::{Address, Bare, Field, Form, Modifier, Operand, Rule, Slot};
use crate::instruction::volta::AccessForm;
use crate::row::{
    ADDRESS_24, DATA, MEMORY, OFFSET, RANGES_24, fields, modifier, not_executed, required, rules,
};

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

const COUNT: Modifier = modifier(Count, &[("", 0), ("2", 1), ("4", 2)]);
/// Elements; those of 8 bits and fewer came with sm_100.
macro_rules! elements {
    ($($more:expr),*) => {
        [
            modifier(Element, &[("16", 0)]).on(TO_90),
            modifier(Element, &[("16", 0), $($more),*]).on(FROM_100),
        ]
    };
}
const LOAD_ELEMENTS: [Modifier; 2] = elements!(("U4x16P64TO8", 5), ("U6x16P32TO8", 6), ("8", 7));
const STORE_ELEMENTS: [Modifier; 2] = elements!(("8", 1));
const LOAD_SHAPE: Modifier = modifier(
    Shape,
    &[
        ("M88", 0),
        ("MT88", 1),
        ("M816", 2),
        ("M832", 3),
        ("MT1616", 4),
    ],
);
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
    modifier(Shape, &[("M88", 0), ("MT88", 1)]).on(TO_90),
    modifier(Shape, &[("M88", 0), ("MT88", 1), ("MT168", 2)]).on(FROM_100),
    COUNT,
];

const PLAIN: Address = Address {
    bare: Bare::Zero,
    ranges: Some(&RANGES_24),
    ..MEMORY
};
const SIGNED: Slot = required(Operand::Address(&PLAIN));
const WITH_UNIFORM: Address = Address {
    uniform: Some(FieldId::UniformRegister),
    ..PLAIN
};
const UNIFORM: Slot = required(Operand::Address(&WITH_UNIFORM));
/// sm_75 prints the offset unsigned beside a uniform register too.
const UNIFORM_ON_75: Slot = required(Operand::Address(&Address {
    bare: Bare::Unsigned,
    ..WITH_UNIFORM
}));

const TEXT_ALONE: Rule = not_executed(
    "matrix",
    "loads and stores of matrices are not executed, expected LDS or STS",
    &[],
);
const LOAD_RULES: &[Rule] = rules![..control::LOAD, TEXT_ALONE];
const STORE_RULES: &[Rule] = rules![..LOAD_RULES, STORE];

/// The rows.
pub static FORMS: [Form; 4] = [
    Form {
        parts: FROM_75,
        opcode: opcode(0x083b),
        fields: LOAD,
        modifiers: LOAD_MODIFIERS,
        operands: &[DATA, ADDRESS_24.on(ON_75), SIGNED.on(FROM_80)],
        rules: LOAD_RULES,
        ..access(AccessForm::Ldsm)
    },
    Form {
        name: "LDSM.ureg",
        parts: FROM_75,
        opcode: opcode(0x183b),
        fields: fields![..LOAD, ..UNIFORM_LOW],
        modifiers: LOAD_MODIFIERS,
        operands: &[DATA, UNIFORM_ON_75.on(ON_75), UNIFORM.on(FROM_80)],
        rules: LOAD_RULES,
        ..access(AccessForm::Ldsm)
    },
    Form {
        parts: FROM_90,
        opcode: opcode(0x0844),
        fields: STORED,
        modifiers: STORE_MODIFIERS,
        operands: &[SIGNED, DATA],
        rules: STORE_RULES,
        ..access(AccessForm::Stsm)
    },
    Form {
        name: "STSM.ureg",
        parts: FROM_90,
        opcode: opcode(0x1844),
        fields: fields![..STORED, ..UNIFORM_HIGH],
        modifiers: STORE_MODIFIERS,
        operands: &[UNIFORM, DATA],
        rules: STORE_RULES,
        ..access(AccessForm::Stsm)
    },
];
