//! The rows of moves.

use crate::fields::FieldId;
use crate::form::Coding::{Register, Signed, Unsigned};
use crate::form::{Field, Form, Meaning, Operand, Slot};
use crate::form_row::{CONSTANT, JOIN, NUMBER, OFFSET, RB, RD, form, required, unless};

/// Fields of every move.
const MOVE: &[Field] = fields![
    Guard Unsigned 12:10, GuardInverted Unsigned 13, Rd Register 19:14, Sync Unsigned 4,
    LaneMask Unsigned 8:5
];

const LANES: Slot = unless(0xf, Operand::Number(FieldId::LaneMask));
const RAW: Slot = required(Operand::Raw(FieldId::Immediate));

const MOV: Form = form("MOV", Meaning::Move { wide: false });
const MOV32I: Form = form("MOV32I", Meaning::Move { wide: true });

forms! {
    /// The rows. The kind of source is part of the opcode of `MOV`, since it distinguishes forms.
    "MOV.reg", MOV, opcode!(63:56 47:46 3:0 = 0x2800_0000_0000_0004),
        fields [..MOVE, Rb Register 31:26], &[JOIN], &[RD, RB, LANES], rules [];
    "MOV.cbuf", MOV, opcode!(63:56 47:46 3:0 = 0x2800_4000_0000_0004),
        fields [..MOVE, Bank Unsigned 45:42, Offset Unsigned 41:26], &[JOIN],
        &[RD, CONSTANT, LANES], rules [];
    "MOV.imm20", MOV, opcode!(63:56 47:46 3:0 = 0x2800_c000_0000_0004),
        fields [..MOVE, Immediate Signed 45:26], &[JOIN], &[RD, RAW, LANES], rules [];
    "MOV32I", MOV32I, opcode!(63:58 3:0 = 0x1800_0000_0000_0002),
        fields [..MOVE, Immediate OFFSET 57:26], &[JOIN], &[RD, NUMBER, LANES], rules [];
}
