//! The rows of generic and global loads and stores.

use super::control::{self, STORE};
use super::{
    FROM_75, FROM_80, FROM_90, FROM_100, GUARDED, ON_75, READ, TO_75, TO_90, UNIFORM_HIGH,
    UNIFORM_LOW, access, flag, opcode,
};
use crate::fields::FieldId::{
    self, Address as Base, BaseWidth, Descriptor, Prefetch, Scope, Wide, WrittenPredicate, ZeroData,
};
use crate::form::Coding::{FromLast, Register, Unsigned};
use crate::form::{Address, Bare, Field, Form, Modifier, Operand, Rule, Slot, Space, Test};
use crate::instruction::volta::AccessForm;
use crate::instruction::{PT, RZ};
use crate::part::{Part, Parts};
use crate::row::{
    ADDRESS_24, ADDRESS_32, BASE_ALIGNED, BASE_FITS, DATA, GROUPS, MEMORY, OFFSET, RANGES_24, SIZE,
    SIZE_OR_UNIFORM, WIDE, fields, modifier, not_executed, refused, required, rules, unless,
};

/// The parts whose text can hide a descriptor.
const HIDING: Parts = FROM_80.up_to(Part::Sm89);

/// Fields of every load and store.
const ACCESS: &[Field] = fields![
    ..GUARDED, Address Register 31:24, Wide Unsigned 72, Size Unsigned 75:73,
    Strength Unsigned 80:79 on TO_75, Scope Unsigned 78:77 on TO_75,
    Strength Unsigned 80:77 on FROM_80, Cache Unsigned 86:84
];
/// Bit 76 says whether a uniform register is a descriptor, and is of no field without one.
const PRIVATE: &[Field] = fields![Private Unsigned 76 on TO_75];
const LOAD: &[Field] = fields![
    ..ACCESS, ..PRIVATE, Data Register 23:16, WrittenPredicate Unsigned 83:81 on TO_75,
    ZeroData Unsigned 87 on TO_75, Prefetch Unsigned 69:68 on FROM_75,
    ReadPredicate FromLast 67:64 on FROM_75
];
/// From sm_80 on LDG alone writes a predicate.
const GLOBAL_LOAD: &[Field] = fields![..LOAD, WrittenPredicate Unsigned 83:81 on FROM_80];
const STORE_32: &[Field] = fields![..ACCESS, ..PRIVATE, Data Register 71:64];
const STORE_24: &[Field] = fields![..ACCESS, ..PRIVATE, Data Register 39:32];
const OFFSET_24: &[Field] = fields![Displacement OFFSET 63:40];
const OFFSET_32: &[Field] = fields![Displacement OFFSET 63:32];
/// Fields of an address with a uniform register.
const WITH_UNIFORM: &[Field] = fields![
    ..OFFSET_24, BaseWidth Unsigned 90, Descriptor Unsigned 76 on FROM_80,
    DescriptorShown Unsigned 101 on HIDING
];

pub(super) const EVICTION: Modifier = modifier(
    FieldId::Cache,
    &[
        ("EF", 0),
        ("", 1),
        ("EL", 2),
        ("LU", 3),
        ("EU", 4),
        ("NA", 5),
    ],
);
pub(super) const PREFETCH: Modifier = modifier(
    Prefetch,
    &[("", 0), ("LTC64B", 1), ("LTC128B", 2), ("LTC256B", 3)],
);
const STRENGTH: Modifier = modifier(
    FieldId::Strength,
    &[("CONSTANT", 0), ("", 1), ("STRONG", 2), ("MMIO", 3)],
);
/// The scope prints always.
const SCOPE: Modifier = modifier(
    Scope,
    &[("SYS", 3), ("", 3), ("CTA", 0), ("SM", 1), ("GPU", 2)],
);
/// Strength with its scope and privacy: codes that all parts from sm_80 on have.
macro_rules! strengths {
    ($($more:expr),*) => {
        modifier(FieldId::Strength, &[
            ("", 0), ("CONSTANT.PRIVATE", 1), ("CONSTANT.CTA", 2), ("CONSTANT.CTA.PRIVATE", 3),
            ("STRONG.SM", 5), ("STRONG.GPU.PRIVATE", 6), ("STRONG.GPU", 7), ("MMIO.GPU", 8),
            ("CONSTANT.SM", 9), ("STRONG.SYS", 10), ("CONSTANT.SM.PRIVATE", 11), ("MMIO.SYS", 12),
            $($more),*
        ])
    };
}
pub(super) const LOAD_STRENGTH: Modifier = strengths!(
    ("CONSTANT", 4),
    ("CONSTANT.VC", 13),
    ("CONSTANT.VC.PRIVATE", 14),
    ("CONSTANT.GPU", 15)
);
pub(super) const STORE_STRENGTH: Modifier = strengths!(
    ("STRONG.SM.PRIVATE", 4),
    ("CONSTANT.VC", 13),
    ("CONSTANT.VC.PRIVATE", 14),
    ("CONSTANT.GPU", 15)
);
pub(super) const ORDERED_STRENGTH: Modifier = strengths!(
    ("STRONG.SM.PRIVATE", 4),
    ("SYS.ORDERED", 13),
    ("STRONG.SYS.ORDERED", 14),
    ("MMIO.SYS.ORDERED", 15)
);
/// Strengths of stores before sm_80, where that of constants is reserved.
const OLD_STORE_STRENGTH: Modifier =
    modifier(FieldId::Strength, &[("", 1), ("STRONG", 2), ("MMIO", 3)]);

const LOAD_MODIFIERS: &[Modifier] = &[
    WIDE,
    EVICTION,
    Modifier {
        spellings: PREFETCH.spellings.split_at(3).0,
        ..PREFETCH.on(ON_75)
    },
    PREFETCH.on(FROM_80),
    SIZE_OR_UNIFORM.on(TO_75),
    SIZE.on(FROM_80),
    STRENGTH.on(TO_75),
    SCOPE.on(TO_75),
    flag!(Private "PRIVATE").on(TO_75),
    LOAD_STRENGTH.on(FROM_80),
    flag!(ZeroData "ZD").on(TO_75),
];
/// Suffixes of a store.
macro_rules! store_modifiers {
    ($($strength:expr),*) => {
        &[
            WIDE,
            EVICTION,
            SIZE_OR_UNIFORM.on(TO_75),
            SIZE.on(FROM_80),
            OLD_STORE_STRENGTH.on(TO_75),
            SCOPE.on(TO_75),
            flag!(Private "PRIVATE").on(TO_75),
            $($strength),*
        ]
    };
}
const STORE_MODIFIERS: &[Modifier] = store_modifiers!(STORE_STRENGTH.on(FROM_80));
const GLOBAL_STORE_MODIFIERS: &[Modifier] = store_modifiers!(
    STORE_STRENGTH.on(FROM_80.up_to(Part::Sm90)),
    ORDERED_STRENGTH.on(FROM_100)
);

/// The address with a uniform register.
const UNIFORM: Address = Address {
    space: Space::Memory,
    suffix: Some(modifier(BaseWidth, &[("U32", 0), ("64", 1)])),
    uniform: Some(FieldId::UniformRegister),
    ranges: Some(&RANGES_24),
    ..MEMORY
};
const ADDRESS_ON_75: Slot = required(Operand::Address(&Address {
    bare: Bare::Dropped(1),
    ..UNIFORM
}))
.on(ON_75);
const HIDING_ADDRESS: Slot = required(Operand::Address(&Address {
    space: Space::Descriptor {
        field: Descriptor,
        shown: Some(FieldId::DescriptorShown),
        usual: Some(USUAL),
    },
    bare: Bare::Dropped(0),
    ..UNIFORM
}));
const SHOWING_ADDRESS: Slot = required(Operand::Address(&Address {
    space: Space::Descriptor {
        field: Descriptor,
        shown: None,
        usual: Some(USUAL),
    },
    bare: Bare::Kept,
    ..UNIFORM
}));
/// Uniform register with the descriptor of most compiled code.
pub(super) const USUAL: i64 = 4;

const WRITTEN: Slot = Slot {
    written_out_with: Some(ZeroData),
    ..unless(PT as i64, Operand::Predicate(WrittenPredicate))
};
/// LD writes a predicate with `.ZD` alone.
const WRITTEN_WITH_ZERO: Slot = required(Operand::Predicate(WrittenPredicate))
    .when(&[Test::Is(ZeroData, 1)], 0)
    .on(TO_75);
const LOADED: Slot = READ.on(FROM_75);

const ZERO_DATA: Rule = not_executed(
    "zero_data",
    ".ZD is not executed, expected none",
    &[Test::Is(ZeroData, 1)],
);
const WRITES_PREDICATE: Rule = not_executed(
    "written_predicate",
    "a predicate that a load writes is not executed, expected none",
    &[Test::IsNot(WrittenPredicate, PT as i64)],
);
pub(super) const READS_PREDICATE: Rule = not_executed(
    "read_predicate",
    "a predicate that a load reads is not executed, expected none",
    &[Test::IsNot(FieldId::ReadPredicate, PT as i64)],
);
const LOAD_RULES: &[Rule] = rules![..control::LOAD, ..GROUPS, ZERO_DATA_TO_75, READS_FROM_75];
const ZERO_DATA_TO_75: Rule = ZERO_DATA.on(TO_75);
const READS_FROM_75: Rule = READS_PREDICATE.on(FROM_75);
/// LD writes one with `.ZD` alone.
const GLOBAL_LOAD_RULES: &[Rule] = rules![..LOAD_RULES, WRITES_PREDICATE];
const STORE_RULES: &[Rule] = rules![..control::LOAD, STORE, ..GROUPS];

/// A pair as base, where no uniform register says how wide it is.
const PLAIN: &[Rule] = &[BASE_ALIGNED, BASE_FITS];

/// Rules of an address with a uniform register.
const UNIFORM_RULES: &[Rule] = &[
    refused(
        "short_base",
        "a base .U32 with a descriptor, expected .64",
        &[Test::Is(Descriptor, 1), Test::Is(BaseWidth, 0)],
    )
    .on(FROM_80),
    refused(
        "zero_pair",
        "RZ as a base .64, expected .U32 or another register",
        &[
            Test::Is(Descriptor, 0),
            Test::Is(Base, RZ as i64),
            Test::Is(BaseWidth, 1),
        ],
    )
    .on(FROM_90),
    refused(
        "wide_base",
        "a base .64 without .E, expected both",
        &[
            Test::Is(Wide, 0),
            Test::Is(BaseWidth, 1),
            Test::IsNot(Base, RZ as i64),
        ],
    ),
    refused(
        "wide_base",
        "a descriptor without .E, expected both",
        &[Test::Is(Wide, 0), Test::Is(Descriptor, 1)],
    )
    .on(FROM_80),
    not_executed(
        "base_aligned",
        "the base pair of .64 starts at an odd register, expected an even one or RZ",
        &[
            Test::Is(BaseWidth, 1),
            Test::Unaligned(Base, 2),
            Test::IsNot(Base, RZ as i64),
        ],
    ),
    not_executed(
        "base_fits",
        "the base pair of .64 runs past R254, expected R0 to R252 or RZ",
        &[Test::Is(BaseWidth, 1), Test::Is(Base, 254)],
    ),
    UNIFORM_ALIGNED,
    UNIFORM_FITS_63.on(TO_90),
    UNIFORM_FITS_255.on(FROM_100),
];
pub(super) const UNIFORM_ALIGNED: Rule = not_executed(
    "uniform_aligned",
    "the uniform register pair starts at an odd register, expected an even one or URZ",
    &[
        Test::Unaligned(FieldId::UniformRegister, 2),
        Test::IsNot(FieldId::UniformRegister, RZ as i64),
    ],
);
pub(super) const UNIFORM_FITS_63: Rule = not_executed(
    "uniform_fits",
    "the uniform register pair runs past UR62, expected UR0 to UR60 or URZ",
    &[Test::Is(FieldId::UniformRegister, 62)],
);
pub(super) const UNIFORM_FITS_255: Rule = not_executed(
    "uniform_fits",
    "the uniform register pair runs past UR254, expected UR0 to UR252 or URZ",
    &[Test::Is(FieldId::UniformRegister, 254)],
);

/// Operands of a load and of a store with a uniform register.
macro_rules! with_uniform {
    ($($before:expr),* => $($after:expr),*) => {
        &[
            $($before,)*
            ADDRESS_ON_75,
            HIDING_ADDRESS.on(HIDING),
            SHOWING_ADDRESS.on(FROM_90),
            $($after),*
        ]
    };
}

/// The rows.
pub static FORMS: [Form; 8] = [
    Form {
        opcode: opcode(0x0381),
        fields: fields![..GLOBAL_LOAD, ..OFFSET_24],
        modifiers: LOAD_MODIFIERS,
        operands: &[WRITTEN, DATA, ADDRESS_24, LOADED],
        rules: rules![..GLOBAL_LOAD_RULES, ..PLAIN],
        ..access(AccessForm::Ldg)
    },
    Form {
        name: "LDG.ureg",
        parts: FROM_75,
        opcode: opcode(0x1981),
        fields: fields![..GLOBAL_LOAD, ..WITH_UNIFORM, ..UNIFORM_LOW],
        modifiers: LOAD_MODIFIERS,
        operands: with_uniform!(WRITTEN, DATA => LOADED),
        rules: rules![..GLOBAL_LOAD_RULES, ..UNIFORM_RULES],
        ..access(AccessForm::Ldg)
    },
    Form {
        opcode: opcode(0x0386),
        fields: fields![..STORE_24, ..OFFSET_24],
        modifiers: GLOBAL_STORE_MODIFIERS,
        operands: &[ADDRESS_24, DATA],
        rules: rules![..STORE_RULES, ..PLAIN],
        ..access(AccessForm::Stg)
    },
    Form {
        name: "STG.ureg",
        parts: FROM_75,
        opcode: opcode(0x1986),
        fields: fields![..STORE_24, ..WITH_UNIFORM, ..UNIFORM_HIGH],
        modifiers: GLOBAL_STORE_MODIFIERS,
        operands: with_uniform!(=> DATA),
        rules: rules![..STORE_RULES, ..UNIFORM_RULES],
        ..access(AccessForm::Stg)
    },
    Form {
        opcode: opcode(0x0980),
        fields: fields![..LOAD, ..OFFSET_32],
        modifiers: LOAD_MODIFIERS,
        operands: &[WRITTEN_WITH_ZERO, DATA, ADDRESS_32, LOADED],
        rules: rules![..LOAD_RULES, ..PLAIN],
        ..access(AccessForm::Ld)
    },
    Form {
        name: "LD.ureg",
        parts: FROM_75,
        opcode: opcode(0x1980),
        fields: fields![..LOAD, ..WITH_UNIFORM, ..UNIFORM_LOW],
        modifiers: LOAD_MODIFIERS,
        operands: with_uniform!(WRITTEN_WITH_ZERO, DATA => LOADED),
        rules: rules![..LOAD_RULES, ..UNIFORM_RULES],
        ..access(AccessForm::Ld)
    },
    Form {
        opcode: opcode(0x0385),
        fields: fields![..STORE_32, ..OFFSET_32],
        modifiers: STORE_MODIFIERS,
        operands: &[ADDRESS_32, DATA],
        rules: rules![..STORE_RULES, ..PLAIN],
        ..access(AccessForm::St)
    },
    Form {
        name: "ST.ureg",
        parts: FROM_75,
        opcode: opcode(0x1985),
        fields: fields![..STORE_24, ..WITH_UNIFORM, ..UNIFORM_HIGH],
        modifiers: STORE_MODIFIERS,
        operands: with_uniform!(=> DATA),
        rules: rules![..STORE_RULES, ..UNIFORM_RULES],
        ..access(AccessForm::St)
    },
];
