//! The rows of `LEA`.

use super::{GUARD, INVERTED};
use crate::fields::FieldId;
use crate::form::{
    Coding, Field, Form, Meaning, Modifier, Operand, Optional, Rule, Scope, Slot, Test,
};
use crate::instruction::{PT, Part, RZ};
use crate::layout::*;
use crate::row::{CONSTANT_OPERAND, RB_OPERAND, field, flag, opcode, required, unless};

const RD: Field = field!(Rd, MaxwellCommon, rd, set_rd, Coding::Register);
const RA: Field = field!(Ra, MaxwellCommon, ra, set_ra, Coding::Register);

/// Constant offsets count 32-bit words and print as signed 16-bit byte offsets.
const WORD_OFFSET: Coding = Coding::Wrapping { shift: 2 };

const X: Modifier = flag(FieldId::Extended, &[("", 0), ("X", 1)]);

const PLG_OPERAND: Slot = unless(PT as i64, Operand::Predicate(FieldId::Plg));
const RESULT_OPERAND: Slot = required(Operand::Destination {
    register: FieldId::Rd,
    cc: FieldId::Cc,
});
const RA_OPERAND: Slot = required(Operand::Negatable {
    register: FieldId::Ra,
    negate: FieldId::Negate,
});
const IMMEDIATE_OPERAND: Slot = required(Operand::Number(FieldId::Immediate));
const RC_OPERAND: Slot = Slot {
    operand: Operand::Register(FieldId::Rc),
    optional: Optional::Input(RZ as i64),
};
const SCALE_OPERAND: Slot = unless(0, Operand::Number(FieldId::Scale));

const CC_OR_PLG: Rule = Rule {
    name: "cc_or_plg",
    message: "an LEA writes CC or Plg, never both, expected one of them",
    scope: Scope::Text,
    tests: &[
        Test::Is(FieldId::Cc, 1),
        Test::IsNot(FieldId::Plg, PT as i64),
    ],
};

/// The rows.
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
            field!(Rb, LeaRegister, rb, set_rb, Coding::Register),
            field!(Scale, LeaRegister, scale, set_scale),
            field!(Negate, LeaRegister, negate, set_negate),
            field!(Extended, LeaRegister, extended, set_extended),
            field!(Cc, LeaRegister, cc, set_cc),
            field!(Plg, LeaRegister, plg, set_plg),
        ],
        modifiers: &[X],
        operands: &[
            PLG_OPERAND,
            RESULT_OPERAND,
            RA_OPERAND,
            RB_OPERAND,
            SCALE_OPERAND,
        ],
        rules: &[CC_OR_PLG],
        meaning: Meaning::Lea(Part::Lo),
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
            RESULT_OPERAND,
            RA_OPERAND,
            CONSTANT_OPERAND,
            SCALE_OPERAND,
        ],
        rules: &[CC_OR_PLG],
        meaning: Meaning::Lea(Part::Lo),
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
            RESULT_OPERAND,
            RA_OPERAND,
            IMMEDIATE_OPERAND,
            SCALE_OPERAND,
        ],
        rules: &[CC_OR_PLG],
        meaning: Meaning::Lea(Part::Lo),
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
            field!(Rb, LeaHiRegister, rb, set_rb, Coding::Register),
            field!(Rc, LeaHiRegister, rc, set_rc, Coding::Register),
            field!(Scale, LeaHiRegister, scale, set_scale),
            field!(Negate, LeaHiRegister, negate, set_negate),
            field!(Extended, LeaHiRegister, extended, set_extended),
            field!(Cc, LeaHiRegister, cc, set_cc),
            field!(Plg, LeaHiRegister, plg, set_plg),
        ],
        modifiers: &[X],
        operands: &[
            PLG_OPERAND,
            RESULT_OPERAND,
            RA_OPERAND,
            RB_OPERAND,
            RC_OPERAND,
            SCALE_OPERAND,
        ],
        rules: &[CC_OR_PLG],
        meaning: Meaning::Lea(Part::Hi),
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
            field!(Rc, LeaHiConstant, rc, set_rc, Coding::Register),
            field!(Scale, LeaHiConstant, scale, set_scale),
            field!(Negate, LeaHiConstant, negate, set_negate),
            field!(Extended, LeaHiConstant, extended, set_extended),
            field!(Cc, LeaHiConstant, cc, set_cc),
            field!(Plg, LeaHiConstant, plg, set_plg),
        ],
        modifiers: &[X],
        operands: &[
            PLG_OPERAND,
            RESULT_OPERAND,
            RA_OPERAND,
            CONSTANT_OPERAND,
            RC_OPERAND,
            SCALE_OPERAND,
        ],
        rules: &[CC_OR_PLG],
        meaning: Meaning::Lea(Part::Hi),
    },
];
