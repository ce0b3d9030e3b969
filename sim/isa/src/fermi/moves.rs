//! The rows of moves.

use super::{GUARD, INVERTED, SYNC};
use crate::fields::FieldId;
use crate::form::{Coding, Field, Form, Meaning, Operand, Slot};
use crate::layout::*;
use crate::row::{CONSTANT_OPERAND, JOIN, RB_OPERAND, RD_OPERAND, field, opcode, required, unless};

const RD: Field = field!(Rd, FermiCommon, rd, set_rd, Coding::Register);
const LANES: Field = field!(LaneMask, FermiMove, lane_mask, set_lane_mask);

const LANES_OPERAND: Slot = unless(0xf, Operand::Number(FieldId::LaneMask));
const RAW_OPERAND: Slot = required(Operand::Raw(FieldId::Immediate));
const NUMBER_OPERAND: Slot = required(Operand::Number(FieldId::Immediate));

/// The opcode of a `MOV` with this kind of source, as [`FermiMove::opcode`] joins it.
const fn mov(kind: u64) -> u64 {
    0x28 << 6 | kind << 4 | 4
}

/// The rows.
pub static FORMS: [Form; 4] = [
    Form {
        name: "MOV.reg",
        mnemonic: "MOV",
        aliases: &[],
        opcode: opcode!(FermiMove, mov(0)),
        fields: &[
            GUARD,
            INVERTED,
            RD,
            SYNC,
            LANES,
            field!(Rb, FermiMove, register, set_register, Coding::Register),
        ],
        modifiers: &[JOIN],
        operands: &[RD_OPERAND, RB_OPERAND, LANES_OPERAND],
        rules: &[],
        meaning: Meaning::Move { wide: false },
    },
    Form {
        name: "MOV.cbuf",
        mnemonic: "MOV",
        aliases: &[],
        opcode: opcode!(FermiMove, mov(1)),
        fields: &[
            GUARD,
            INVERTED,
            RD,
            SYNC,
            LANES,
            field!(Bank, FermiMove, bank, set_bank),
            field!(Offset, FermiMove, offset, set_offset),
        ],
        modifiers: &[JOIN],
        operands: &[RD_OPERAND, CONSTANT_OPERAND, LANES_OPERAND],
        rules: &[],
        meaning: Meaning::Move { wide: false },
    },
    Form {
        name: "MOV.imm20",
        mnemonic: "MOV",
        aliases: &[],
        opcode: opcode!(FermiMove, mov(3)),
        fields: &[
            GUARD,
            INVERTED,
            RD,
            SYNC,
            LANES,
            field!(
                Immediate,
                FermiMove,
                immediate,
                set_immediate,
                Coding::Signed
            ),
        ],
        modifiers: &[JOIN],
        operands: &[RD_OPERAND, RAW_OPERAND, LANES_OPERAND],
        rules: &[],
        meaning: Meaning::Move { wide: false },
    },
    Form {
        name: "MOV32I",
        mnemonic: "MOV32I",
        aliases: &[],
        opcode: opcode!(FermiMove32, 0x18 >> 2 << 4 | 2),
        fields: &[
            GUARD,
            INVERTED,
            RD,
            SYNC,
            field!(LaneMask, FermiMove32, lane_mask, set_lane_mask),
            field!(
                Immediate,
                FermiMove32,
                immediate,
                set_immediate,
                Coding::Wrapping { shift: 0 }
            ),
        ],
        modifiers: &[JOIN],
        operands: &[RD_OPERAND, NUMBER_OPERAND, LANES_OPERAND],
        rules: &[],
        meaning: Meaning::Move { wide: true },
    },
];
