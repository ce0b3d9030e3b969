//! Constrained-random traffic for the unit's ports.
//!
//! Operands come from pools that hold corner words and offsets with trailing zeros
//! beside uniform words; one beat in eight aims its sums at what uniform words
//! hit once in 2^32: the edges of the window, 0, the sign bit. Stalls come in phases of 64 cycles, most of them without any, so
//! that both full speed and back-pressure are seen.

use crate::model::{Inputs, LANES};
use crate::operands::Pool;
use crate::random::Scalar;
use isa::instruction::{PT, RZ};
use sim::pipeline::RESET_SHARED_BASE;

/// Cycles of one stall pattern.
pub const PHASE_CYCLES: u32 = 64;

/// Eight kinds of a value, without a branch: `random & keep | set`.
struct Kinds {
    keep: [u32; 8],
    set: [u32; 8],
}

impl Kinds {
    #[inline(always)]
    fn apply(&self, kind: u64, random: u32) -> u32 {
        random & self.keep[kind as usize & 7] | self.set[kind as usize & 7]
    }
}

const ALL: u32 = u32::MAX;

/// No shift, the largest, any.
const SCALE: Kinds = Kinds {
    keep: [0, 0, ALL, ALL, ALL, ALL, ALL, ALL],
    set: [0, 31, 0, 0, 0, 0, 0, 0],
};

/// None, or any.
const PREDICATE: Kinds = Kinds {
    keep: [ALL; 8],
    set: [PT as u32, PT as u32, PT as u32, PT as u32, 0, 0, 0, 0],
};

/// RZ, or any.
const DESTINATION: Kinds = Kinds {
    keep: [ALL; 8],
    set: [RZ as u32, RZ as u32, 0, 0, 0, 0, 0, 0],
};

/// All lanes, any lanes, lane 0 or none, and one lane.
const MASK: Kinds = Kinds {
    keep: [0, 0, 0, 0, ALL, ALL, 1, 0],
    set: [ALL, ALL, ALL, ALL, 0, 0, 0, 0],
};
const ONE_LANE: [u32; 8] = [0, 0, 0, 0, 0, 0, 0, ALL];

/// The state of the traffic.
#[derive(Clone, Debug)]
pub struct Stimulus {
    offsets: Pool,
    bases: Pool,
    scalar: Scalar,
    /// Sums of the next beats are aimed at a target.
    aimed: bool,
    active_kind: u64,
    guard_kind: u64,
    beats: u32,
    /// Cycles left of the phase; bit 0 of each pattern is the next cycle's.
    left: u32,
    request_pattern: u64,
    ready_pattern: u64,
    reset: bool,
    config: Option<(u8, u64)>,
    /// Where sums are aimed at: the base that the unit holds or will hold soon.
    shared_base: u64,
    /// The request of the last cycle still waits.
    waiting: bool,
}

impl Stimulus {
    /// Traffic that depends on `seed` alone. The first cycles reset the unit.
    pub fn new(seed: u64) -> Stimulus {
        Stimulus {
            offsets: Pool::new(seed, 0),
            bases: Pool::new(seed, 1),
            scalar: Scalar::new(seed, 2),
            aimed: false,
            active_kind: 0,
            guard_kind: 0,
            beats: 0,
            left: 2,
            request_pattern: 0,
            ready_pattern: 0,
            reset: true,
            config: None,
            shared_base: RESET_SHARED_BASE,
            waiting: false,
        }
    }

    /// Sets the inputs of the next cycle.
    #[inline(always)]
    pub fn drive(&mut self, inputs: &mut Inputs<'_>) {
        if self.left == 0 {
            self.next_phase();
        }
        self.left -= 1;
        *inputs.reset = u8::from(self.reset);
        *inputs.result_ready = (self.ready_pattern & 1) as u8;
        self.ready_pattern >>= 1;
        let request = (self.request_pattern & 1) as u8;
        self.request_pattern >>= 1;
        let (address, data) = self.config.unwrap_or_default();
        *inputs.config_valid = u8::from(self.config.is_some());
        *inputs.config_address = address;
        *inputs.config_data = data;
        // A request that waits stays as it is.
        if !self.waiting {
            *inputs.request_valid = request;
            self.fill_beat(inputs);
        }
    }

    /// Inputs of cycles after the last operation: nothing new, results taken.
    pub fn drain(&mut self, inputs: &mut Inputs<'_>) {
        *inputs.reset = 0;
        *inputs.request_valid = 0;
        *inputs.config_valid = 0;
        *inputs.result_ready = 1;
    }

    /// Takes note of what the edge took.
    #[inline]
    pub fn taken(&mut self, request_valid: bool, accepted: bool, config_taken: bool) {
        self.waiting = request_valid & !accepted;
        if config_taken {
            self.config = None;
        }
    }

    fn next_phase(&mut self) {
        self.left = PHASE_CYCLES;
        // Sixteen kinds; twelve of them run at full speed.
        let some = |scalar: &mut Scalar| scalar.draw() | scalar.draw();
        (self.request_pattern, self.ready_pattern) = match self.scalar.draw() % 16 {
            0 => (some(&mut self.scalar), u64::MAX),
            1 => (u64::MAX, some(&mut self.scalar)),
            2 => (self.scalar.draw(), self.scalar.draw()),
            3 => (u64::MAX, u64::MAX << (self.scalar.draw() % 32)),
            _ => (u64::MAX, u64::MAX),
        };
        self.reset = self.scalar.once_in(256);
        if self.reset {
            self.left = 1 + (self.scalar.draw() % 2) as u32;
            self.shared_base = RESET_SHARED_BASE;
            self.waiting = false;
        }
        if self.config.is_none() && self.scalar.once_in(16) {
            self.configure();
        }
    }

    fn configure(&mut self) {
        let random = self.scalar.draw();
        // Low bits are no part of a window's base: the unit must ignore them.
        let base = match random % 8 {
            0 => RESET_SHARED_BASE,
            1 => 0x0100_0000 | random >> 40,
            2 => 0,
            3 => u64::MAX,
            4 => 0xffff_ffff_0000_0000,
            5 => random << 32,
            6 => random & 0xffff_ffff,
            _ => random,
        };
        let address = if self.scalar.once_in(8) {
            (self.scalar.draw() % 16) as u8
        } else {
            0
        };
        if address == 0 {
            self.shared_base = base & !0xff_ffff;
        }
        self.config = Some((address, base));
    }

    /// Operands, flags, masks and scale of the next beat.
    #[inline(always)]
    fn fill_beat(&mut self, inputs: &mut Inputs<'_>) {
        let draw = self.scalar.draw();
        let bits = |lowest: u32, count: u32| (draw >> lowest) & ((1 << count) - 1);
        self.beats = self.beats.wrapping_add(1);
        if self.beats.is_multiple_of(8) {
            self.next_instruction(inputs);
        }
        *inputs.scale = SCALE.apply(bits(5, 3), bits(0, 5) as u32) as u8;
        let (low, high) = (draw as u32, (draw >> 32) as u32);
        *inputs.active_mask = mask(self.active_kind, low);
        *inputs.guard_mask = mask(self.guard_kind, high);
        *inputs.carry_in = low.rotate_left(7) ^ high;
        // CC.OF is mostly clear, or LEA.HI.X would hardly ever hit.
        *inputs.overflow_in = low & high;
        let (offset, base) = (self.offsets.pick(bits(40, 4)), self.bases.pick(bits(44, 4)));
        (*inputs.offset_lo, *inputs.offset_hi) = (offset.lo, offset.hi);
        (*inputs.base_lo, *inputs.base_hi) = (base.lo, base.hi);
        if self.aimed {
            self.aim(inputs, bits(48, 3));
        }
    }

    /// What stays for eight beats: the processor that simulates mispredicts every
    /// change of form, which would cost as much as the arithmetic.
    #[inline(never)]
    fn next_instruction(&mut self, inputs: &mut Inputs<'_>) {
        let draw = self.scalar.draw();
        let bits = |lowest: u32, count: u32| (draw >> lowest) & ((1 << count) - 1);
        *inputs.high = bits(0, 1) as u8;
        *inputs.negate = bits(1, 1) as u8;
        *inputs.extended = bits(2, 1) as u8;
        *inputs.write_cc = bits(3, 1) as u8;
        *inputs.predicate = PREDICATE.apply(bits(4, 3), bits(7, 3) as u32) as u8;
        *inputs.destination = DESTINATION.apply(bits(10, 3), bits(13, 8) as u32) as u8;
        self.active_kind = bits(21, 3);
        self.guard_kind = bits(24, 3);
        self.aimed = bits(27, 3) == 0;
        match bits(30, 2) {
            0 => self.offsets.renew(draw >> 32),
            1 => self.bases.renew(draw >> 32),
            _ => {}
        }
    }

    /// Chooses the base so that the low word of the sum falls within two of a target.
    /// This is stimulus, not expectation: a wrong aim only misses the target.
    #[inline]
    fn aim(&self, inputs: &mut Inputs<'_>, target: u64) {
        let high = *inputs.high != 0;
        let first = if high {
            (self.shared_base >> 32) as u32
        } else {
            self.shared_base as u32
        };
        let end = if high {
            first
        } else {
            first.wrapping_add(1 << 24)
        };
        let target = [0, 0x8000_0000, first, first, first, first, end, end][target as usize & 7];
        let scale = u32::from(*inputs.scale);
        let (high_mask, sign) = (
            0_u64.wrapping_sub(u64::from(high)),
            u64::from(*inputs.negate),
        );
        let word = if high { 32 } else { 0 };
        // By value: a store to `base_lo` could otherwise change the offset, for all the
        // compiler knows, and nothing would be vectorised.
        let (lo, hi, noise) = (*inputs.offset_lo, *inputs.offset_hi, *inputs.base_lo);
        let mut base = [0; LANES];
        for lane in 0..LANES {
            let long = u64::from(hi[lane]) << 32 & high_mask | u64::from(lo[lane]);
            let long = (long ^ 0_u64.wrapping_sub(sign)).wrapping_add(sign);
            let addend = (long << scale >> word) as u32;
            let near = (noise[lane] & 3).wrapping_sub(2);
            base[lane] = target.wrapping_add(near).wrapping_sub(addend);
        }
        *inputs.base_lo = base;
    }
}

/// A mask of the given kind.
#[inline(always)]
fn mask(kind: u64, random: u32) -> u32 {
    MASK.apply(kind, random) | 1 << (random & 31) & ONE_LANE[kind as usize & 7]
}
