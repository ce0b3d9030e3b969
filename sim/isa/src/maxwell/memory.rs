//! The rows of loads and stores.

use super::{GUARD, INVERTED};
use crate::fields::FieldId;
use crate::form::{
    Coding, Field, Form, ImmediateKind, Meaning, Modifier, Operand, Rule, Scope, Slot, Test,
};
use crate::instruction::{AccessForm, PT, RZ, Steering};
use crate::layout::*;
use crate::row::{
    ADDRESS_24, ADDRESS_32, B64, B128, BASE_ALIGNED, DATA_OPERAND, INDEXED_OPERAND, MODE,
    MODE_ZERO, PAIR_ALIGNED, QUAD_ALIGNED, SIZE, SIZE_OR_UNIFORM, SIZE_TO_64, STORE_CACHE, WIDE,
    field, flag, modifier, opcode, unless,
};

const DATA: Field = field!(Data, MaxwellCommon, rd, set_rd, Coding::Register);
const ADDRESS: Field = field!(Address, MaxwellCommon, ra, set_ra, Coding::Register);

/// Coding of offsets: bits load as a signed number; signed and unsigned numbers store alike.
const OFFSET: Coding = Coding::Wrapping { shift: 0 };

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
const UNIFORM: Modifier = flag(FieldId::Uniform, &[("", 0), ("U", 1)]);
/// After `.U` the type is always printed.
const SIZE_AFTER_U: Modifier = Modifier {
    written_out_with: Some(FieldId::Uniform),
    ..SIZE
};

const PLG_OPERAND: Slot = unless(PT as i64, Operand::Predicate(FieldId::Plg));

const PAIR_FITS: Rule = Rule {
    name: "pair_fits",
    message: "the data pair runs past R254, expected R0 to R252 or RZ",
    scope: Scope::Execution,
    tests: &[Test::Is(FieldId::Size, B64), Test::Is(FieldId::Data, 254)],
};
const QUAD_FITS: Rule = Rule {
    name: "quad_fits",
    message: "the data quad runs past R254, expected R0 to R248 or RZ",
    scope: Scope::Execution,
    tests: &[
        Test::AtLeast(FieldId::Size, B128),
        Test::AtLeast(FieldId::Data, 252),
        Test::IsNot(FieldId::Data, RZ as i64),
    ],
};
const BASE_FITS: Rule = Rule {
    name: "base_fits",
    message: "the base pair of .E runs past R254, expected R0 to R252 or RZ",
    scope: Scope::Execution,
    tests: &[Test::Is(FieldId::Wide, 1), Test::Is(FieldId::Address, 254)],
};

const LDC_RULES: [Rule; 3] = [PAIR_ALIGNED, PAIR_FITS, MODE_ZERO];
const RULES: [Rule; 4] = [PAIR_ALIGNED, PAIR_FITS, QUAD_ALIGNED, QUAD_FITS];
const WIDE_RULES: [Rule; 6] = [
    PAIR_ALIGNED,
    PAIR_FITS,
    QUAD_ALIGNED,
    QUAD_FITS,
    BASE_ALIGNED,
    BASE_FITS,
];

const GENERIC_FIELDS: &[Field] = &[
    GUARD,
    INVERTED,
    DATA,
    ADDRESS,
    field!(
        Displacement,
        MaxwellGeneric,
        immediate,
        set_immediate,
        OFFSET
    ),
    field!(Wide, MaxwellGeneric, wide, set_wide),
    field!(Size, MaxwellGeneric, size, set_size),
    field!(Cache, MaxwellGeneric, cache, set_cache),
    field!(Plg, MaxwellGeneric, plg, set_plg),
];
const GLOBAL_FIELDS: &[Field] = &[
    GUARD,
    INVERTED,
    DATA,
    ADDRESS,
    field!(
        Displacement,
        MaxwellGlobal,
        immediate,
        set_immediate,
        OFFSET
    ),
    field!(Wide, MaxwellGlobal, wide, set_wide),
    field!(Cache, MaxwellGlobal, cache, set_cache),
    field!(Size, MaxwellGlobal, size, set_size),
];
const LOCAL_FIELDS: &[Field] = &[
    GUARD,
    INVERTED,
    DATA,
    ADDRESS,
    field!(Displacement, MaxwellLocal, immediate, set_immediate, OFFSET),
    field!(Cache, MaxwellLocal, cache, set_cache),
    field!(Size, MaxwellLocal, size, set_size),
];

const fn access(form: AccessForm, immediate: ImmediateKind) -> Meaning {
    Meaning::Access {
        form,
        immediate,
        steering: Steering::Predicate(PT),
    }
}

/// The rows.
pub static FORMS: [Form; 9] = [
    Form {
        name: "LD",
        mnemonic: "LD",
        aliases: &[],
        opcode: opcode!(MaxwellGeneric, 4),
        fields: GENERIC_FIELDS,
        modifiers: &[WIDE, GENERIC_CACHE, SIZE_OR_UNIFORM],
        operands: &[DATA_OPERAND, ADDRESS_32, PLG_OPERAND],
        rules: &WIDE_RULES,
        meaning: access(AccessForm::Ld, ImmediateKind::Word),
    },
    Form {
        name: "ST",
        mnemonic: "ST",
        aliases: &[],
        opcode: opcode!(MaxwellGeneric, 5),
        fields: GENERIC_FIELDS,
        modifiers: &[WIDE, STORE_CACHE, SIZE],
        operands: &[ADDRESS_32, DATA_OPERAND, PLG_OPERAND],
        rules: &WIDE_RULES,
        meaning: access(AccessForm::St, ImmediateKind::Word),
    },
    Form {
        name: "LDG",
        mnemonic: "LDG",
        aliases: &[],
        opcode: opcode!(MaxwellGlobal, 0xeed0 >> 3),
        fields: GLOBAL_FIELDS,
        modifiers: &[WIDE, CACHE, SIZE_OR_UNIFORM],
        operands: &[DATA_OPERAND, ADDRESS_24],
        rules: &WIDE_RULES,
        meaning: access(AccessForm::Ldg, ImmediateKind::Word24),
    },
    Form {
        name: "STG",
        mnemonic: "STG",
        aliases: &[],
        opcode: opcode!(MaxwellGlobal, 0xeed8 >> 3),
        fields: GLOBAL_FIELDS,
        modifiers: &[WIDE, STORE_CACHE, SIZE],
        operands: &[ADDRESS_24, DATA_OPERAND],
        rules: &WIDE_RULES,
        meaning: access(AccessForm::Stg, ImmediateKind::Word24),
    },
    Form {
        name: "LDL",
        mnemonic: "LDL",
        aliases: &[],
        opcode: opcode!(MaxwellLocal, 0xef40 >> 3),
        fields: LOCAL_FIELDS,
        modifiers: &[LOCAL_CACHE, SIZE],
        operands: &[DATA_OPERAND, ADDRESS_24],
        rules: &RULES,
        meaning: access(AccessForm::Ldl, ImmediateKind::Word24),
    },
    Form {
        name: "STL",
        mnemonic: "STL",
        aliases: &[],
        opcode: opcode!(MaxwellLocal, 0xef50 >> 3),
        fields: LOCAL_FIELDS,
        modifiers: &[STORE_CACHE, SIZE],
        operands: &[ADDRESS_24, DATA_OPERAND],
        rules: &RULES,
        meaning: access(AccessForm::Stl, ImmediateKind::Word24),
    },
    Form {
        name: "LDS",
        mnemonic: "LDS",
        aliases: &[],
        opcode: opcode!(MaxwellShared, 0xef48 >> 3),
        fields: &[
            GUARD,
            INVERTED,
            DATA,
            ADDRESS,
            field!(
                Displacement,
                MaxwellShared,
                immediate,
                set_immediate,
                OFFSET
            ),
            field!(Uniform, MaxwellShared, uniform, set_uniform),
            field!(Size, MaxwellShared, size, set_size),
        ],
        modifiers: &[UNIFORM, SIZE_AFTER_U],
        operands: &[DATA_OPERAND, ADDRESS_24],
        rules: &RULES,
        meaning: access(AccessForm::Lds, ImmediateKind::Word24),
    },
    Form {
        name: "STS",
        mnemonic: "STS",
        aliases: &[],
        opcode: opcode!(MaxwellShared, 0xef58 >> 3),
        fields: &[
            GUARD,
            INVERTED,
            DATA,
            ADDRESS,
            field!(
                Displacement,
                MaxwellShared,
                immediate,
                set_immediate,
                OFFSET
            ),
            field!(Size, MaxwellShared, size, set_size),
        ],
        modifiers: &[SIZE],
        operands: &[ADDRESS_24, DATA_OPERAND],
        rules: &RULES,
        meaning: access(AccessForm::Sts, ImmediateKind::Word24),
    },
    Form {
        name: "LDC",
        mnemonic: "LDC",
        aliases: &[],
        opcode: opcode!(MaxwellConstant, 0xef90 >> 3),
        fields: &[
            GUARD,
            INVERTED,
            DATA,
            ADDRESS,
            field!(
                Displacement,
                MaxwellConstant,
                immediate,
                set_immediate,
                OFFSET
            ),
            field!(Bank, MaxwellConstant, bank, set_bank),
            field!(Mode, MaxwellConstant, mode, set_mode),
            field!(Size, MaxwellConstant, size, set_size),
        ],
        modifiers: &[SIZE_TO_64, MODE],
        operands: &[DATA_OPERAND, INDEXED_OPERAND],
        rules: &LDC_RULES,
        meaning: access(AccessForm::Ldc, ImmediateKind::Word16),
    },
];
