//! The rows of loads and stores.

use super::{GUARD, INVERTED, SYNC};
use crate::fields::FieldId;
use crate::form::{
    Coding, Field, Form, ImmediateKind, Meaning, Modifier, Operand, Rule, Scope, Slot, Test,
};
use crate::instruction::{AccessForm, PT, RZ, Steering};
use crate::layout::*;
use crate::row::{
    ADDRESS_24, ADDRESS_32, B64, B128, BASE_ALIGNED, DATA_OPERAND, INDEXED_OPERAND, JOIN, MODE,
    MODE_ZERO, PAIR_ALIGNED, QUAD_ALIGNED, SIZE, STORE_CACHE, WIDE, field, modifier, opcode,
    required,
};

const DATA: Field = field!(Data, FermiCommon, rd, set_rd, Coding::Register);
const ADDRESS: Field = field!(Address, FermiCommon, ra, set_ra, Coding::Register);

/// Coding of offsets: bits load as a signed number; signed and unsigned numbers store alike.
const OFFSET: Coding = Coding::Wrapping { shift: 0 };

/// Cache operations of `LD`.
const CACHE: Modifier = modifier(
    FieldId::Cache,
    &[("", 0), ("CA", 0), ("CG", 1), ("CS", 2), ("CV", 3)],
);
/// Cache operations of `LDL`, whose code 2 has a name of its own.
const LOCAL_CACHE: Modifier = modifier(
    FieldId::Cache,
    &[
        ("", 0),
        ("CA", 0),
        ("CG", 1),
        ("LU", 2),
        ("CS", 2),
        ("CV", 3),
    ],
);

const LOCK_OPERAND: Slot = required(Operand::Predicate(FieldId::Lock));

const PAIR_FITS: Rule = Rule {
    name: "pair_fits",
    message: "the data register pair of .64 runs past R62, expected R0 to R61 or RZ",
    scope: Scope::Text,
    tests: &[Test::Is(FieldId::Size, B64), Test::Is(FieldId::Data, 62)],
};
const QUAD_FITS: Rule = Rule {
    name: "quad_fits",
    message: "the data register quad of .128 runs past R62, expected R0 to R59 or RZ",
    scope: Scope::Text,
    tests: &[
        Test::Is(FieldId::Size, B128),
        Test::AtLeast(FieldId::Data, 60),
        Test::IsNot(FieldId::Data, RZ as i64),
    ],
};
const BASE_FITS: Rule = Rule {
    name: "base_fits",
    message: "the address register pair of .E runs past R62, expected R0 to R61 or RZ",
    scope: Scope::Text,
    tests: &[Test::Is(FieldId::Wide, 1), Test::Is(FieldId::Address, 62)],
};

const RULES: [Rule; 4] = [PAIR_FITS, QUAD_FITS, PAIR_ALIGNED, QUAD_ALIGNED];
const CONSTANT_RULES: [Rule; 5] = [PAIR_FITS, QUAD_FITS, PAIR_ALIGNED, QUAD_ALIGNED, MODE_ZERO];
const WIDE_RULES: [Rule; 6] = [
    PAIR_FITS,
    QUAD_FITS,
    BASE_FITS,
    PAIR_ALIGNED,
    QUAD_ALIGNED,
    BASE_ALIGNED,
];

const SIZE_24: Field = field!(Size, FermiDirect, size, set_size);
const CACHE_24: Field = field!(Cache, FermiDirect, cache, set_cache);
const OFFSET_24: Field = field!(Displacement, FermiDirect, immediate, set_immediate, OFFSET);

const GENERIC_FIELDS: &[Field] = &[
    GUARD,
    INVERTED,
    SYNC,
    DATA,
    ADDRESS,
    field!(Size, FermiGeneric, size, set_size),
    field!(Cache, FermiGeneric, cache, set_cache),
    field!(Displacement, FermiGeneric, immediate, set_immediate, OFFSET),
    field!(Wide, FermiGeneric, wide, set_wide),
];
const LOCAL_FIELDS: &[Field] = &[
    GUARD, INVERTED, SYNC, DATA, ADDRESS, SIZE_24, CACHE_24, OFFSET_24,
];
const SHARED_FIELDS: &[Field] = &[GUARD, INVERTED, SYNC, DATA, ADDRESS, SIZE_24, OFFSET_24];

/// Meaning of a generic access, which the window compare steers.
const fn generic(form: AccessForm) -> Meaning {
    Meaning::Access {
        form,
        immediate: ImmediateKind::Word,
        steering: Steering::Window,
    }
}

const fn direct(form: AccessForm, immediate: ImmediateKind) -> Meaning {
    Meaning::Access {
        form,
        immediate,
        steering: Steering::Predicate(PT),
    }
}

/// Opcode as the layouts join it: the upper `bits` of `byte`, then `major`. `byte` is the upper
/// byte of the word with all fields 0.
const fn join(byte: u64, bits: u32, major: u64) -> u64 {
    byte >> (8 - bits) << 4 | major
}

const fn memory(byte: u64, bits: u32) -> u64 {
    join(byte, bits, 5)
}

/// The rows.
pub static FORMS: [Form; 12] = [
    Form {
        name: "LD",
        mnemonic: "LD",
        aliases: &[],
        opcode: opcode!(FermiGeneric, memory(0x80, 5)),
        fields: GENERIC_FIELDS,
        modifiers: &[WIDE, CACHE, SIZE, JOIN],
        operands: &[DATA_OPERAND, ADDRESS_32],
        rules: &WIDE_RULES,
        meaning: generic(AccessForm::Ld),
    },
    Form {
        name: "LDU",
        mnemonic: "LDU",
        aliases: &[],
        opcode: opcode!(FermiGeneric, memory(0x88, 5)),
        fields: &[
            GUARD,
            INVERTED,
            SYNC,
            DATA,
            ADDRESS,
            field!(Size, FermiGeneric, size, set_size),
            field!(Displacement, FermiGeneric, immediate, set_immediate, OFFSET),
            field!(Wide, FermiGeneric, wide, set_wide),
        ],
        modifiers: &[WIDE, SIZE, JOIN],
        operands: &[DATA_OPERAND, ADDRESS_32],
        rules: &WIDE_RULES,
        meaning: generic(AccessForm::Ldu),
    },
    Form {
        name: "ST",
        mnemonic: "ST",
        aliases: &[],
        opcode: opcode!(FermiGeneric, memory(0x90, 5)),
        fields: GENERIC_FIELDS,
        modifiers: &[WIDE, STORE_CACHE, SIZE, JOIN],
        operands: &[ADDRESS_32, DATA_OPERAND],
        rules: &WIDE_RULES,
        meaning: generic(AccessForm::St),
    },
    Form {
        name: "LDLK",
        mnemonic: "LDLK",
        aliases: &[],
        opcode: opcode!(FermiLock, memory(0xa0, 5)),
        fields: &[
            GUARD,
            INVERTED,
            SYNC,
            DATA,
            ADDRESS,
            field!(Size, FermiLock, size, set_size),
            field!(Lock, FermiLock, lock, set_lock),
            field!(Displacement, FermiLock, immediate, set_immediate, OFFSET),
        ],
        modifiers: &[SIZE, JOIN],
        operands: &[LOCK_OPERAND, DATA_OPERAND, ADDRESS_32],
        rules: &RULES,
        meaning: generic(AccessForm::Ldlk),
    },
    Form {
        name: "STUL",
        mnemonic: "STUL",
        aliases: &[],
        opcode: opcode!(FermiUnlock, memory(0xe8, 6)),
        fields: &[
            GUARD,
            INVERTED,
            SYNC,
            DATA,
            ADDRESS,
            field!(Size, FermiUnlock, size, set_size),
            field!(Displacement, FermiUnlock, immediate, set_immediate, OFFSET),
        ],
        modifiers: &[SIZE, JOIN],
        operands: &[ADDRESS_32, DATA_OPERAND],
        rules: &RULES,
        meaning: generic(AccessForm::Stul),
    },
    Form {
        name: "LDL",
        mnemonic: "LDL",
        aliases: &[],
        opcode: opcode!(FermiDirect, memory(0xc0, 8)),
        fields: LOCAL_FIELDS,
        modifiers: &[LOCAL_CACHE, SIZE, JOIN],
        operands: &[DATA_OPERAND, ADDRESS_24],
        rules: &RULES,
        meaning: direct(AccessForm::Ldl, ImmediateKind::Word24),
    },
    Form {
        name: "STL",
        mnemonic: "STL",
        aliases: &[],
        opcode: opcode!(FermiDirect, memory(0xc8, 8)),
        fields: LOCAL_FIELDS,
        modifiers: &[STORE_CACHE, SIZE, JOIN],
        operands: &[ADDRESS_24, DATA_OPERAND],
        rules: &RULES,
        meaning: direct(AccessForm::Stl, ImmediateKind::Word24),
    },
    Form {
        name: "LDS",
        mnemonic: "LDS",
        aliases: &[],
        opcode: opcode!(FermiDirect, memory(0xc1, 8)),
        fields: SHARED_FIELDS,
        modifiers: &[SIZE, JOIN],
        operands: &[DATA_OPERAND, ADDRESS_24],
        rules: &RULES,
        meaning: direct(AccessForm::Lds, ImmediateKind::Word24),
    },
    Form {
        name: "STS",
        mnemonic: "STS",
        aliases: &[],
        opcode: opcode!(FermiDirect, memory(0xc9, 8)),
        fields: &[GUARD, INVERTED, SYNC, DATA, ADDRESS, SIZE_24, OFFSET_24],
        modifiers: &[SIZE, JOIN],
        operands: &[ADDRESS_24, DATA_OPERAND],
        rules: &RULES,
        meaning: direct(AccessForm::Sts, ImmediateKind::Word24),
    },
    Form {
        name: "LDSLK",
        mnemonic: "LDSLK",
        aliases: &[],
        opcode: opcode!(FermiDirect, memory(0xc4, 8)),
        fields: &[
            GUARD,
            INVERTED,
            SYNC,
            DATA,
            ADDRESS,
            SIZE_24,
            OFFSET_24,
            field!(Lock, FermiDirect, lock, set_lock),
        ],
        modifiers: &[SIZE, JOIN],
        operands: &[LOCK_OPERAND, DATA_OPERAND, ADDRESS_24],
        rules: &RULES,
        meaning: direct(AccessForm::Ldslk, ImmediateKind::Word24),
    },
    Form {
        name: "STSUL",
        mnemonic: "STSUL",
        aliases: &[],
        opcode: opcode!(FermiDirect, memory(0xcc, 8)),
        fields: SHARED_FIELDS,
        modifiers: &[SIZE, JOIN],
        operands: &[ADDRESS_24, DATA_OPERAND],
        rules: &RULES,
        meaning: direct(AccessForm::Stsul, ImmediateKind::Word24),
    },
    Form {
        name: "LDC",
        mnemonic: "LDC",
        aliases: &[],
        opcode: opcode!(FermiConstant, join(0x14, 8, 6)),
        fields: &[
            GUARD,
            INVERTED,
            SYNC,
            DATA,
            ADDRESS,
            field!(Size, FermiConstant, size, set_size),
            field!(Mode, FermiConstant, mode, set_mode),
            field!(Displacement, FermiConstant, immediate, set_immediate),
            field!(Bank, FermiConstant, bank, set_bank),
        ],
        modifiers: &[SIZE, MODE, JOIN],
        operands: &[DATA_OPERAND, INDEXED_OPERAND],
        rules: &CONSTANT_RULES,
        meaning: direct(AccessForm::Ldc, ImmediateKind::Unsigned16),
    },
];
