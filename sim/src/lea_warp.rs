//! LEA for the 32 lanes of a warp, in three parts: [`Warp::lea_operands`] reads
//! the state, [`lea_warp`] computes without any, [`Warp::commit_lea`] writes.
//!
//! Apart, so that other hardware can be given the same operands, and its results
//! committed by the same rules.

use crate::config::CONSTANT_BANKS;
use crate::lea::{LeaInput, lea};
use crate::value::Native;
use crate::warp::{ConditionCode, Warp};
use isa::instruction::{Lea, PT, Part, RZ, Source, WARP_LANES};

/// Whether the machine executes this LEA at all (semantics, sections 3 and 8):
/// not with both CC and Plg written, Rc on LO, an immediate Sb on HI, or a
/// number that its field cannot hold.
pub fn is_legal(instruction: &Lea) -> bool {
    let part_fits = match instruction.part {
        Part::Lo => instruction.rc == RZ,
        Part::Hi => !matches!(instruction.sb, Source::Immediate(_)),
    };
    let source_exists = match instruction.sb {
        Source::Constant { bank, .. } => usize::from(bank) < CONSTANT_BANKS,
        Source::Register(_) | Source::Immediate(_) => true,
    };
    let one_verdict = !instruction.cc || instruction.plg == PT;
    part_fits && source_exists && one_verdict && instruction.plg <= PT && instruction.scale <= 31
}

/// The part of an LEA that all lanes share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaControl {
    /// `LEA.HI`.
    pub high: bool,
    /// `-Ra`.
    pub negate: bool,
    /// `.X`.
    pub extended: bool,
    /// Left shift; bits 4:0 count.
    pub scale: u32,
    /// First address of the shared window.
    pub shared_base: u64,
}

impl LeaControl {
    /// The control of `instruction` under the window `shared_base`.
    pub fn new(instruction: &Lea, shared_base: u64) -> LeaControl {
        LeaControl {
            high: instruction.part == Part::Hi,
            negate: instruction.negate,
            extended: instruction.extended,
            scale: u32::from(instruction.scale),
            shared_base,
        }
    }
}

/// What the 32 lanes read. Masks hold one bit a lane, lane 0 in bit 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaOperands {
    /// Per lane `zext64(Sb)`.
    pub base: [u64; WARP_LANES],
    /// Per lane `{Rc, Ra}`.
    pub offset: [u64; WARP_LANES],
    /// `CC.CF`.
    pub cc_carry: u32,
    /// `CC.OF`.
    pub cc_overflow: u32,
}

impl LeaOperands {
    /// [`lea_warp`] of these operands.
    pub fn compute(&self, control: &LeaControl) -> LeaResults {
        lea_warp(
            control,
            &self.base,
            &self.offset,
            self.cc_carry,
            self.cc_overflow,
        )
    }
}

impl Warp {
    /// What the lanes of `instruction` read, whether they execute or not.
    pub fn lea_operands(&self, instruction: &Lea) -> LeaOperands {
        let sb = match instruction.sb {
            Source::Register(register) => self.register(register),
            Source::Constant { bank, offset } => {
                [self.constant(bank, u32::from(offset)); WARP_LANES]
            }
            Source::Immediate(immediate) => [immediate as u32; WARP_LANES],
        };
        let ra = self.register(instruction.ra);
        let rc = self.register(instruction.rc);
        LeaOperands {
            base: sb.map(u64::from),
            offset: std::array::from_fn(|lane| u64::from(rc[lane]) << 32 | u64::from(ra[lane])),
            cc_carry: self.cc.carry,
            cc_overflow: self.cc.overflow,
        }
    }

    /// Writes what `instruction` asks for, in the lanes of `execute`.
    pub fn commit_lea(&mut self, instruction: &Lea, execute: u32, results: &LeaResults) {
        self.write_register(instruction.rd, &results.sum.map(|sum| sum as u32), execute);
        self.write_predicate(instruction.plg, results.miss, execute);
        if instruction.cc {
            let cc = ConditionCode {
                carry: results.carry_lo,
                zero: results.zero,
                sign: results.sign,
                overflow: results.miss,
            };
            self.write_cc(&cc, execute);
        }
    }
}

/// What the 32 lanes give, fields as in [`LeaOutput`](crate::lea::LeaOutput). Masks hold one bit a
/// lane, lane 0 in bit 0. Lanes that do not execute have values here as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaResults {
    /// Per lane the 64-bit sum; its low word is `Rd`.
    pub sum: [u64; WARP_LANES],
    /// Carry out of bit 31.
    pub carry_lo: u32,
    /// Carry out of bit 63.
    pub carry_hi: u32,
    /// `Rd == 0`.
    pub zero: u32,
    /// `Rd[31]`.
    pub sign: u32,
    /// Shared window not hit.
    pub miss: u32,
}

impl Default for LeaResults {
    fn default() -> LeaResults {
        LeaResults {
            sum: [0; WARP_LANES],
            carry_lo: 0,
            carry_hi: 0,
            zero: 0,
            sign: 0,
            miss: 0,
        }
    }
}

/// Computes all 32 lanes, whether they execute or not. Where speed counts there is
/// [`lea_lanes`](crate::lea_lanes::lea_lanes).
pub fn lea_warp(
    control: &LeaControl,
    base: &[u64; WARP_LANES],
    offset: &[u64; WARP_LANES],
    cc_carry: u32,
    cc_overflow: u32,
) -> LeaResults {
    let mut results = LeaResults::default();
    for lane in 0..WARP_LANES {
        let output = lea::<Native>(LeaInput {
            high: control.high,
            negate: control.negate,
            extended: control.extended,
            scale: control.scale,
            base: base[lane],
            offset: offset[lane],
            cc_carry: cc_carry >> lane & 1 != 0,
            cc_overflow: cc_overflow >> lane & 1 != 0,
            shared_base: control.shared_base,
        });
        results.sum[lane] = output.sum;
        results.carry_lo |= u32::from(output.carry_lo) << lane;
        results.carry_hi |= u32::from(output.carry_hi) << lane;
        results.zero |= u32::from(output.zero) << lane;
        results.sign |= u32::from(output.sign) << lane;
        results.miss |= u32::from(output.miss) << lane;
    }
    results
}
