//! The rows of local and shared loads and stores.

use super::control::{self, STORE};
use super::global::EVICTION;
use super::{
    FROM_75, FROM_80, FROM_90, GUARDED, TO_75, UNIFORM_HIGH, UNIFORM_LOW, access, flag, opcode,
};
use crate::fields::FieldId::{
    self, AddressScale, Descriptor, DescriptorShown, WrittenPredicate, ZeroData,
};
use crate::form::Coding::{Register, Unsigned};
use crate::form::{Address, Bare, Field, Form, Modifier, Operand, Rule, Slot, Space, Test};
use crate::instruction::volta::AccessForm;
use crate::part::Part;
use crate::row::{
    ADDRESS_24, DATA, GROUPS, MEMORY, OFFSET, RANGES_24, SIZE, fields, modifier, not_executed,
    required, rules,
};

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
const HIDING: crate::part::Parts = FROM_80.up_to(Part::Sm89);
const SHARED: &[Field] = fields![AddressScale Unsigned 79:78 on FROM_75];
const SHARED_LOAD: &[Field] = fields![
    ..LOAD, ..SHARED, Uniform Unsigned 76 on TO_75, ZeroData Unsigned 87 on TO_75,
    WrittenPredicate Unsigned 83:81 on TO_75
];

const LOCAL_MODIFIERS: &[Modifier] = &[EVICTION, SIZE];
const SHARED_MODIFIERS: &[Modifier] = &[
    flag!(Uniform "U").on(TO_75),
    SIZE,
    flag!(ZeroData "ZD").on(TO_75),
];

const UNIFORM: Address = Address {
    bare: Bare::Zero,
    uniform: Some(FieldId::UniformRegister),
    ranges: Some(&RANGES_24),
    ..MEMORY
};
const UNIFORM_75: Slot = required(Operand::Address(&UNIFORM)).on(super::ON_75);
const HIDING_ADDRESS: Slot = described(&Address {
    space: Space::Descriptor {
        field: Descriptor,
        shown: Some(DescriptorShown),
        usual: None,
    },
    ..UNIFORM
})
.on(HIDING);
const SHOWING_ADDRESS: Slot = described(&Address {
    space: Space::Descriptor {
        field: Descriptor,
        shown: None,
        usual: None,
    },
    ..UNIFORM
})
.on(FROM_90);

const fn described(address: &'static Address) -> Slot {
    required(Operand::Address(address))
}

const SCALES: Modifier = modifier(AddressScale, &[("", 0), ("X4", 1), ("X8", 2), ("X16", 3)]);
const SCALED: Slot = required(Operand::Address(&Address {
    suffix: Some(SCALES),
    ranges: Some(&RANGES_24),
    ..MEMORY
}))
.on(FROM_75);
const UNSCALED: Slot = ADDRESS_24.on(crate::part::Parts::to(Part::Sm70));
const SCALED_UNIFORM: Slot = required(Operand::Address(&Address {
    bare: Bare::DroppedUnscaled,
    suffix: Some(SCALES),
    ..UNIFORM
}));

const WRITTEN: Slot = required(Operand::Predicate(WrittenPredicate))
    .when(&[Test::Is(ZeroData, 1)], 0)
    .on(TO_75);

const ZERO_DATA: Rule = not_executed(
    "zero_data",
    ".ZD is not executed, expected none",
    &[Test::Is(ZeroData, 1)],
)
.on(TO_75);
const LOAD_RULES: &[Rule] = rules![..control::LOAD, ..GROUPS];
const STORE_RULES: &[Rule] = rules![..LOAD_RULES, STORE];
const SHARED_RULES: &[Rule] = rules![..LOAD_RULES, ZERO_DATA];

/// The rows.
pub static FORMS: [Form; 8] = [
    Form {
        opcode: opcode(0x0983),
        fields: fields![..LOAD, ..LOCAL],
        modifiers: LOCAL_MODIFIERS,
        operands: &[DATA, ADDRESS_24],
        rules: LOAD_RULES,
        ..access(AccessForm::Ldl)
    },
    Form {
        name: "LDL.ureg",
        parts: FROM_75,
        opcode: opcode(0x1983),
        fields: fields![..LOAD, ..DESCRIBED, ..UNIFORM_LOW],
        modifiers: LOCAL_MODIFIERS,
        operands: &[DATA, UNIFORM_75, HIDING_ADDRESS, SHOWING_ADDRESS],
        rules: LOAD_RULES,
        ..access(AccessForm::Ldl)
    },
    Form {
        opcode: opcode(0x0387),
        fields: fields![..STORED, ..LOCAL],
        modifiers: LOCAL_MODIFIERS,
        operands: &[ADDRESS_24, DATA],
        rules: STORE_RULES,
        ..access(AccessForm::Stl)
    },
    Form {
        name: "STL.ureg",
        parts: FROM_75,
        opcode: opcode(0x1987),
        fields: fields![..STORED, ..DESCRIBED, ..UNIFORM_HIGH],
        modifiers: LOCAL_MODIFIERS,
        operands: &[UNIFORM_75, HIDING_ADDRESS, SHOWING_ADDRESS, DATA],
        rules: STORE_RULES,
        ..access(AccessForm::Stl)
    },
    Form {
        opcode: opcode(0x0984),
        fields: SHARED_LOAD,
        modifiers: SHARED_MODIFIERS,
        operands: &[WRITTEN, DATA, UNSCALED, SCALED],
        rules: SHARED_RULES,
        ..access(AccessForm::Lds)
    },
    Form {
        name: "LDS.ureg",
        parts: FROM_75,
        opcode: opcode(0x1984),
        fields: fields![..SHARED_LOAD, ..UNIFORM_LOW],
        modifiers: SHARED_MODIFIERS,
        operands: &[WRITTEN, DATA, SCALED_UNIFORM],
        rules: SHARED_RULES,
        ..access(AccessForm::Lds)
    },
    Form {
        opcode: opcode(0x0388),
        fields: fields![..STORED, ..SHARED],
        modifiers: &[SIZE],
        operands: &[UNSCALED, SCALED, DATA],
        rules: STORE_RULES,
        ..access(AccessForm::Sts)
    },
    Form {
        name: "STS.ureg",
        parts: FROM_75,
        opcode: opcode(0x1988),
        fields: fields![..STORED, ..SHARED, ..UNIFORM_HIGH],
        modifiers: &[SIZE],
        operands: &[SCALED_UNIFORM, DATA],
        rules: STORE_RULES,
        ..access(AccessForm::Sts)
    },
];
