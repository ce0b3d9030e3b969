//! The rows of loads and stores.

use super::ACCESS;
use crate::fields::FieldId;
use crate::form::Coding::Unsigned;
use crate::form::ImmediateKind::{Word, Word16, Word24};
use crate::form::{Field, Form, Modifier, Rule};
use crate::instruction::AccessForm;
use crate::row::{
    ADDRESS_24, ADDRESS_32, BASE_ALIGNED, BASE_FITS, DATA, GROUPS, INDEXED, MODE, MODE_ZERO,
    OFFSET, PAIR_ALIGNED, PAIR_FITS, PLG, SIZE, SIZE_OR_UNIFORM, SIZE_TO_64, STORE_CACHE, WIDE,
    access, fields, modifier, opcode, rules,
};

/// Cache operations of `LDG`.
const CACHE: Modifier = modifier(
    FieldId::Cache,
    &[("", 0), ("CA", 0), ("CG", 1), ("CI", 2), ("CV", 3)],
);
/// Cache operations of `LD`, with their aliases.
const GENERIC_CACHE: Modifier = modifier(
    FieldId::Cache,
    &[
        ("", 0),
        ("CA", 0),
        ("CS", 0),
        ("CG", 1),
        ("LU", 1),
        ("CI", 2),
        ("CV", 3),
    ],
);
/// Cache operations of `LDL`.
const LOCAL_CACHE: Modifier = modifier(FieldId::Cache, &[("", 0), ("LU", 1), ("CI", 2), ("CV", 3)]);
const UNIFORM: Modifier = modifier(FieldId::Uniform, &[("", 0), ("U", 1)]);
/// After `.U` the type is always printed.
const SIZE_AFTER_U: Modifier = Modifier {
    written_out_with: Some(FieldId::Uniform),
    ..SIZE
};

const WIDE_RULES: &[Rule] = rules![..GROUPS, BASE_ALIGNED, BASE_FITS];

const GENERIC: &[Field] = fields![
    ..ACCESS, Displacement OFFSET 51:20, Wide Unsigned 52, Size Unsigned 55:53,
    Cache Unsigned 57:56, Plg Unsigned 60:58
];
const GLOBAL: &[Field] = fields![
    ..ACCESS, Displacement OFFSET 43:20, Wide Unsigned 45, Cache Unsigned 47:46, Size Unsigned 50:48
];
const LOCAL: &[Field] = fields![
    ..ACCESS, Displacement OFFSET 43:20, Cache Unsigned 45:44, Size Unsigned 50:48
];

/// The rows.
pub static FORMS: [Form; 9] = [
    Form {
        opcode: opcode!(63:61 = 0x8000_0000_0000_0000),
        fields: GENERIC,
        modifiers: &[WIDE, GENERIC_CACHE, SIZE_OR_UNIFORM],
        operands: &[DATA, ADDRESS_32, PLG],
        rules: WIDE_RULES,
        ..access(AccessForm::Ld, Word)
    },
    Form {
        opcode: opcode!(63:61 = 0xa000_0000_0000_0000),
        fields: GENERIC,
        modifiers: &[WIDE, STORE_CACHE, SIZE],
        operands: &[ADDRESS_32, DATA, PLG],
        rules: WIDE_RULES,
        ..access(AccessForm::St, Word)
    },
    Form {
        opcode: opcode!(63:51 = 0xeed0_0000_0000_0000),
        fields: GLOBAL,
        modifiers: &[WIDE, CACHE, SIZE_OR_UNIFORM],
        operands: &[DATA, ADDRESS_24],
        rules: WIDE_RULES,
        ..access(AccessForm::Ldg, Word24)
    },
    Form {
        opcode: opcode!(63:51 = 0xeed8_0000_0000_0000),
        fields: GLOBAL,
        modifiers: &[WIDE, STORE_CACHE, SIZE],
        operands: &[ADDRESS_24, DATA],
        rules: WIDE_RULES,
        ..access(AccessForm::Stg, Word24)
    },
    Form {
        opcode: opcode!(63:51 = 0xef40_0000_0000_0000),
        fields: LOCAL,
        modifiers: &[LOCAL_CACHE, SIZE],
        operands: &[DATA, ADDRESS_24],
        rules: GROUPS,
        ..access(AccessForm::Ldl, Word24)
    },
    Form {
        opcode: opcode!(63:51 = 0xef50_0000_0000_0000),
        fields: LOCAL,
        modifiers: &[STORE_CACHE, SIZE],
        operands: &[ADDRESS_24, DATA],
        rules: GROUPS,
        ..access(AccessForm::Stl, Word24)
    },
    Form {
        opcode: opcode!(63:51 = 0xef48_0000_0000_0000),
        fields: fields![
            ..ACCESS, Displacement OFFSET 43:20, Uniform Unsigned 44, Size Unsigned 50:48
        ],
        modifiers: &[UNIFORM, SIZE_AFTER_U],
        operands: &[DATA, ADDRESS_24],
        rules: GROUPS,
        ..access(AccessForm::Lds, Word24)
    },
    Form {
        opcode: opcode!(63:51 = 0xef58_0000_0000_0000),
        fields: fields![..ACCESS, Displacement OFFSET 43:20, Size Unsigned 50:48],
        modifiers: &[SIZE],
        operands: &[ADDRESS_24, DATA],
        rules: GROUPS,
        ..access(AccessForm::Sts, Word24)
    },
    Form {
        opcode: opcode!(63:51 = 0xef90_0000_0000_0000),
        fields: fields![
            ..ACCESS, Displacement OFFSET 35:20, Bank Unsigned 40:36, Mode Unsigned 45:44,
            Size Unsigned 50:48
        ],
        modifiers: &[SIZE_TO_64, MODE],
        operands: &[DATA, INDEXED],
        rules: &[PAIR_ALIGNED, PAIR_FITS, MODE_ZERO],
        ..access(AccessForm::Ldc, Word16)
    },
];
