//! The Maxwell forms (sm_50 to sm_61), as the encoding tables list them.

use crate::form::{Coding, Field, Form, Modifier, Opcode, Operand, Optional, Rule, Slot, Test};
use crate::instruction::{PT, RZ};
use crate::layout::*;
use crate::values::{FieldId, build_lea_hi, build_lea_lo};

/// A field of a layout: `field!(Scale, LeaRegister, scale, set_scale)`.
macro_rules! field {
    ($id:ident, $layout:ident, $get:ident, $set:ident) => {
        field!($id, $layout, $get, $set, Coding::Unsigned)
    };
    ($id:ident, $layout:ident, $get:ident, $set:ident, $coding:expr) => {
        Field {
            id: FieldId::$id,
            coding: $coding,
            get: |word| $layout(word).$get(),
            set: setter!($layout, $set),
        }
    };
}

/// The opcode of a layout: `opcode!(LeaRegister, 0x5bd0 >> 3)`.
macro_rules! opcode {
    ($layout:ident, $value:expr) => {
        Opcode {
            get: |word| $layout(word).opcode(),
            set: setter!($layout, set_opcode),
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

const GUARD: Field = field!(Guard, MaxwellCommon, guard, set_guard);
const INVERTED: Field = field!(
    GuardInverted,
    MaxwellCommon,
    guard_inverted,
    set_guard_inverted
);
const RD: Field = field!(Rd, MaxwellCommon, rd, set_rd);
const RA: Field = field!(Ra, MaxwellCommon, ra, set_ra);

/// Constant offsets count 32-bit words and print as signed 16-bit byte offsets.
const WORD_OFFSET: Coding = Coding::Offset { shift: 2 };

const X: Modifier = Modifier {
    field: FieldId::Extended,
    spellings: &[("", 0), ("X", 1)],
};

const PLG_OPERAND: Slot = Slot {
    operand: Operand::Predicate(FieldId::Plg),
    optional: Optional::Default(PT as i64),
};
const RD_OPERAND: Slot = Slot {
    operand: Operand::Destination {
        register: FieldId::Rd,
        cc: FieldId::Cc,
    },
    optional: Optional::No,
};
const RA_OPERAND: Slot = Slot {
    operand: Operand::Negatable {
        register: FieldId::Ra,
        negate: FieldId::Negate,
    },
    optional: Optional::No,
};
const RB_OPERAND: Slot = Slot {
    operand: Operand::Register(FieldId::Rb),
    optional: Optional::No,
};
const CONSTANT_OPERAND: Slot = Slot {
    operand: Operand::Constant {
        bank: FieldId::Bank,
        offset: FieldId::Offset,
    },
    optional: Optional::No,
};
const IMMEDIATE_OPERAND: Slot = Slot {
    operand: Operand::Number(FieldId::Immediate),
    optional: Optional::No,
};
const RC_OPERAND: Slot = Slot {
    operand: Operand::Register(FieldId::Rc),
    optional: Optional::Input(RZ as i64),
};
const SCALE_OPERAND: Slot = Slot {
    operand: Operand::Number(FieldId::Scale),
    optional: Optional::Default(0),
};

const CC_OR_PLG: Rule = Rule {
    name: "cc_or_plg",
    message: "an LEA writes CC or Plg, never both, expected one of them",
    tests: &[
        Test::Is(FieldId::Cc, 1),
        Test::IsNot(FieldId::Plg, PT as i64),
    ],
};

/// The table.
pub static FORMS: [Form; 5] = [
    Form {
        name: "LEA.reg",
        mnemonic: "LEA",
        aliases: &["LEA.LO"],
        opcode: opcode!(LeaRegister, 0x5bd0 >> 3),
        fields: &[
            GUARD,
            INVERTED,
            RD,
            RA,
            field!(Rb, LeaRegister, rb, set_rb),
            field!(Scale, LeaRegister, scale, set_scale),
            field!(Negate, LeaRegister, negate, set_negate),
            field!(Extended, LeaRegister, extended, set_extended),
            field!(Cc, LeaRegister, cc, set_cc),
            field!(Plg, LeaRegister, plg, set_plg),
        ],
        modifiers: &[X],
        operands: &[
            PLG_OPERAND,
            RD_OPERAND,
            RA_OPERAND,
            RB_OPERAND,
            SCALE_OPERAND,
        ],
        rules: &[CC_OR_PLG],
        build: build_lea_lo,
    },
    Form {
        name: "LEA.cbuf",
        mnemonic: "LEA",
        aliases: &["LEA.LO"],
        opcode: opcode!(LeaConstant, 0x4bd0 >> 3),
        fields: &[
            GUARD,
            INVERTED,
            RD,
            RA,
            field!(Bank, LeaConstant, bank, set_bank),
            field!(Offset, LeaConstant, offset, set_offset, WORD_OFFSET),
            field!(Scale, LeaConstant, scale, set_scale),
            field!(Negate, LeaConstant, negate, set_negate),
            field!(Extended, LeaConstant, extended, set_extended),
            field!(Cc, LeaConstant, cc, set_cc),
            field!(Plg, LeaConstant, plg, set_plg),
        ],
        modifiers: &[X],
        operands: &[
            PLG_OPERAND,
            RD_OPERAND,
            RA_OPERAND,
            CONSTANT_OPERAND,
            SCALE_OPERAND,
        ],
        rules: &[CC_OR_PLG],
        build: build_lea_lo,
    },
    Form {
        name: "LEA.imm20",
        mnemonic: "LEA",
        aliases: &["LEA.LO"],
        opcode: opcode!(LeaImmediate, 0x36d0 >> 3),
        fields: &[
            GUARD,
            INVERTED,
            RD,
            RA,
            field!(
                Immediate,
                LeaImmediate,
                immediate,
                set_immediate,
                Coding::Signed
            ),
            field!(Scale, LeaImmediate, scale, set_scale),
            field!(Negate, LeaImmediate, negate, set_negate),
            field!(Extended, LeaImmediate, extended, set_extended),
            field!(Cc, LeaImmediate, cc, set_cc),
            field!(Plg, LeaImmediate, plg, set_plg),
        ],
        modifiers: &[X],
        operands: &[
            PLG_OPERAND,
            RD_OPERAND,
            RA_OPERAND,
            IMMEDIATE_OPERAND,
            SCALE_OPERAND,
        ],
        rules: &[CC_OR_PLG],
        build: build_lea_lo,
    },
    Form {
        name: "LEA.HI.reg",
        mnemonic: "LEA.HI",
        aliases: &[],
        opcode: opcode!(LeaHiRegister, 0x5bd8 >> 3),
        fields: &[
            GUARD,
            INVERTED,
            RD,
            RA,
            field!(Rb, LeaHiRegister, rb, set_rb),
            field!(Rc, LeaHiRegister, rc, set_rc),
            field!(Scale, LeaHiRegister, scale, set_scale),
            field!(Negate, LeaHiRegister, negate, set_negate),
            field!(Extended, LeaHiRegister, extended, set_extended),
            field!(Cc, LeaHiRegister, cc, set_cc),
            field!(Plg, LeaHiRegister, plg, set_plg),
        ],
        modifiers: &[X],
        operands: &[
            PLG_OPERAND,
            RD_OPERAND,
            RA_OPERAND,
            RB_OPERAND,
            RC_OPERAND,
            SCALE_OPERAND,
        ],
        rules: &[CC_OR_PLG],
        build: build_lea_hi,
    },
    Form {
        name: "LEA.HI.cbuf",
        mnemonic: "LEA.HI",
        aliases: &[],
        opcode: opcode!(LeaHiConstant, 0b000110),
        fields: &[
            GUARD,
            INVERTED,
            RD,
            RA,
            field!(Bank, LeaHiConstant, bank, set_bank),
            field!(Offset, LeaHiConstant, offset, set_offset, WORD_OFFSET),
            field!(Rc, LeaHiConstant, rc, set_rc),
            field!(Scale, LeaHiConstant, scale, set_scale),
            field!(Negate, LeaHiConstant, negate, set_negate),
            field!(Extended, LeaHiConstant, extended, set_extended),
            field!(Cc, LeaHiConstant, cc, set_cc),
            field!(Plg, LeaHiConstant, plg, set_plg),
        ],
        modifiers: &[X],
        operands: &[
            PLG_OPERAND,
            RD_OPERAND,
            RA_OPERAND,
            CONSTANT_OPERAND,
            RC_OPERAND,
            SCALE_OPERAND,
        ],
        rules: &[CC_OR_PLG],
        build: build_lea_hi,
    },
];
