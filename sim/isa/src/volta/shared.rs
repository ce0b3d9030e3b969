//! The rows of local and shared loads and stores.

use super::control::{self, STORE};
use super::global::{EVICTION, WRITTEN_WITH_ZERO, ZERO_DATA};
use super::{
    ALL, FROM_75, FROM_80, FROM_90, GUARDED, HIDING, TO_75, UNIFORM_HIGH, UNIFORM_LOW, access,
    descriptor, opcode,
};
use crate::fields::FieldId::{self, DescriptorShown};
use crate::form::Coding::{Register, Unsigned};
use crate::form::{Address, Bare, Field, Modifier, Rule, Slot};
use crate::form_row::{ADDRESS_24, DATA, GROUPS, MEMORY, OFFSET, RANGES_24, SIZE, at};
use crate::instruction::volta::AccessForm;
use crate::part::Part;

const ACCESS: &[Field] = fields![
    ..GUARDED, Address Register 31:24, Size Unsigned 75:73, Displacement OFFSET 63:40
];
const LOAD: &[Field] = fields![..ACCESS, Data Register 23:16];
const STORED: &[Field] = fields![..ACCESS, Data Register 39:32];
const LOCAL: &[Field] = fields![Cache Unsigned 86:84];
/// Bit 76 makes the uniform register a descriptor.
const DESCRIBED: &[Field] = fields![
    ..LOCAL, Descriptor Unsigned 76 on FROM_80, DescriptorShown Unsigned 101 on HIDING
];
const SHARED: &[Field] = fields![AddressScale Unsigned 79:78 on FROM_75];
const SHARED_LOAD: &[Field] = fields![
    ..LOAD, ..SHARED, Uniform Unsigned 76 on TO_75, ZeroData Unsigned 87 on TO_75,
    WrittenPredicate Unsigned 83:81 on TO_75
];

const LOCAL_MODIFIERS: &[Modifier] = &[EVICTION, SIZE];
const SHARED_MODIFIERS: &[Modifier] = &[
    suffixes!(Uniform: "" 0, "U" 1).on(TO_75),
    SIZE,
    suffixes!(ZeroData: "" 0, "ZD" 1).on(TO_75),
];

pub(super) const UNIFORM: Address = Address {
    bare: Bare::Zero,
    uniform: Some(FieldId::UniformRegister),
    ranges: Some(&RANGES_24),
    ..MEMORY
};
const UNIFORM_75: Slot = at(&UNIFORM).on(super::ON_75);
const HIDING_ADDRESS: Slot = at(&Address {
    space: descriptor(Some(DescriptorShown), None),
    ..UNIFORM
})
.on(HIDING);
const SHOWING_ADDRESS: Slot = at(&Address {
    space: descriptor(None, None),
    ..UNIFORM
})
.on(FROM_90);

const SCALES: Modifier = suffixes!(AddressScale: "" 0, "X4" 1, "X8" 2, "X16" 3);
const SCALED: Slot = at(&Address {
    suffix: Some(SCALES),
    ranges: Some(&RANGES_24),
    ..MEMORY
})
.on(FROM_75);
const UNSCALED: Slot = ADDRESS_24.on(crate::part::Parts::to(Part::Sm70));
const SCALED_UNIFORM: Slot = at(&Address {
    bare: Bare::DroppedUnscaled,
    suffix: Some(SCALES),
    ..UNIFORM
});

const LOAD_RULES: &[Rule] = rules![..control::LOAD, ..GROUPS];
const STORE_RULES: &[Rule] = rules![..LOAD_RULES, STORE];
const SHARED_RULES: &[Rule] = rules![..LOAD_RULES, ZERO_DATA];

forms! {
    /// The rows.
    "LDL", ALL, access(AccessForm::Ldl), opcode(0x0983),
        fields [..LOAD, ..LOCAL], LOCAL_MODIFIERS, &[DATA, ADDRESS_24], rules [..LOAD_RULES];
    "LDL.ureg", FROM_75, access(AccessForm::Ldl), opcode(0x1983),
        fields [..LOAD, ..DESCRIBED, ..UNIFORM_LOW], LOCAL_MODIFIERS,
        &[DATA, UNIFORM_75, HIDING_ADDRESS, SHOWING_ADDRESS], rules [..LOAD_RULES];
    "STL", ALL, access(AccessForm::Stl), opcode(0x0387),
        fields [..STORED, ..LOCAL], LOCAL_MODIFIERS, &[ADDRESS_24, DATA], rules [..STORE_RULES];
    "STL.ureg", FROM_75, access(AccessForm::Stl), opcode(0x1987),
        fields [..STORED, ..DESCRIBED, ..UNIFORM_HIGH], LOCAL_MODIFIERS,
        &[UNIFORM_75, HIDING_ADDRESS, SHOWING_ADDRESS, DATA], rules [..STORE_RULES];
    "LDS", ALL, access(AccessForm::Lds), opcode(0x0984),
        fields [..SHARED_LOAD], SHARED_MODIFIERS, &[WRITTEN_WITH_ZERO, DATA, UNSCALED, SCALED],
        rules [..SHARED_RULES];
    "LDS.ureg", FROM_75, access(AccessForm::Lds), opcode(0x1984),
        fields [..SHARED_LOAD, ..UNIFORM_LOW], SHARED_MODIFIERS,
        &[WRITTEN_WITH_ZERO, DATA, SCALED_UNIFORM], rules [..SHARED_RULES];
    "STS", ALL, access(AccessForm::Sts), opcode(0x0388),
        fields [..STORED, ..SHARED], &[SIZE], &[UNSCALED, SCALED, DATA], rules [..STORE_RULES];
    "STS.ureg", FROM_75, access(AccessForm::Sts), opcode(0x1988),
        fields [..STORED, ..SHARED, ..UNIFORM_HIGH], &[SIZE], &[SCALED_UNIFORM, DATA],
        rules [..STORE_RULES];
}
