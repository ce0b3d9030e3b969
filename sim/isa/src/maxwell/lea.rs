//! The rows of `LEA`.

use super::LEA;
use crate::fields::FieldId;
use crate::form::Coding::{self, Register, Signed, Unsigned};
use crate::form::{Field, Form, Meaning, Modifier, Operand, Optional, Rule, Slot};
use crate::form_row::{CONSTANT, NUMBER, PLG, RB, form, required, unless};
use crate::instruction::{LeaPart, PT, RZ};

/// Constant offsets count 32-bit words and print as signed 16-bit byte offsets.
const WORDS: Coding = Coding::Wrapping { shift: 2 };

/// Fields of the forms of the low word, after Sb.
const LOW: &[Field] = fields![
    Scale Unsigned 43:39, Negate Unsigned 45, Extended Unsigned 46, Cc Unsigned 47, Plg Unsigned 50:48
];

const X: Modifier = suffixes!(Extended: "" 0, "X" 1);

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

const CC_OR_PLG: Rule = rule!(Refused "cc_or_plg" if Cc == 1, Plg != PT as i64;
    "an LEA writes CC or Plg, never both, expected one of them");

const LO: Form = Form {
    aliases: &["LEA.LO"],
    ..form("LEA", Meaning::Lea(LeaPart::Lo))
};
const HI: Form = form("LEA.HI", Meaning::Lea(LeaPart::Hi));

forms! {
    /// The rows.
    "LEA.reg", LO, opcode!(63:51 = 0x5bd0_0000_0000_0000),
        fields [..LEA, Rb Register 27:20, ..LOW], &[X], &[PLG, RESULT, RA, RB, SCALE],
        rules [CC_OR_PLG];
    "LEA.cbuf", LO, opcode!(63:51 = 0x4bd0_0000_0000_0000),
        fields [..LEA, Bank Unsigned 38:34, Offset WORDS 33:20, ..LOW], &[X],
        &[PLG, RESULT, RA, CONSTANT, SCALE], rules [CC_OR_PLG];
    // The immediate's sign is inside of the opcode.
    "LEA.imm20", LO, opcode!(63:57 55:51 = 0x36d0_0000_0000_0000),
        fields [..LEA, Immediate Signed 56 38:20, ..LOW], &[X], &[PLG, RESULT, RA, NUMBER, SCALE],
        rules [CC_OR_PLG];
    "LEA.HI.reg", HI, opcode!(63:51 = 0x5bd8_0000_0000_0000),
        fields [
            ..LEA, Rb Register 27:20, Rc Register 46:39, Scale Unsigned 32:28, Negate Unsigned 37,
            Extended Unsigned 38, Cc Unsigned 47, Plg Unsigned 50:48
        ],
        &[X], &[PLG, RESULT, RA, RB, RC, SCALE], rules [CC_OR_PLG];
    "LEA.HI.cbuf", HI, opcode!(63:58 = 0x1800_0000_0000_0000),
        fields [
            ..LEA, Bank Unsigned 38:34, Offset WORDS 33:20, Rc Register 46:39,
            Scale Unsigned 55:51, Negate Unsigned 56, Extended Unsigned 57, Cc Unsigned 47,
            Plg Unsigned 50:48
        ],
        &[X], &[PLG, RESULT, RA, CONSTANT, RC, SCALE], rules [CC_OR_PLG];
}
