//! The rows of loads and stores.

use super::ACCESS;
use crate::fields::FieldId;
use crate::form::Coding::Unsigned;
use crate::form::ImmediateKind::{Word, Word16, Word24};
use crate::form::{Field, Modifier, Rule};
use crate::form_row::{
    ADDRESS_24, ADDRESS_32, BASE_ALIGNED, BASE_FITS, DATA, GROUPS, INDEXED, MODE, MODE_ZERO,
    OFFSET, PAIR_ALIGNED, PAIR_FITS, PLG, SIZE, SIZE_OR_UNIFORM, SIZE_TO_64, STORE_CACHE, WIDE,
    access,
};
use crate::instruction::AccessForm;

/// Cache operations of `LDG`.
const CACHE: Modifier = suffixes!(Cache: "" 0, "CA" 0, "CG" 1, "CI" 2, "CV" 3);
/// Cache operations of `LD`, with their aliases.
const GENERIC_CACHE: Modifier = suffixes!(Cache: "" 0, "CA" 0, "CS" 0, "CG" 1, "LU" 1, "CI" 2,
    "CV" 3);
/// Cache operations of `LDL`.
const LOCAL_CACHE: Modifier = suffixes!(Cache: "" 0, "LU" 1, "CI" 2, "CV" 3);
const UNIFORM: Modifier = suffixes!(Uniform: "" 0, "U" 1);
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

forms! {
    /// The rows.
    "LD", access(AccessForm::Ld, Word), opcode!(63:61 = 0x8000_0000_0000_0000),
        fields [..GENERIC], &[WIDE, GENERIC_CACHE, SIZE_OR_UNIFORM], &[DATA, ADDRESS_32, PLG],
        rules [..WIDE_RULES];
    "ST", access(AccessForm::St, Word), opcode!(63:61 = 0xa000_0000_0000_0000),
        fields [..GENERIC], &[WIDE, STORE_CACHE, SIZE], &[ADDRESS_32, DATA, PLG],
        rules [..WIDE_RULES];
    "LDG", access(AccessForm::Ldg, Word24), opcode!(63:51 = 0xeed0_0000_0000_0000),
        fields [..GLOBAL], &[WIDE, CACHE, SIZE_OR_UNIFORM], &[DATA, ADDRESS_24],
        rules [..WIDE_RULES];
    "STG", access(AccessForm::Stg, Word24), opcode!(63:51 = 0xeed8_0000_0000_0000),
        fields [..GLOBAL], &[WIDE, STORE_CACHE, SIZE], &[ADDRESS_24, DATA], rules [..WIDE_RULES];
    "LDL", access(AccessForm::Ldl, Word24), opcode!(63:51 = 0xef40_0000_0000_0000),
        fields [..LOCAL], &[LOCAL_CACHE, SIZE], &[DATA, ADDRESS_24], rules [..GROUPS];
    "STL", access(AccessForm::Stl, Word24), opcode!(63:51 = 0xef50_0000_0000_0000),
        fields [..LOCAL], &[STORE_CACHE, SIZE], &[ADDRESS_24, DATA], rules [..GROUPS];
    "LDS", access(AccessForm::Lds, Word24), opcode!(63:51 = 0xef48_0000_0000_0000),
        fields [..ACCESS, Displacement OFFSET 43:20, Uniform Unsigned 44, Size Unsigned 50:48],
        &[UNIFORM, SIZE_AFTER_U], &[DATA, ADDRESS_24], rules [..GROUPS];
    "STS", access(AccessForm::Sts, Word24), opcode!(63:51 = 0xef58_0000_0000_0000),
        fields [..ACCESS, Displacement OFFSET 43:20, Size Unsigned 50:48], &[SIZE],
        &[ADDRESS_24, DATA], rules [..GROUPS];
    "LDC", access(AccessForm::Ldc, Word16), opcode!(63:51 = 0xef90_0000_0000_0000),
        fields [
            ..ACCESS, Displacement OFFSET 35:20, Bank Unsigned 40:36, Mode Unsigned 45:44,
            Size Unsigned 50:48
        ],
        &[SIZE_TO_64, MODE], &[DATA, INDEXED], rules [PAIR_ALIGNED, PAIR_FITS, MODE_ZERO];
}
