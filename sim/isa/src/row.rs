//! Building blocks of the rows of Maxwell and Fermi.

use crate::fields::FieldId;
use crate::form::{Modifier, Operand, Optional, Range, Rule, Scope, Slot, Test};
use crate::instruction::{AccessSize, RZ};

/// Field of a layout: `field!(Scale, LeaRegister, scale, set_scale)`.
macro_rules! field {
    ($id:ident, $layout:ident, $get:ident, $set:ident) => {
        $crate::row::field!($id, $layout, $get, $set, $crate::form::Coding::Unsigned)
    };
    ($id:ident, $layout:ident, $get:ident, $set:ident, $coding:expr) => {
        $crate::form::Field {
            id: $crate::fields::FieldId::$id,
            coding: $coding,
            get: |word| $layout(word).$get(),
            set: $crate::row::setter!($layout, $set),
        }
    };
}

/// Opcode of a layout: `opcode!(LeaRegister, 0x5bd0 >> 3)`.
macro_rules! opcode {
    ($layout:ident, $value:expr) => {
        $crate::form::Opcode {
            get: |word| $layout(word).opcode(),
            set: $crate::row::setter!($layout, set_opcode),
            value: $value,
        }
    };
}

macro_rules! setter {
    ($layout:ident, $set:ident) => {
        |word, value| {
            let mut layout = $layout(word);
            layout.$set(value);
            layout.0
        }
    };
}

pub(crate) use {field, opcode, setter};

/// An operand that is always written.
pub(crate) const fn required(operand: Operand) -> Slot {
    Slot {
        operand,
        optional: Optional::No,
    }
}

/// An operand that is left out for a value.
pub(crate) const fn unless(default: i64, operand: Operand) -> Slot {
    Slot {
        operand,
        optional: Optional::Default(default),
    }
}

/// A suffix with two values: absent or present.
pub(crate) const fn flag(field: FieldId, spellings: &'static [(&'static str, i64); 2]) -> Modifier {
    modifier(field, spellings)
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
    }
}

/// `.E`.
pub(crate) const WIDE: Modifier = flag(FieldId::Wide, &[("", 0), ("E", 1)]);

/// `.S`, which disassemblers print last.
pub(crate) const JOIN: Modifier = flag(FieldId::Sync, &[("", 0), ("S", 1)]);

const U8: i64 = AccessSize::U8 as i64;
const S8: i64 = AccessSize::S8 as i64;
const U16: i64 = AccessSize::U16 as i64;
const S16: i64 = AccessSize::S16 as i64;
const B32: i64 = AccessSize::B32 as i64;
pub(crate) const B64: i64 = AccessSize::B64 as i64;
pub(crate) const B128: i64 = AccessSize::B128 as i64;
const U128: i64 = AccessSize::U128 as i64;

/// The types up to 128 bits.
pub(crate) const SIZE: Modifier = modifier(
    FieldId::Size,
    &[
        ("", B32),
        ("32", B32),
        ("U8", U8),
        ("8", U8),
        ("S8", S8),
        ("U16", U16),
        ("16", U16),
        ("S16", S16),
        ("64", B64),
        ("128", B128),
    ],
);

/// The types up to 128 bits, and 128 bits with the uniform hint.
pub(crate) const SIZE_OR_UNIFORM: Modifier = modifier(
    FieldId::Size,
    &[
        ("", B32),
        ("32", B32),
        ("U8", U8),
        ("8", U8),
        ("S8", S8),
        ("U16", U16),
        ("16", U16),
        ("S16", S16),
        ("64", B64),
        ("128", B128),
        ("U.128", U128),
        ("128.U", U128),
    ],
);

/// The types up to 64 bits.
pub(crate) const SIZE_TO_64: Modifier = modifier(
    FieldId::Size,
    &[
        ("", B32),
        ("32", B32),
        ("U8", U8),
        ("8", U8),
        ("S8", S8),
        ("U16", U16),
        ("16", U16),
        ("S16", S16),
        ("64", B64),
    ],
);

/// Cache operations of stores.
pub(crate) const STORE_CACHE: Modifier = modifier(
    FieldId::Cache,
    &[("", 0), ("WB", 0), ("CG", 1), ("CS", 2), ("WT", 3)],
);

pub(crate) const DATA_OPERAND: Slot = required(Operand::Register(FieldId::Data));
pub(crate) const RD_OPERAND: Slot = required(Operand::Register(FieldId::Rd));
pub(crate) const RB_OPERAND: Slot = required(Operand::Register(FieldId::Rb));
pub(crate) const CONSTANT_OPERAND: Slot = required(Operand::Constant {
    bank: FieldId::Bank,
    offset: FieldId::Offset,
});
pub(crate) const INDEXED_OPERAND: Slot = required(Operand::Indexed {
    bank: FieldId::Bank,
    register: FieldId::Address,
    offset: FieldId::Displacement,
});

/// `[register+offset]` with 32 bits of offset.
pub(crate) const ADDRESS_32: Slot = required(Operand::Address {
    register: FieldId::Address,
    offset: FieldId::Displacement,
    ranges: &crate::form::OffsetRanges {
        based: Range::new(-0x8000_0000, 0xffff_ffff),
        absolute: Range::new(-0x8000_0000, 0xffff_ffff),
    },
});

/// `[register+offset]` with 24 bits of offset.
pub(crate) const ADDRESS_24: Slot = required(Operand::Address {
    register: FieldId::Address,
    offset: FieldId::Displacement,
    ranges: &crate::form::OffsetRanges {
        based: Range::new(-0x80_0000, 0x7f_ffff),
        absolute: Range::new(-0x7f_ffff, 0xff_ffff),
    },
});

const HAS_DATA: Test = Test::IsNot(FieldId::Data, RZ as i64);

pub(crate) const PAIR_ALIGNED: Rule = Rule {
    name: "pair_aligned",
    message: "the data pair starts at an odd register, expected an even one or RZ",
    scope: Scope::Execution,
    tests: &[
        Test::Is(FieldId::Size, B64),
        Test::Unaligned(FieldId::Data, 2),
        HAS_DATA,
    ],
};

pub(crate) const QUAD_ALIGNED: Rule = Rule {
    name: "quad_aligned",
    message: "the data quad starts at no multiple of four, expected one or RZ",
    scope: Scope::Execution,
    tests: &[
        Test::AtLeast(FieldId::Size, B128),
        Test::Unaligned(FieldId::Data, 4),
        HAS_DATA,
    ],
};

pub(crate) const BASE_ALIGNED: Rule = Rule {
    name: "base_aligned",
    message: "the base pair of .E starts at an odd register, expected an even one or RZ",
    scope: Scope::Execution,
    tests: &[
        Test::Is(FieldId::Wide, 1),
        Test::Unaligned(FieldId::Address, 2),
        Test::IsNot(FieldId::Address, RZ as i64),
    ],
};

/// Modes of `LDC`, which index a bank in other ways.
pub(crate) const MODE: Modifier =
    modifier(FieldId::Mode, &[("", 0), ("IL", 1), ("IS", 2), ("ISL", 3)]);

pub(crate) const MODE_ZERO: Rule = Rule {
    name: "ldc_mode",
    message: "the mode of LDC is not executed, expected none",
    scope: Scope::Execution,
    tests: &[Test::IsNot(FieldId::Mode, 0)],
};
