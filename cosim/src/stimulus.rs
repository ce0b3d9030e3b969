//! Constrained-random traffic for the unit's ports.
//!
//! A beat's recipe is drawn first, then its 32 lanes are filled in loops without
//! branches. The recipes aim at what uniform words hit once in 2^32: sums at the
//! edges of the window, at 0 and at the sign bit, corner words, offsets whose low
//! word is zero. Stalls come in phases of 64 cycles, most of them without any, so
//! that both full speed and back-pressure are seen.

use crate::model::{Inputs, LANES};
use crate::random::{Random, Scalar, Words};
use isa::instruction::{PT, RZ};

/// Cycles of one stall pattern.
pub const PHASE_CYCLES: u32 = 64;

/// How the lanes of a beat get their operands.
#[derive(Clone, Copy, Debug)]
enum Recipe {
    Uniform,
    /// The sum falls near a target.
    Aimed,
    /// As aimed, with an offset whose low bits, or whole low word, are zero: a negated
    /// low word that carries into the upper one.
    TrailingZeros,
    /// 0, 1, all ones, the sign bit and its complement among the operands.
    Corners,
}

/// The recipes in the proportion in which they are drawn.
const RECIPES: [Recipe; 8] = {
    use Recipe::*;
    [
        Uniform,
        Uniform,
        Uniform,
        Aimed,
        Aimed,
        Aimed,
        TrailingZeros,
        Corners,
    ]
};

/// The state of the traffic.
#[derive(Clone, Debug)]
pub struct Stimulus {
    offsets: Random,
    bases: Random,
    scalar: Scalar,
    recipe: Recipe,
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
            offsets: Random::new(seed, 0),
            bases: Random::new(seed, 1),
            scalar: Scalar::new(seed, 2),
            recipe: Recipe::Uniform,
            beats: 0,
            left: 2,
            request_pattern: 0,
            ready_pattern: 0,
            reset: true,
            config: None,
            shared_base: 0xfe00_0000,
            waiting: false,
        }
    }

    /// Sets the inputs of the next cycle.
    #[inline]
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
            self.shared_base = 0xfe00_0000;
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
            0 => 0xfe00_0000,
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

    #[inline]
    fn fill_beat(&mut self, inputs: &mut Inputs<'_>) {
        let draw = self.scalar.draw();
        let bits = |lowest: u32, count: u32| (draw >> lowest) & ((1 << count) - 1);
        // Form and recipe stay for eight beats: the processor that simulates mispredicts
        // every change, which would cost as much as the arithmetic.
        self.beats = self.beats.wrapping_add(1);
        if self.beats.is_multiple_of(8) {
            *inputs.high = bits(2, 1) as u8;
            *inputs.negate = bits(3, 1) as u8;
            *inputs.extended = bits(4, 1) as u8;
            self.recipe = RECIPES[bits(5, 3) as usize];
        }
        let scale = bits(8, 5) as u8;
        *inputs.scale = [0, 31, scale, scale, scale, scale, scale, scale][bits(13, 3) as usize];
        *inputs.write_cc = bits(16, 1) as u8;
        *inputs.predicate = bits(17, 3) as u8 | [0, PT][bits(20, 1) as usize];
        *inputs.destination = bits(21, 8) as u8 | [0, 0, 0, RZ][bits(29, 2) as usize];

        let masks = self.scalar.draw();
        let (active, guard) = (masks as u32, (masks >> 32) as u32);
        // All lanes, any lanes, one lane, lane 0 or none.
        let mask = |kind: u64, random: u32| {
            let all = u32::MAX;
            [
                all,
                all,
                all,
                all,
                random,
                random,
                1 << (random & 31),
                random & 1,
            ][kind as usize]
        };
        *inputs.active_mask = mask(bits(31, 3), active);
        *inputs.guard_mask = mask(bits(34, 3), guard);
        *inputs.carry_in = active.rotate_left(7) ^ guard;
        // CC.OF is mostly clear, or LEA.HI.X would hardly ever hit.
        *inputs.overflow_in = active & guard & draw as u32;

        self.offsets.fill(inputs.offset_lo, inputs.offset_hi);
        match self.recipe {
            Recipe::Uniform => self.bases.fill(inputs.base_lo, inputs.base_hi),
            Recipe::Aimed => self.aim(inputs, bits(37, 3)),
            Recipe::TrailingZeros => {
                let shift = bits(40, 5) as u32;
                *inputs.offset_lo = shifted_left(*inputs.offset_lo, shift);
                self.aim(inputs, bits(37, 3));
            }
            Recipe::Corners => {
                self.bases.fill(inputs.base_lo, inputs.base_hi);
                let (offset_noise, base_noise) = (*inputs.offset_hi, *inputs.base_hi);
                *inputs.offset_lo = corners(*inputs.offset_lo, base_noise);
                *inputs.base_lo = corners(*inputs.base_lo, offset_noise);
                *inputs.offset_hi = corners(offset_noise, base_noise);
                *inputs.base_hi = corners(base_noise, offset_noise);
            }
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
        // By value, as in `Random::fill`.
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

/// Replaces five words of eight by 0, 1, all ones, the sign bit, all but the sign bit.
#[inline(always)]
fn corners(mut words: Words, noise: Words) -> Words {
    for lane in 0..LANES {
        words[lane] = match noise[lane] >> 29 {
            0 => 0,
            1 => 1,
            2 => u32::MAX,
            3 => 0x8000_0000,
            4 => 0x7fff_ffff,
            _ => words[lane],
        };
    }
    words
}

#[inline(always)]
fn shifted_left(mut words: Words, places: u32) -> Words {
    for word in &mut words {
        *word <<= places;
    }
    words
}
