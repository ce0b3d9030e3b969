//! The rows of loads and stores.

use crate::fields::FieldId;
use crate::form::Coding::{Register, Unsigned};
use crate::form::ImmediateKind::{self, Unsigned16, Word24};
use crate::form::{Field, Form, Meaning, Modifier, Operand, Rule, Slot};
use crate::form_row::{
    ADDRESS_24, ADDRESS_32, B64, B128, BASE_ALIGNED, DATA, INDEXED, JOIN, MODE, MODE_ZERO, OFFSET,
    PAIR_ALIGNED, QUAD_ALIGNED, SIZE, STORE_CACHE, WIDE, access, required,
};
use crate::instruction::{AccessForm, RZ, Steering};

/// Cache operations of `LD`.
const CACHE: Modifier = suffixes!(Cache: "" 0, "CA" 0, "CG" 1, "CS" 2, "CV" 3);
/// Cache operations of `LDL`, whose code 2 has a name of its own.
const LOCAL_CACHE: Modifier = suffixes!(Cache: "" 0, "CA" 0, "CG" 1, "LU" 2, "CS" 2, "CV" 3);

const LOCK: Slot = required(Operand::Predicate(FieldId::Lock));

const PAIR_FITS: Rule = rule!(Refused "pair_fits" if Size == B64, Data == 62;
    "the data register pair of .64 runs past R62, expected R0 to R61 or RZ");
const QUAD_FITS: Rule = rule!(Refused "quad_fits" if Size == B128, Data >= 60, Data != RZ as i64;
    "the data register quad of .128 runs past R62, expected R0 to R59 or RZ");
const BASE_FITS: Rule = rule!(Refused "base_fits" if Wide == 1, Address == 62;
    "the address register pair of .E runs past R62, expected R0 to R61 or RZ");

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
        ..access(form, immediate)
    }
}

forms! {
    /// The rows. The opcode is in two pieces, at the top and at the bottom of the word.
    "LD", generic(AccessForm::Ld), opcode!(63:59 3:0 = 0x8000_0000_0000_0005),
        fields [..GENERIC], &[WIDE, CACHE, SIZE, JOIN], &[DATA, ADDRESS_32], rules [..WIDE_RULES];
    "LDU", generic(AccessForm::Ldu), opcode!(63:59 3:0 = 0x8800_0000_0000_0005),
        fields [..ACCESS, Displacement OFFSET 57:26, Wide Unsigned 58], &[WIDE, SIZE, JOIN],
        &[DATA, ADDRESS_32], rules [..WIDE_RULES];
    "ST", generic(AccessForm::St), opcode!(63:59 3:0 = 0x9000_0000_0000_0005),
        fields [..GENERIC], &[WIDE, STORE_CACHE, SIZE, JOIN], &[ADDRESS_32, DATA],
        rules [..WIDE_RULES];
    "LDLK", generic(AccessForm::Ldlk), opcode!(63:59 3:0 = 0xa000_0000_0000_0005),
        fields [..ACCESS, Lock Unsigned 58 9:8, Displacement OFFSET 57:26], &[SIZE, JOIN],
        &[LOCK, DATA, ADDRESS_32], rules [..RULES];
    "STUL", generic(AccessForm::Stul), opcode!(63:58 3:0 = 0xe800_0000_0000_0005),
        fields [..ACCESS, Displacement OFFSET 57:26], &[SIZE, JOIN], &[ADDRESS_32, DATA],
        rules [..RULES];
    "LDL", access(AccessForm::Ldl, Word24), opcode!(63:56 3:0 = 0xc000_0000_0000_0005),
        fields [..LOCAL], &[LOCAL_CACHE, SIZE, JOIN], &[DATA, ADDRESS_24], rules [..RULES];
    "STL", access(AccessForm::Stl, Word24), opcode!(63:56 3:0 = 0xc800_0000_0000_0005),
        fields [..LOCAL], &[STORE_CACHE, SIZE, JOIN], &[ADDRESS_24, DATA], rules [..RULES];
    "LDS", access(AccessForm::Lds, Word24), opcode!(63:56 3:0 = 0xc100_0000_0000_0005),
        fields [..SHARED], &[SIZE, JOIN], &[DATA, ADDRESS_24], rules [..RULES];
    "STS", access(AccessForm::Sts, Word24), opcode!(63:56 3:0 = 0xc900_0000_0000_0005),
        fields [..SHARED], &[SIZE, JOIN], &[ADDRESS_24, DATA], rules [..RULES];
    "LDSLK", access(AccessForm::Ldslk, Word24), opcode!(63:56 3:0 = 0xc400_0000_0000_0005),
        fields [..SHARED, Lock Unsigned 52:50], &[SIZE, JOIN], &[LOCK, DATA, ADDRESS_24],
        rules [..RULES];
    "STSUL", access(AccessForm::Stsul, Word24), opcode!(63:56 3:0 = 0xcc00_0000_0000_0005),
        fields [..SHARED], &[SIZE, JOIN], &[ADDRESS_24, DATA], rules [..RULES];
    "LDC", access(AccessForm::Ldc, Unsigned16), opcode!(63:56 3:0 = 0x1400_0000_0000_0006),
        fields [..ACCESS, Mode Unsigned 9:8, Displacement Unsigned 41:26, Bank Unsigned 46:42],
        &[SIZE, MODE, JOIN], &[DATA, INDEXED],
        rules [PAIR_FITS, QUAD_FITS, PAIR_ALIGNED, QUAD_ALIGNED, MODE_ZERO];
}
