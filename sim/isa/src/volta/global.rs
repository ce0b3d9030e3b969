//! The rows of generic and global loads and stores.

use super::control::{self, STORE};
use super::{
    ALL, FROM_75, FROM_80, FROM_90, FROM_100, GUARDED, HIDING, ON_75, READ, TO_75, TO_90,
    UNIFORM_HIGH, UNIFORM_LOW, access, descriptor, opcode,
};
use crate::fields::FieldId::{self, WrittenPredicate, ZeroData};
use crate::form::Coding::{FromLast, Register, Unsigned};
use crate::form::{Address, Bare, Field, Modifier, Operand, Rule, Slot};
use crate::form_row::{
    ADDRESS_24, ADDRESS_32, BASE_ALIGNED, BASE_FITS, DATA, GROUPS, MEMORY, OFFSET, RANGES_24, SIZE,
    SIZE_OR_UNIFORM, WIDE, at, required, unless,
};
use crate::instruction::volta::AccessForm;
use crate::instruction::{PT, RZ};
use crate::part::Part;

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

pub(super) const EVICTION: Modifier = suffixes!(Cache: "EF" 0, "" 1, "EL" 2, "LU" 3, "EU" 4,
    "NA" 5);
pub(super) const PREFETCH: Modifier = suffixes!(Prefetch: "" 0, "LTC64B" 1, "LTC128B" 2,
    "LTC256B" 3);
const STRENGTH: Modifier = suffixes!(Strength: "CONSTANT" 0, "" 1, "STRONG" 2, "MMIO" 3);
/// The scope prints always.
const SCOPE: Modifier = suffixes!(Scope: "SYS" 3, "" 3, "CTA" 0, "SM" 1, "GPU" 2);
/// Strength with its scope and privacy: codes that all parts from sm_80 on have.
macro_rules! strengths {
    ($($text:literal $value:literal),*) => {
        suffixes!(Strength:
            "" 0, "CONSTANT.PRIVATE" 1, "CONSTANT.CTA" 2, "CONSTANT.CTA.PRIVATE" 3, "STRONG.SM" 5,
            "STRONG.GPU.PRIVATE" 6, "STRONG.GPU" 7, "MMIO.GPU" 8, "CONSTANT.SM" 9,
            "STRONG.SYS" 10, "CONSTANT.SM.PRIVATE" 11, "MMIO.SYS" 12, $($text $value),*)
    };
}
pub(super) const LOAD_STRENGTH: Modifier = strengths!(
    "CONSTANT" 4, "CONSTANT.VC" 13, "CONSTANT.VC.PRIVATE" 14, "CONSTANT.GPU" 15);
pub(super) const STORE_STRENGTH: Modifier = strengths!(
    "STRONG.SM.PRIVATE" 4, "CONSTANT.VC" 13, "CONSTANT.VC.PRIVATE" 14, "CONSTANT.GPU" 15);
pub(super) const ORDERED_STRENGTH: Modifier = strengths!("STRONG.SM.PRIVATE" 4, "SYS.ORDERED" 13,
    "STRONG.SYS.ORDERED" 14, "MMIO.SYS.ORDERED" 15);
/// Strengths of stores before sm_80, where that of constants is reserved.
const OLD_STORE_STRENGTH: Modifier = suffixes!(Strength: "" 1, "STRONG" 2, "MMIO" 3);

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
    suffixes!(Private: "" 0, "PRIVATE" 1).on(TO_75),
    LOAD_STRENGTH.on(FROM_80),
    suffixes!(ZeroData: "" 0, "ZD" 1).on(TO_75),
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
            suffixes!(Private: "" 0, "PRIVATE" 1).on(TO_75),
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
    suffix: Some(suffixes!(BaseWidth: "U32" 0, "64" 1)),
    uniform: Some(FieldId::UniformRegister),
    ranges: Some(&RANGES_24),
    ..MEMORY
};
const ADDRESS_ON_75: Slot = at(&Address {
    bare: Bare::Dropped(1),
    ..UNIFORM
})
.on(ON_75);
const HIDING_ADDRESS: Slot = at(&Address {
    space: descriptor(Some(FieldId::DescriptorShown), Some(USUAL)),
    bare: Bare::Dropped(0),
    ..UNIFORM
});
const SHOWING_ADDRESS: Slot = at(&Address {
    space: descriptor(None, Some(USUAL)),
    bare: Bare::Kept,
    ..UNIFORM
});
/// Uniform register with the descriptor of most compiled code.
pub(super) const USUAL: i64 = 4;

const WRITTEN: Slot = Slot {
    written_out_with: Some(ZeroData),
    ..unless(PT as i64, Operand::Predicate(WrittenPredicate))
};
/// The predicate that LD and LDS write with `.ZD` alone.
pub(super) const WRITTEN_WITH_ZERO: Slot = required(Operand::Predicate(WrittenPredicate))
    .when(tests![ZeroData == 1], 0)
    .on(TO_75);
const LOADED: Slot = READ.on(FROM_75);

pub(super) const ZERO_DATA: Rule = rule!(TextAlone "zero_data" on TO_75 if ZeroData == 1;
    ".ZD, expected none");
const WRITES_PREDICATE: Rule = rule!(TextAlone "written_predicate"
    if WrittenPredicate != PT as i64;
    "a predicate that a load writes, expected none");
const READS_PREDICATE: Rule = rule!(TextAlone "read_predicate" on FROM_75
    if ReadPredicate != PT as i64;
    "a predicate that a load reads, expected none");
const LOAD_RULES: &[Rule] = rules![..control::LOAD, ..GROUPS, ZERO_DATA, READS_PREDICATE];
/// LD writes one with `.ZD` alone.
const GLOBAL_LOAD_RULES: &[Rule] = rules![..LOAD_RULES, WRITES_PREDICATE];
const STORE_RULES: &[Rule] = rules![..control::LOAD, STORE, ..GROUPS];

/// A pair as base, where no uniform register says how wide it is.
const PLAIN: &[Rule] = &[BASE_ALIGNED, BASE_FITS];

pub(super) const SHORT_BASE: Rule = rule!(Refused "short_base" on FROM_80
    if Descriptor == 1, BaseWidth == 0;
    "a base .U32 with a descriptor, expected .64");

/// Rules of an address with a uniform register.
const UNIFORM_RULES: &[Rule] = &[
    SHORT_BASE,
    rule!(Refused "zero_pair" on FROM_90 if Descriptor == 0, Address == RZ as i64, BaseWidth == 1;
        "RZ as a base .64, expected .U32 or another register"),
    rule!(Refused "wide_base" if Wide == 0, BaseWidth == 1, Address != RZ as i64;
        "a base .64 without .E, expected both"),
    rule!(Refused "wide_base" on FROM_80 if Wide == 0, Descriptor == 1;
        "a descriptor without .E, expected both"),
    rule!(NotExecuted "base_aligned" if BaseWidth == 1, Address % 2, Address != RZ as i64;
        "the base pair of .64 starts at an odd register, expected an even one or RZ"),
    rule!(NotExecuted "base_fits" if BaseWidth == 1, Address == 254;
        "the base pair of .64 runs past R254, expected R0 to R252 or RZ"),
    rule!(NotExecuted "uniform_aligned" if UniformRegister % 2, UniformRegister != RZ as i64;
        "the uniform register pair starts at an odd register, expected an even one or URZ"),
    rule!(NotExecuted "uniform_fits" on TO_90 if UniformRegister == 62;
        "the uniform register pair runs past UR62, expected UR0 to UR60 or URZ"),
    rule!(NotExecuted "uniform_fits" on FROM_100 if UniformRegister == 254;
        "the uniform register pair runs past UR254, expected UR0 to UR252 or URZ"),
];

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

forms! {
    /// The rows.
    "LDG", ALL, access(AccessForm::Ldg), opcode(0x0381),
        fields [..GLOBAL_LOAD, ..OFFSET_24], LOAD_MODIFIERS, &[WRITTEN, DATA, ADDRESS_24, LOADED],
        rules [..GLOBAL_LOAD_RULES, ..PLAIN];
    "LDG.ureg", FROM_75, access(AccessForm::Ldg), opcode(0x1981),
        fields [..GLOBAL_LOAD, ..WITH_UNIFORM, ..UNIFORM_LOW], LOAD_MODIFIERS,
        with_uniform!(WRITTEN, DATA => LOADED), rules [..GLOBAL_LOAD_RULES, ..UNIFORM_RULES];
    "STG", ALL, access(AccessForm::Stg), opcode(0x0386),
        fields [..STORE_24, ..OFFSET_24], GLOBAL_STORE_MODIFIERS, &[ADDRESS_24, DATA],
        rules [..STORE_RULES, ..PLAIN];
    "STG.ureg", FROM_75, access(AccessForm::Stg), opcode(0x1986),
        fields [..STORE_24, ..WITH_UNIFORM, ..UNIFORM_HIGH], GLOBAL_STORE_MODIFIERS,
        with_uniform!(=> DATA), rules [..STORE_RULES, ..UNIFORM_RULES];
    "LD", ALL, access(AccessForm::Ld), opcode(0x0980),
        fields [..LOAD, ..OFFSET_32], LOAD_MODIFIERS,
        &[WRITTEN_WITH_ZERO, DATA, ADDRESS_32, LOADED], rules [..LOAD_RULES, ..PLAIN];
    "LD.ureg", FROM_75, access(AccessForm::Ld), opcode(0x1980),
        fields [..LOAD, ..WITH_UNIFORM, ..UNIFORM_LOW], LOAD_MODIFIERS,
        with_uniform!(WRITTEN_WITH_ZERO, DATA => LOADED), rules [..LOAD_RULES, ..UNIFORM_RULES];
    "ST", ALL, access(AccessForm::St), opcode(0x0385),
        fields [..STORE_32, ..OFFSET_32], STORE_MODIFIERS, &[ADDRESS_32, DATA],
        rules [..STORE_RULES, ..PLAIN];
    "ST.ureg", FROM_75, access(AccessForm::St), opcode(0x1985),
        fields [..STORE_24, ..WITH_UNIFORM, ..UNIFORM_HIGH], STORE_MODIFIERS,
        with_uniform!(=> DATA), rules [..STORE_RULES, ..UNIFORM_RULES];
}
