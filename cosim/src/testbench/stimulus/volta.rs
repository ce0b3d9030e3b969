//! Address operands of the parts from Volta on: a uniform register, a base of one word, a scale.

use super::kinds::bits;
use crate::dut::unit::Inputs;
use isa::control::AccessSpace;

/// Left shifts of a shared address's base.
const SCALES: [u8; 8] = [0, 0, 0, 0, 2, 3, 4, 4];

/// The part of an access that stays for eight beats.
#[derive(Clone, Copy, Debug, Default)]
pub struct VoltaAddress {
    pub is_volta: bool,
    pub base_word: bool,
    pub uniform_added: bool,
    scale: u8,
}

impl VoltaAddress {
    /// Draws the address of an access to `space`.
    pub fn new(draw: u64, space: AccessSpace, extended: bool, absolute: bool) -> VoltaAddress {
        let is_constant = space == AccessSpace::Constant;
        let uniform_added = bits(draw, 0, 1) != 0 && !is_constant;
        let scale = if space == AccessSpace::Shared {
            SCALES[bits(draw, 1, 3) as usize]
        } else {
            0
        };
        VoltaAddress {
            is_volta: true,
            base_word: uniform_added && extended && !absolute && bits(draw, 4, 1) != 0,
            uniform_added,
            scale,
        }
    }

    /// Sets the inputs that only these addresses have. Returns the part of the address besides `rest`,
    /// the place of the first lane less its immediate, that is no base: the uniform registers.
    #[inline(always)]
    pub fn fill(&self, inputs: &mut Inputs, rest: u64, absolute: bool, random: u64) -> u64 {
        inputs.volta = u8::from(self.is_volta);
        inputs.negate_base = 0;
        inputs.base_word = u8::from(self.base_word);
        inputs.uniform_added = u8::from(self.uniform_added);
        inputs.uniform_base = random;
        if !self.uniform_added {
            return 0;
        }
        inputs.uniform_base = if absolute {
            rest
        } else if self.base_word {
            // What is left for the base has 32 bits.
            rest.wrapping_sub(random & 0xffff_ffff)
        } else {
            // Low bits that the scale would cut off the base.
            random & !15 | rest & 15
        };
        inputs.uniform_base
    }

    /// Moves the scaled base, which lies in `base_lo`, to the operand that is shifted.
    #[inline(always)]
    pub fn scale(&self, inputs: &mut Inputs) {
        if !self.is_volta {
            return;
        }
        inputs.scale = self.scale;
        if self.scale != 0 {
            inputs.offset_lo = inputs
                .base_lo
                .map(|base| base.rotate_right(self.scale.into()));
        }
    }
}
