//! Traffic of LEA, and of MOV as the unit gets it.
//!
//! Operands come from pools with corner words and offsets with trailing zeros beside uniform
//! words. Some beats aim their sums at values that uniform words seldom hit: the edges of the
//! window, 0, the sign bit. Uniform words hit each once in 2^32.

use super::kinds::{ALL, Kinds, bits, word_where};
use crate::dut::unit::{Inputs, LANES};
use crate::testbench::random::Scalar;
use crate::testbench::stimulus::operands::{Pool, WORDS};
use isa::instruction::PT;

/// Scales: no shift, the largest, any.
const SCALE: Kinds = Kinds {
    keep: [0, 0, ALL, ALL, ALL, ALL, ALL, ALL],
    set: [0, 31, 0, 0, 0, 0, 0, 0],
};

/// Predicates: none, or any.
const PREDICATE: Kinds = Kinds {
    keep: [ALL; 8],
    set: [PT as u32, PT as u32, PT as u32, PT as u32, 0, 0, 0, 0],
};

/// State of the traffic.
#[derive(Clone, Debug)]
pub struct LeaTraffic {
    offsets: Pool,
    bases: Pool,
    negate: bool,
    negate_base: bool,
    extended: bool,
    volta: bool,
    /// Lane mask of a MOV, if the beats are one.
    lane_mask: Option<u8>,
    /// Whether sums of the next beats are aimed at a target.
    aimed: bool,
}

impl LeaTraffic {
    /// Traffic that depends on `seed` alone.
    pub fn new(seed: u64) -> LeaTraffic {
        LeaTraffic {
            offsets: Pool::new(WORDS, seed, 0),
            bases: Pool::new(WORDS, seed, 1),
            negate: false,
            negate_base: false,
            extended: false,
            volta: false,
            lane_mask: None,
            aimed: false,
        }
    }

    /// Draws the fields that stay for eight beats. The host processor mispredicts every change of
    /// form, which would cost as much as the arithmetic.
    #[inline(never)]
    pub fn next_instruction(&mut self, inputs: &mut Inputs, scalar: &mut Scalar) {
        let draw = scalar.draw();
        inputs.high = bits(draw, 0, 1) as u8;
        self.negate = bits(draw, 1, 1) != 0;
        self.extended = bits(draw, 2, 1) != 0;
        inputs.write_cc = bits(draw, 3, 1) as u8;
        inputs.predicate = PREDICATE.apply(bits(draw, 4, 3), bits(draw, 7, 3) as u32) as u8;
        self.aimed = bits(draw, 10, 2) == 0;
        self.lane_mask = (bits(draw, 12, 3) == 0).then_some(bits(draw, 15, 4) as u8);
        if self.lane_mask.is_some() {
            inputs.high = 0;
            self.extended = false;
            inputs.write_cc = 0;
            inputs.predicate = PT;
        }
        self.volta = bits(draw, 19, 3) == 0 && self.lane_mask.is_none();
        self.negate_base = self.volta && bits(draw, 22, 1) != 0;
        match bits(draw, 31, 1) {
            0 => self.offsets.renew(draw >> 32),
            _ => self.bases.renew(draw >> 32),
        }
    }

    /// Draws the next beat.
    #[inline(always)]
    pub fn fill_beat(&mut self, inputs: &mut Inputs, scalar: &mut Scalar, shared_base: u64) {
        let draw = scalar.draw();
        inputs.access = 0;
        inputs.address_add = 0;
        inputs.volta = u8::from(self.volta);
        inputs.negate = u8::from(self.negate);
        inputs.negate_base = u8::from(self.negate_base);
        (inputs.base_word, inputs.uniform_added) = (0, 0);
        inputs.extended = u8::from(self.extended);
        inputs.lane_mask = self.lane_mask.unwrap_or(0xf);
        inputs.scale = SCALE.apply(bits(draw, 5, 3), bits(draw, 0, 5) as u32) as u8;
        let base = self.bases.pick(bits(draw, 12, 4));
        inputs.base_lo = base.lo;
        inputs.base_hi = base.hi;
        if self.lane_mask.is_some() {
            inputs.offset_lo = [0; LANES];
            inputs.offset_hi = [0; LANES];
            return;
        }
        let offset = self.offsets.pick(bits(draw, 8, 4));
        inputs.offset_lo = offset.lo;
        inputs.offset_hi = offset.hi;
        if self.aimed {
            aim(inputs, bits(draw, 16, 3), shared_base);
        }
    }
}

/// Chooses the base so that the low word of the sum falls within two of a target.
/// This is stimulus, not expectation: a wrong aim only misses the target.
#[inline]
fn aim(inputs: &mut Inputs, target: u64, shared_base: u64) {
    let high = inputs.high != 0;
    let first = if high {
        (shared_base >> 32) as u32
    } else {
        shared_base as u32
    };
    let end = if high {
        first
    } else {
        first.wrapping_add(1 << 24)
    };
    let target = [0, 0x8000_0000, first, first, first, first, end, end][target as usize & 7];
    let scale = u32::from(inputs.scale);
    // Maxwell negates the whole offset; from Volta on words are negated, or with `.X` inverted.
    let (volta, negates) = (inputs.volta != 0, inputs.negate != 0);
    let (high_mask, sign) = (
        0_u64.wrapping_sub(u64::from(high)),
        u64::from(negates & !volta),
    );
    let one = u32::from(inputs.extended == 0);
    let negated = |word: u32, mask: u32| (word ^ mask).wrapping_add(one & mask);
    let word_mask = word_where(negates & volta);
    let base_mask = word_where(inputs.negate_base != 0);
    let word = if high { 32 } else { 0 };
    // By value: the compiler could not rule out that a store to `base_lo` changes the offset, and
    // would not vectorise.
    let (lo, hi, noise) = (inputs.offset_lo, inputs.offset_hi, inputs.base_lo);
    let mut base = [0; LANES];
    for lane in 0..LANES {
        let long = u64::from(hi[lane]) << 32 & high_mask | u64::from(lo[lane]);
        let long = (long ^ 0_u64.wrapping_sub(sign)).wrapping_add(sign);
        let addend = (long << scale >> word) as u32;
        let near = (noise[lane] & 3).wrapping_sub(2);
        let sum = target.wrapping_add(near);
        base[lane] = negated(sum.wrapping_sub(negated(addend, word_mask)), base_mask);
    }
    inputs.base_lo = base;
}
