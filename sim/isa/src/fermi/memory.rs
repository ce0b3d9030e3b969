//! The rows of loads and stores.

use crate::fields::FieldId;
use crate::form::Coding::{Register, Unsigned};
use crate::form::ImmediateKind::{self, Unsigned16, Word24};
use crate::form::{Field, Form, Meaning, Modifier, Operand, Rule, Slot, Test};
use crate::instruction::{AccessForm, Steering};
use crate::row::{
    ADDRESS_24, ADDRESS_32, B64, B128, BASE_ALIGNED, DATA, HAS_DATA, INDEXED, JOIN, MODE,
    MODE_ZERO, OFFSET, PAIR_ALIGNED, QUAD_ALIGNED, SIZE, STORE_CACHE, WIDE, access, fields,
    modifier, opcode, refused, required,
};

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

const LOCK: Slot = required(Operand::Predicate(FieldId::Lock));

const PAIR_FITS: Rule = refused(
    "pair_fits",
    "the data register pair of .64 runs past R62, expected R0 to R61 or RZ",
    &[Test::Is(FieldId::Size, B64), Test::Is(FieldId::Data, 62)],
);
const QUAD_FITS: Rule = refused(
    "quad_fits",
    "the data register quad of .128 runs past R62, expected R0 to R59 or RZ",
    &[
        Test::Is(FieldId::Size, B128),
        Test::AtLeast(FieldId::Data, 60),
        HAS_DATA,
    ],
);
const BASE_FITS: Rule = refused(
    "base_fits",
    "the address register pair of .E runs past R62, expected R0 to R61 or RZ",
    &[Test::Is(FieldId::Wide, 1), Test::Is(FieldId::Address, 62)],
);

const RULES: &[Rule] = &[PAIR_FITS, QUAD_FITS, PAIR_ALIGNED, QUAD_ALIGNED];
const WIDE_RULES: &[Rule] = &[
    PAIR_FITS,
    QUAD_FITS,
    BASE_FITS,
    PAIR_ALIGNED,
    QUAD_ALIGNED,
    BASE_ALIGNED,
];

/// Fields of every load and store. `.S`, which every instruction may have, joins the paths of a
/// warp that a branch split; it has no effect here.
const ACCESS: &[Field] = fields![
    Guard Unsigned 12:10, GuardInverted Unsigned 13, Sync Unsigned 4, Data Register 19:14,
    Address Register 25:20, Size Unsigned 7:5
];
const GENERIC: &[Field] = fields![
    ..ACCESS, Cache Unsigned 9:8, Displacement OFFSET 57:26, Wide Unsigned 58
];
const LOCAL: &[Field] = fields![..ACCESS, Cache Unsigned 9:8, Displacement OFFSET 49:26];
const SHARED: &[Field] = fields![..ACCESS, Displacement OFFSET 49:26];

/// Row of a generic access, which the window compare steers.
const fn generic(form: AccessForm) -> Form {
    let immediate = ImmediateKind::Word;
    Form {
        meaning: Meaning::Access {
            form,
            immediate,
            steering: Steering::Window,
        },
        rules: RULES,
        ..access(form, immediate)
    }
}

/// Row of an access that names local or shared memory.
const fn direct(form: AccessForm) -> Form {
    Form {
        rules: RULES,
        ..access(form, Word24)
    }
}

/// The rows. The opcode is in two pieces, at the top and at the bottom of the word.
pub static FORMS: [Form; 12] = [
    Form {
        opcode: opcode!(63:59 3:0 = 0x8000_0000_0000_0005),
        fields: GENERIC,
        modifiers: &[WIDE, CACHE, SIZE, JOIN],
        operands: &[DATA, ADDRESS_32],
        rules: WIDE_RULES,
        ..generic(AccessForm::Ld)
    },
    Form {
        opcode: opcode!(63:59 3:0 = 0x8800_0000_0000_0005),
        fields: fields![..ACCESS, Displacement OFFSET 57:26, Wide Unsigned 58],
        modifiers: &[WIDE, SIZE, JOIN],
        operands: &[DATA, ADDRESS_32],
        rules: WIDE_RULES,
        ..generic(AccessForm::Ldu)
    },
    Form {
        opcode: opcode!(63:59 3:0 = 0x9000_0000_0000_0005),
        fields: GENERIC,
        modifiers: &[WIDE, STORE_CACHE, SIZE, JOIN],
        operands: &[ADDRESS_32, DATA],
        rules: WIDE_RULES,
        ..generic(AccessForm::St)
    },
    Form {
        opcode: opcode!(63:59 3:0 = 0xa000_0000_0000_0005),
        fields: fields![..ACCESS, Lock Unsigned 58 9:8, Displacement OFFSET 57:26],
        modifiers: &[SIZE, JOIN],
        operands: &[LOCK, DATA, ADDRESS_32],
        ..generic(AccessForm::Ldlk)
    },
    Form {
        opcode: opcode!(63:58 3:0 = 0xe800_0000_0000_0005),
        fields: fields![..ACCESS, Displacement OFFSET 57:26],
        modifiers: &[SIZE, JOIN],
        operands: &[ADDRESS_32, DATA],
        ..generic(AccessForm::Stul)
    },
    Form {
        opcode: opcode!(63:56 3:0 = 0xc000_0000_0000_0005),
        fields: LOCAL,
        modifiers: &[LOCAL_CACHE, SIZE, JOIN],
        operands: &[DATA, ADDRESS_24],
        ..direct(AccessForm::Ldl)
    },
    Form {
        opcode: opcode!(63:56 3:0 = 0xc800_0000_0000_0005),
        fields: LOCAL,
        modifiers: &[STORE_CACHE, SIZE, JOIN],
        operands: &[ADDRESS_24, DATA],
        ..direct(AccessForm::Stl)
    },
    Form {
        opcode: opcode!(63:56 3:0 = 0xc100_0000_0000_0005),
        fields: SHARED,
        modifiers: &[SIZE, JOIN],
        operands: &[DATA, ADDRESS_24],
        ..direct(AccessForm::Lds)
    },
    Form {
        opcode: opcode!(63:56 3:0 = 0xc900_0000_0000_0005),
        fields: SHARED,
        modifiers: &[SIZE, JOIN],
        operands: &[ADDRESS_24, DATA],
        ..direct(AccessForm::Sts)
    },
    Form {
        opcode: opcode!(63:56 3:0 = 0xc400_0000_0000_0005),
        fields: fields![..SHARED, Lock Unsigned 52:50],
        modifiers: &[SIZE, JOIN],
        operands: &[LOCK, DATA, ADDRESS_24],
        ..direct(AccessForm::Ldslk)
    },
    Form {
        opcode: opcode!(63:56 3:0 = 0xcc00_0000_0000_0005),
        fields: SHARED,
        modifiers: &[SIZE, JOIN],
        operands: &[ADDRESS_24, DATA],
        ..direct(AccessForm::Stsul)
    },
    Form {
        opcode: opcode!(63:56 3:0 = 0x1400_0000_0000_0006),
        fields: fields![
            ..ACCESS, Mode Unsigned 9:8, Displacement Unsigned 41:26, Bank Unsigned 46:42
        ],
        modifiers: &[SIZE, MODE, JOIN],
        operands: &[DATA, INDEXED],
        rules: &[PAIR_FITS, QUAD_FITS, PAIR_ALIGNED, QUAD_ALIGNED, MODE_ZERO],
        ..access(AccessForm::Ldc, Unsigned16)
    },
];
