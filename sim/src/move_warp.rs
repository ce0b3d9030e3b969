//! MOV for the 32 lanes of a warp: `Rd = 0 + source` (semantics, section 6).
//!
//! The lane's adder computes it, as an LEA of RZ.

use crate::config::CONSTANT_BANKS;
use crate::lea_warp::{LeaControl, LeaOperands, LeaResults};
use crate::warp::Warp;
use isa::instruction::{Guard, Lea, Move, PT, Part, RZ, Source, WARP_LANES};

/// Whether the machine executes this MOV at all: it names what exists.
pub fn is_legal(instruction: &Move) -> bool {
    let source_exists = match instruction.source {
        Source::Constant { bank, .. } => usize::from(bank) < CONSTANT_BANKS,
        Source::Register(_) | Source::Immediate(_) => true,
    };
    let source_fits = !instruction.wide || matches!(instruction.source, Source::Immediate(_));
    source_exists && source_fits && instruction.lane_mask <= 15
}

/// The LEA that does what `instruction` does.
fn as_lea(instruction: &Move) -> Lea {
    Lea {
        part: Part::Lo,
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

impl LeaControl {
    /// The control of a MOV under the window `shared_base`.
    pub fn of_move(instruction: &Move, shared_base: u64) -> LeaControl {
        LeaControl::new(&as_lea(instruction), shared_base)
    }
}

impl Warp {
    /// What the lanes of `instruction` read, whether they execute or not.
    pub fn move_operands(&self, instruction: &Move) -> LeaOperands {
        self.lea_operands(&as_lea(instruction))
    }

    /// The lanes that execute `instruction` under `guard`: those of its lane mask.
    pub fn move_execute_mask(&self, instruction: &Move, guard: Guard) -> u32 {
        let lanes = (0..WARP_LANES).filter(|lane| instruction.lane_mask >> (lane % 4) & 1 != 0);
        self.execute_mask(guard) & lanes.fold(0, |mask, lane| mask | 1 << lane)
    }

    /// Writes Rd in the lanes of `execute`.
    pub fn commit_move(&mut self, instruction: &Move, execute: u32, results: &LeaResults) {
        self.commit_lea(&as_lea(instruction), execute, results);
    }
}
