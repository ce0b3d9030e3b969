//! The rows of `LEA`.

use super::LEA;
use crate::fields::FieldId;
use crate::form::Coding::{self, Register, Signed, Unsigned};
use crate::form::{Field, Form, Meaning, Modifier, Operand, Optional, Rule, Slot, Test};
use crate::instruction::{LeaPart, PT, RZ};
use crate::row::{
    CONSTANT, NUMBER, PLG, RB, fields, form, modifier, opcode, refused, required, unless,
};

/// Constant offsets count 32-bit words and print as signed 16-bit byte offsets.
const WORDS: Coding = Coding::Wrapping { shift: 2 };

/// Fields of the forms of the low word, after Sb.
const LOW: &[Field] = fields![
    Scale Unsigned 43:39, Negate Unsigned 45, Extended Unsigned 46, Cc Unsigned 47, Plg Unsigned 50:48
];

const X: Modifier = modifier(FieldId::Extended, &[("", 0), ("X", 1)]);

const RESULT: Slot = required(Operand::Destination {
    register: FieldId::Rd,
    cc: FieldId::Cc,
});
const RA: Slot = required(Operand::Register(FieldId::Ra)).signed(FieldId::Negate, None);
const RC: Slot = Slot {
    optional: Optional::Input(RZ as i64),
    ..required(Operand::Register(FieldId::Rc))
};
const SCALE: Slot = unless(0, Operand::Number(FieldId::Scale));

const CC_OR_PLG: Rule = refused(
    "cc_or_plg",
    "an LEA writes CC or Plg, never both, expected one of them",
    &[
        Test::Is(FieldId::Cc, 1),
        Test::IsNot(FieldId::Plg, PT as i64),
    ],
);

const LO: Form = Form {
    aliases: &["LEA.LO"],
    modifiers: &[X],
    rules: &[CC_OR_PLG],
    ..form("LEA", Meaning::Lea(LeaPart::Lo))
};
const HI: Form = Form {
    modifiers: &[X],
    rules: &[CC_OR_PLG],
    ..form("LEA.HI", Meaning::Lea(LeaPart::Hi))
};

/// The rows.
pub static FORMS: [Form; 5] = [
    Form {
        name: "LEA.reg",
        opcode: opcode!(63:51 = 0x5bd0_0000_0000_0000),
        fields: fields![..LEA, Rb Register 27:20, ..LOW],
        operands: &[PLG, RESULT, RA, RB, SCALE],
        ..LO
    },
    Form {
        name: "LEA.cbuf",
        opcode: opcode!(63:51 = 0x4bd0_0000_0000_0000),
        fields: fields![..LEA, Bank Unsigned 38:34, Offset WORDS 33:20, ..LOW],
        operands: &[PLG, RESULT, RA, CONSTANT, SCALE],
        ..LO
    },
    // The immediate's sign is inside of the opcode.
    Form {
        name: "LEA.imm20",
        opcode: opcode!(63:57 55:51 = 0x36d0_0000_0000_0000),
        fields: fields![..LEA, Immediate Signed 56 38:20, ..LOW],
        operands: &[PLG, RESULT, RA, NUMBER, SCALE],
        ..LO
    },
    Form {
        name: "LEA.HI.reg",
        opcode: opcode!(63:51 = 0x5bd8_0000_0000_0000),
        fields: fields![
            ..LEA, Rb Register 27:20, Rc Register 46:39, Scale Unsigned 32:28, Negate Unsigned 37,
            Extended Unsigned 38, Cc Unsigned 47, Plg Unsigned 50:48
        ],
        operands: &[PLG, RESULT, RA, RB, RC, SCALE],
        ..HI
    },
    Form {
        name: "LEA.HI.cbuf",
        opcode: opcode!(63:58 = 0x1800_0000_0000_0000),
        fields: fields![
            ..LEA, Bank Unsigned 38:34, Offset WORDS 33:20, Rc Register 46:39, Scale Unsigned 55:51,
            Negate Unsigned 56, Extended Unsigned 57, Cc Unsigned 47, Plg Unsigned 50:48
        ],
        operands: &[PLG, RESULT, RA, CONSTANT, RC, SCALE],
        ..HI
    },
];
