//! LEA and MOV for a warp: legality, operands and writes.

use crate::warp::config::CONSTANT_BANKS;
use crate::warp::{ConditionCode, Warp};
use isa::instruction::{Lea, LeaPart, Move, PT, RZ, Source, WARP_LANES};
use isa::ports::{Inputs, Outputs};

/// Returns whether the machine executes this LEA at all (semantics, sections 3 and 8). Illegal are
/// CC together with Plg, Rc on LO, an immediate Sb on HI, and a number that does not fit its field.
pub fn is_legal(instruction: &Lea) -> bool {
    let part_fits = match instruction.part {
        LeaPart::Lo => instruction.rc == RZ,
        LeaPart::Hi => !matches!(instruction.sb, Source::Immediate(_)),
    };
    let one_verdict = !instruction.cc || instruction.plg == PT;
    part_fits
        && exists(instruction.sb)
        && one_verdict
        && instruction.plg <= PT
        && instruction.scale <= 31
}

/// Returns whether the machine executes this MOV. Its bank exists, its lane mask has four bits, and
/// the source of MOV32I is an immediate.
pub fn is_legal_move(instruction: &Move) -> bool {
    let source_fits = !instruction.wide || matches!(instruction.source, Source::Immediate(_));
    exists(instruction.source) && source_fits && instruction.lane_mask <= 15
}

fn exists(source: Source) -> bool {
    match source {
        Source::Constant { bank, .. } => usize::from(bank) < CONSTANT_BANKS,
        Source::Register(_) | Source::Immediate(_) => true,
    }
}

/// LEA with the effect of a MOV in its lanes: `Rd = 0 + source` (semantics, section 6).
pub fn as_lea(instruction: &Move) -> Lea {
    Lea {
        part: LeaPart::Lo,
        rd: instruction.rd,
        cc: false,
        plg: PT,
        ra: RZ,
        negate: false,
        sb: instruction.source,
        rc: RZ,
        scale: 0,
        extended: false,
    }
}

/// A flag of CC, one bit a lane.
pub(super) fn flag(result: &Outputs, bit: u8) -> u32 {
    let codes = result.cc.iter().rev();
    codes.fold(0, |mask, code| mask << 1 | u32::from(code >> bit & 1))
}

impl Warp {
    /// Idle inputs with the operands of the lanes of `instruction`, whether they execute or not.
    pub fn lea_operands(&self, instruction: &Lea) -> Inputs {
        let base_lo = match instruction.sb {
            Source::Register(register) => self.register(register),
            Source::Constant { bank, offset } => {
                [self.constant(bank, u32::from(offset)); WARP_LANES]
            }
            Source::Immediate(immediate) => [immediate as u32; WARP_LANES],
        };
        Inputs {
            base_lo,
            offset_lo: self.register(instruction.ra),
            offset_hi: self.register(instruction.rc),
            carry_in: self.cc.carry,
            overflow_in: self.cc.overflow,
            ..Inputs::idle()
        }
    }

    /// Writes the results of `instruction`, in the lanes that `result` names.
    pub fn commit_lea(&mut self, instruction: &Lea, result: &Outputs) {
        let cc = ConditionCode {
            carry: flag(result, 0),
            zero: flag(result, 1),
            sign: flag(result, 2),
            overflow: flag(result, 3),
        };
        self.write_register(instruction.rd, &result.sum_lo, result.rd_write);
        self.write_predicate(instruction.plg, cc.overflow, result.predicate_write);
        self.write_cc(&cc, result.cc_write);
    }
}
