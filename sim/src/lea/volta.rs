//! LEA and ULEA from Volta on for a warp: legality, request and writes. A ULEA is an LEA of lane 0
//! with uniform registers and predicates.

use super::warp::flag;
use crate::warp::Warp;
use crate::warp::config::CONSTANT_BANKS;
use isa::instruction::volta::{Lea, Source};
use isa::instruction::{PT, RZ, WARP_LANES};
use isa::ports::{Inputs, Outputs};

/// Returns whether the machine executes this LEA at all (semantics, sections 3 and 8). Illegal are
/// a bindless bank, Rc on LO or with `.SX32`, `.SX32` on LO, and a number that does not fit its field.
pub fn is_legal_volta(instruction: &Lea) -> bool {
    let has_upper = instruction.high && !instruction.sign_extended;
    let upper_fits = match instruction.upper {
        Source::Register(register) => has_upper || register == RZ,
        Source::Immediate(_) => has_upper,
        Source::Uniform(_) | Source::Constant { .. } | Source::Bindless { .. } => false,
    };
    let base_exists = match instruction.base {
        Source::Constant { bank, .. } => usize::from(bank) < CONSTANT_BANKS,
        Source::Register(_) | Source::Uniform(_) | Source::Immediate(_) => true,
        Source::Bindless { .. } => false,
    };
    upper_fits
        && base_exists
        && (instruction.high || !instruction.sign_extended)
        && instruction.carry_out <= PT
        && instruction.carry_in.predicate <= PT
        && instruction.shift <= 31
}

impl Warp {
    /// Request of `instruction` for all lanes, without the masks.
    pub fn volta_lea_request(&self, instruction: &Lea) -> Inputs {
        let uniform = instruction.uniform;
        let word = |source| match source {
            Source::Register(register) => self.operand(uniform, register),
            Source::Uniform(register) => self.operand(true, register),
            Source::Immediate(immediate) => [immediate; WARP_LANES],
            Source::Constant { bank, offset } => [self.constant(bank, offset.into()); WARP_LANES],
            Source::Bindless { .. } => [0; WARP_LANES],
        };
        let offset_lo = self.operand(uniform, instruction.ra);
        Inputs {
            volta: 1,
            extended: instruction.extended.into(),
            destination: instruction.rd.into(),
            high: instruction.high.into(),
            negate: instruction.negate.into(),
            negate_base: instruction.negate_base.into(),
            scale: instruction.shift,
            predicate: instruction.carry_out,
            carry_in: self.condition(uniform, instruction.carry_in),
            base_lo: word(instruction.base),
            offset_lo,
            offset_hi: if instruction.sign_extended {
                offset_lo.map(|word| (word as i32 >> 31) as u32)
            } else {
                word(instruction.upper)
            },
            ..Inputs::idle()
        }
    }

    /// Writes the results of `instruction`: its sum, and the carry.
    pub fn commit_volta_lea(&mut self, instruction: &Lea, result: &Outputs) {
        let Lea { rd, carry_out, .. } = *instruction;
        let carry = flag(result, 3);
        if instruction.uniform {
            if result.rd_write & 1 != 0 {
                self.write_uniform_register(rd, result.sum_lo[0]);
            }
            if result.predicate_write & 1 != 0 {
                self.write_uniform_predicate(carry_out, carry & 1 != 0);
            }
        } else {
            self.write_register(rd, &result.sum_lo, result.rd_write);
            self.write_predicate(carry_out, carry, result.predicate_write);
        }
    }
}
