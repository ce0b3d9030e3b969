//! The instance of values that runs: machine integers.

use super::{Bit, BitVector, Values};

/// `bool`, `u32` and `u64`. A scale is a `u32` of which bits 4:0 count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Native {}

impl Values for Native {
    type Bit = bool;
    type Word = u32;
    type Long = u64;
    type Scale = u32;

    #[inline(always)]
    fn concat(high: u32, low: u32) -> u64 {
        u64::from(high) << 32 | u64::from(low)
    }

    #[inline(always)]
    fn high_word(long: u64) -> u32 {
        (long >> 32) as u32
    }

    #[inline(always)]
    fn low_word(long: u64) -> u32 {
        long as u32
    }

    #[inline(always)]
    fn zext64(word: u32) -> u64 {
        u64::from(word)
    }

    #[inline(always)]
    fn sext64(word: u32) -> u64 {
        i64::from(word as i32) as u64
    }

    #[inline(always)]
    fn scale(word: u32) -> u32 {
        word & 31
    }

    #[inline(always)]
    fn nibble([zero, one, two, three]: [bool; 4]) -> u32 {
        u32::from(three) << 3 | u32::from(two) << 2 | u32::from(one) << 1 | u32::from(zero)
    }
}

macro_rules! native_bit {
    ($type:ty, $no:expr) => {
        // Operators without short circuit: a branch for each lane would not vectorise.
        impl Bit for $type {
            #[inline(always)]
            fn constant(value: bool) -> $type {
                if value { !$no } else { $no }
            }

            #[inline(always)]
            fn not(self) -> $type {
                !self
            }

            #[inline(always)]
            fn and(self, other: $type) -> $type {
                self & other
            }

            #[inline(always)]
            fn or(self, other: $type) -> $type {
                self | other
            }
        }
    };
}

native_bit!(bool, false);
// A mask: a bit of each lane, all at once.
native_bit!(u32, 0);

macro_rules! native_bit_vector {
    ($integer:ty, $signed:ty) => {
        impl BitVector for $integer {
            type Bit = bool;
            type Scale = u32;

            #[inline(always)]
            fn constant(value: u64) -> $integer {
                value as $integer
            }

            #[inline(always)]
            fn negate(self) -> $integer {
                self.wrapping_neg()
            }

            #[inline(always)]
            fn invert(self) -> $integer {
                !self
            }

            #[inline(always)]
            fn add_with_carry(self, other: $integer, carry_in: bool) -> ($integer, bool) {
                let (partial, carry_first) = self.overflowing_add(other);
                let (sum, carry_second) = partial.overflowing_add(<$integer>::from(carry_in));
                // At most one of the two additions carries.
                (sum, carry_first | carry_second)
            }

            #[inline(always)]
            fn shift_left(self, scale: u32) -> $integer {
                self << (scale & 31)
            }

            #[inline(always)]
            fn shift_right(self, scale: u32) -> $integer {
                self >> (scale & 31)
            }

            #[inline(always)]
            fn bits_from(self, lowest: u32) -> $integer {
                self >> (lowest & (<$integer>::BITS - 1))
            }

            #[inline(always)]
            fn sext_from(self, bits: u32) -> $integer {
                let above = <$integer>::BITS.wrapping_sub(bits) & (<$integer>::BITS - 1);
                ((self << above) as $signed >> above) as $integer
            }

            #[inline(always)]
            fn and(self, other: $integer) -> $integer {
                self & other
            }

            #[inline(always)]
            fn or(self, other: $integer) -> $integer {
                self | other
            }

            #[inline(always)]
            fn sign(self) -> bool {
                self >> (<$integer>::BITS - 1) != 0
            }

            #[inline(always)]
            fn equals(self, other: $integer) -> bool {
                self == other
            }

            #[inline(always)]
            fn at_most(self, other: $integer) -> bool {
                self <= other
            }

            #[inline(always)]
            fn select(condition: bool, when_true: $integer, when_false: $integer) -> $integer {
                if condition { when_true } else { when_false }
            }
        }
    };
}

native_bit_vector!(u32, i32);
native_bit_vector!(u64, i64);
