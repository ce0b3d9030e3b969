//! Building blocks of the rows.
//!
//! A row has the bits of its fields and of its opcode as the encoding tables have them, `43:39` or
//! `47`. A field in several pieces has the upper one first.

use crate::fields::FieldId;
use crate::form::{
    Address, Bare, Coding, Form, ImmediateKind, Meaning, Modifier, OffsetRanges, Opcode, Operand,
    Optional, Range, Rule, Slot, Space,
};
use crate::instruction::{AccessForm, AccessSize, PT, RZ, Steering};
use crate::part::Parts;

/// Fields in the order in which they are checked: those of other lists, and new ones by name, coding
/// and bits. `fields![..LEA, Rb Register 27:20, Immediate Signed 56 38:20]`. From Volta on a field
/// may be that of some parts: `Wide Unsigned 72 on FROM_80`.
macro_rules! fields {
    ($(
        $(..$list:ident)?
        $($id:ident $coding:ident $($high:literal $(:$low:literal)?)+ $(on $parts:ident)?)?
    ),*) => {{
        const LISTS: &[&[$crate::form::Field]] = &[$(
            $($list)?
            $(&[{
                const PIECES: &[$crate::form::Piece] = &[$(&[$high $(, $low)?]),+];
                $crate::form::Field {
                    id: $crate::fields::FieldId::$id,
                    coding: $coding,
                    parts: $crate::form_row::parts_of(&[$($parts)?]),
                    get: |word| $crate::form::load(PIECES, word),
                    set: |word, raw| $crate::form::store(PIECES, word, raw),
                }
            }])?
        ),*];
        const FIELDS: [$crate::form::Field; $crate::form_row::count(LISTS)] = $crate::form_row::join(LISTS);
        &FIELDS
    }};
}

/// The bits of an opcode, and their values in a word: `opcode!(63:51 = 0x5bd0_0000_0000_0000)`.
macro_rules! opcode {
    ($($high:literal $(:$low:literal)?)+ = $bits:literal) => {
        $crate::form::Opcode {
            pieces: &[$(&[$high $(, $low)?]),+],
            bits: $bits,
        }
    };
}

/// Rules: those of other lists, and new ones. `rules![..LOAD, STORE]`.
macro_rules! rules {
    () => {
        &[]
    };
    ($($(..$list:ident $(::$of:ident)?)? $($rule:ident)?),*) => {{
        const LISTS: &[&[$crate::form::Rule]] = &[$($($list $(::$of)?)? $(&[$rule])?),*];
        const JOINED: [$crate::form::Rule; $crate::form_row::count(LISTS)] = $crate::form_row::join(LISTS);
        &JOINED
    }};
}

/// The rows of a table. Each has a name, the parts from Volta on that have the form, a form with
/// mnemonic and meaning, the opcode, fields, suffixes, operands and rules.
macro_rules! forms {
    ($(#[$about:meta])* $(
        $name:literal, $form:expr, $opcode:expr, fields [$($fields:tt)*], $modifiers:expr,
        $operands:expr, rules [$($rules:tt)*];
    )*) => {
        $crate::form_row::forms! { $(#[$about])* $(
            $name, $crate::part::Parts::ALL, $form, $opcode, fields [$($fields)*], $modifiers,
            $operands, rules [$($rules)*];
        )* }
    };
    ($(#[$about:meta])* $(
        $name:literal, $parts:expr, $form:expr, $opcode:expr, fields [$($fields:tt)*],
        $modifiers:expr, $operands:expr, rules [$($rules:tt)*];
    )*) => {
        $(#[$about])*
        pub static FORMS: &[$crate::form::Form] = &[$($crate::form::Form {
            name: $name,
            parts: $parts,
            opcode: $opcode,
            fields: $crate::form_row::fields![$($fields)*],
            modifiers: $modifiers,
            operands: $operands,
            rules: $crate::form_row::rules![$($rules)*],
            ..$form
        }),*];
    };
}

/// Tests of values: `tests![Size == B64, Data % 2, Data != RZ as i64]`. `%` holds for a value that is
/// no multiple, `&` for one that has one of the bits.
macro_rules! tests {
    ($($field:ident $relation:tt $value:expr),*) => {
        &[$($crate::form_row::test!($field $relation $value)),*]
    };
}
macro_rules! test {
    ($field:ident == $value:expr) => {
        $crate::form::Test::Is($crate::fields::FieldId::$field, $value)
    };
    ($field:ident != $value:expr) => {
        $crate::form::Test::IsNot($crate::fields::FieldId::$field, $value)
    };
    ($field:ident >= $value:expr) => {
        $crate::form::Test::AtLeast($crate::fields::FieldId::$field, $value)
    };
    ($field:ident < $value:expr) => {
        $crate::form::Test::Below($crate::fields::FieldId::$field, $value)
    };
    ($field:ident & $value:expr) => {
        $crate::form::Test::Any($crate::fields::FieldId::$field, $value)
    };
    ($field:ident % $value:expr) => {
        $crate::form::Test::Unaligned($crate::fields::FieldId::$field, $value)
    };
}

/// A rule: `rule!(Refused "name" on PARTS if TESTS; "error, expected something else")`.
macro_rules! rule {
    ($legality:ident $name:literal $(on $parts:ident)?
        $(if $($field:ident $relation:tt $value:expr),+)?; $message:literal) => {
        $crate::form::Rule {
            name: $name,
            message: $message,
            legality: $crate::form::Legality::$legality,
            parts: $crate::form_row::parts_of(&[$($parts)?]),
            tests: $crate::form_row::tests![$($($field $relation $value),+)?],
        }
    };
}

/// Suffixes that choose a value: `suffixes!(Wide: "" 0, "E" 1)`.
macro_rules! suffixes {
    ($field:ident: $($text:literal $value:expr),*) => {
        $crate::form_row::modifier($crate::fields::FieldId::$field, &[$(($text, $value)),*])
    };
}

pub(crate) use {fields, forms, rules, test, tests};

/// The one item of a list, or every part.
pub(crate) const fn parts_of(parts: &[Parts]) -> Parts {
    match parts {
        [parts, ..] => *parts,
        [] => Parts::ALL,
    }
}

/// Number of the items in some lists.
pub(crate) const fn count<T>(lists: &[&[T]]) -> usize {
    match lists {
        [] => 0,
        [list, others @ ..] => list.len() + count(others),
    }
}

/// Joins lists that have `COUNT` items together.
pub(crate) const fn join<T: Copy, const COUNT: usize>(lists: &[&[T]]) -> [T; COUNT] {
    let mut items = [lists[0][0]; COUNT];
    let (mut list, mut first) = (0, 0);
    while list < lists.len() {
        let mut place = 0;
        while place < lists[list].len() {
            items[first + place] = lists[list][place];
            place += 1;
        }
        first += place;
        list += 1;
    }
    items
}

/// A row without bits and text.
pub(crate) const fn form(mnemonic: &'static str, meaning: Meaning) -> Form {
    Form {
        name: mnemonic,
        parts: Parts::ALL,
        mnemonic,
        aliases: &[],
        opcode: Opcode {
            pieces: &[],
            bits: 0,
        },
        fields: &[],
        modifiers: &[],
        operands: &[],
        rules: &[],
        meaning,
    }
}

/// Such a row of an access that no window steers.
pub(crate) const fn access(form: AccessForm, immediate: ImmediateKind) -> Form {
    let meaning = Meaning::Access {
        form,
        immediate,
        steering: Steering::Predicate(PT),
    };
    self::form(form.mnemonic(), meaning)
}

/// Coding of offsets: bits load as a signed number; signed and unsigned numbers store alike.
pub(crate) const OFFSET: Coding = Coding::Wrapping { shift: 0 };

/// An operand that is always written.
pub(crate) const fn required(operand: Operand) -> Slot {
    Slot {
        operand,
        optional: Optional::No,
        sign: None,
        when: &[],
        otherwise: 0,
        written_out_with: None,
        parts: Parts::ALL,
    }
}

/// An address that is always written.
pub(crate) const fn at(address: &'static Address) -> Slot {
    required(Operand::Address(address))
}

/// An operand that is left out for a value.
pub(crate) const fn unless(default: i64, operand: Operand) -> Slot {
    Slot {
        optional: Optional::Default(default),
        ..required(operand)
    }
}

/// A suffix that chooses a value.
pub(crate) const fn modifier(
    field: FieldId,
    spellings: &'static [(&'static str, i64)],
) -> Modifier {
    Modifier {
        field,
        spellings,
        written_out_with: None,
        parts: Parts::ALL,
    }
}

/// `.E`.
pub(crate) const WIDE: Modifier = suffixes!(Wide: "" 0, "E" 1);

/// `.S`, which disassemblers print last.
pub(crate) const JOIN: Modifier = suffixes!(Sync: "" 0, "S" 1);

pub(crate) const B64: i64 = AccessSize::B64 as i64;
pub(crate) const B128: i64 = AccessSize::B128 as i64;

/// Types of the data, the wider ones last.
const SIZES: &[(&str, i64)] = &[
    ("", AccessSize::B32 as i64),
    ("32", AccessSize::B32 as i64),
    ("U8", AccessSize::U8 as i64),
    ("8", AccessSize::U8 as i64),
    ("S8", AccessSize::S8 as i64),
    ("U16", AccessSize::U16 as i64),
    ("16", AccessSize::U16 as i64),
    ("S16", AccessSize::S16 as i64),
    ("64", B64),
    ("128", B128),
    ("U.128", AccessSize::U128 as i64),
    ("128.U", AccessSize::U128 as i64),
];

/// The types up to 64 bits.
pub(crate) const SIZE_TO_64: Modifier = modifier(FieldId::Size, SIZES.split_at(9).0);

/// The types up to 128 bits.
pub(crate) const SIZE: Modifier = modifier(FieldId::Size, SIZES.split_at(10).0);

/// The types up to 128 bits, and 128 bits with the uniform hint.
pub(crate) const SIZE_OR_UNIFORM: Modifier = modifier(FieldId::Size, SIZES);

/// Cache operations of stores.
pub(crate) const STORE_CACHE: Modifier = suffixes!(Cache: "" 0, "WB" 0, "CG" 1, "CS" 2, "WT" 3);

/// Modes of `LDC`, which index a bank in other ways.
pub(crate) const MODE: Modifier = suffixes!(Mode: "" 0, "IL" 1, "IS" 2, "ISL" 3);

pub(crate) const DATA: Slot = required(Operand::Register(FieldId::Data));
pub(crate) const RD: Slot = required(Operand::Register(FieldId::Rd));
pub(crate) const RB: Slot = required(Operand::Register(FieldId::Rb));
pub(crate) const PLG: Slot = unless(PT as i64, Operand::Predicate(FieldId::Plg));
pub(crate) const NUMBER: Slot = required(Operand::Number(FieldId::Immediate));
pub(crate) const CONSTANT: Slot = at(&IN_BANK);
pub(crate) const INDEXED: Slot = at(&Address {
    base: Some(FieldId::Address),
    offset: FieldId::Displacement,
    ..IN_BANK
});

/// `c[bank][offset]`.
pub(crate) const IN_BANK: Address = Address {
    space: Space::Constant(FieldId::Bank),
    base: None,
    bare: Bare::Number,
    suffix: None,
    uniform: None,
    offset: FieldId::Offset,
    ranges: None,
};

/// `[register+offset]`.
pub(crate) const MEMORY: Address = Address {
    space: Space::Memory,
    base: Some(FieldId::Address),
    bare: Bare::Unsigned,
    offset: FieldId::Displacement,
    ..IN_BANK
};

/// `[register+offset]` with 32 bits of offset.
pub(crate) const ADDRESS_32: Slot = at(&MEMORY);

/// `[register+offset]` with 24 bits of offset.
pub(crate) const ADDRESS_24: Slot = at(&Address {
    ranges: Some(&RANGES_24),
    ..MEMORY
});

/// Offsets of 24 bits.
pub(crate) const RANGES_24: OffsetRanges = OffsetRanges {
    based: Range::new(-0x80_0000, 0x7f_ffff),
    absolute: Range::new(-0x7f_ffff, 0xff_ffff),
};

pub(crate) const PAIR_ALIGNED: Rule = rule!(NotExecuted "pair_aligned" if Size == B64, Data % 2,
    Data != RZ as i64;
    "the data pair starts at an odd register, expected an even one or RZ");

pub(crate) const QUAD_ALIGNED: Rule = rule!(NotExecuted "quad_aligned" if Size >= B128, Data % 4,
    Data != RZ as i64;
    "the data quad starts at no multiple of four, expected one or RZ");

pub(crate) const BASE_ALIGNED: Rule = rule!(NotExecuted "base_aligned" if Wide == 1, Address % 2,
    Address != RZ as i64;
    "the base pair of .E starts at an odd register, expected an even one or RZ");

pub(crate) const PAIR_FITS: Rule = rule!(NotExecuted "pair_fits" if Size == B64, Data == 254;
    "the data pair runs past R254, expected R0 to R252 or RZ");
pub(crate) const QUAD_FITS: Rule = rule!(NotExecuted "quad_fits" if Size >= B128, Data >= 252,
    Data != RZ as i64;
    "the data quad runs past R254, expected R0 to R248 or RZ");
pub(crate) const BASE_FITS: Rule = rule!(NotExecuted "base_fits" if Wide == 1, Address == 254;
    "the base pair of .E runs past R254, expected R0 to R252 or RZ");

/// Rules of a data group on a part with 255 registers.
pub(crate) const GROUPS: &[Rule] = &[PAIR_ALIGNED, PAIR_FITS, QUAD_ALIGNED, QUAD_FITS];

pub(crate) const MODE_ZERO: Rule = rule!(NotExecuted "ldc_mode" if Mode != 0;
    "the mode of LDC is not executed, expected none");
