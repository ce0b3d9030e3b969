//! Bit-vector values: the operations in which the semantics are written.
//!
//! Every per-lane function of this crate is generic over [`Values`]. With
//! [`Native`] it is the oracle that runs; with [`Symbolic`] the same text prints
//! as SMT-LIB 2 and is the specification for proofs.
//!
//! All arithmetic is on unsigned bit vectors and wraps (semantics, section 1).
//! Every operation is total, and both instances agree on all inputs. Nothing
//! here branches on data, so that the native instance vectorises over lanes.

mod native;
pub mod symbolic;

pub use native::Native;
pub use symbolic::Symbolic;

use std::fmt::Debug;

/// A family of value types: one bit, and vectors of 32 and 64 bits.
pub trait Values: Clone + Debug {
    /// A truth value, or one bit of a vector.
    type Bit: Bit;
    /// 32 bits: one register of one lane.
    type Word: BitVector<Bit = Self::Bit, Scale = Self::Scale>;
    /// 64 bits: an address, or a register pair.
    type Long: BitVector<Bit = Self::Bit, Scale = Self::Scale>;
    /// A 5-bit shift amount, 0 to 31.
    type Scale: Clone;

    /// `{high, low}`.
    fn concat(high: Self::Word, low: Self::Word) -> Self::Long;
    /// Bits 63:32.
    fn high_word(long: Self::Long) -> Self::Word;
    /// Bits 31:0.
    fn low_word(long: Self::Long) -> Self::Word;
    /// `zext64(word)`.
    fn zext64(word: Self::Word) -> Self::Long;
    /// `sext64(word)`.
    fn sext64(word: Self::Word) -> Self::Long;
    /// Bits 4:0 as a shift amount.
    fn scale(word: Self::Word) -> Self::Scale;
    /// A word of four bits, the first one lowest.
    fn nibble(bits: [Self::Bit; 4]) -> Self::Word;
}

/// One bit, or one of each lane.
pub trait Bit: Clone + Debug {
    /// The given bit.
    fn constant(value: bool) -> Self;
    /// `!self`.
    fn not(self) -> Self;
    /// `self & other`.
    fn and(self, other: Self) -> Self;
    /// `self | other`.
    fn or(self, other: Self) -> Self;
}

/// An unsigned bit vector of a fixed width.
pub trait BitVector: Clone + Debug {
    /// The type of a single bit of the same family.
    type Bit: Bit;
    /// The type of a shift amount of the same family.
    type Scale: Clone;

    /// The low bits of `value`.
    fn constant(value: u64) -> Self;
    /// `(0 - self) mod 2^width`.
    fn negate(self) -> Self;
    /// `~self`, every bit inverted.
    fn invert(self) -> Self;
    /// `self + other + carry_in`: the sum mod 2^width, and the carry out of its
    /// top bit.
    fn add_with_carry(self, other: Self, carry_in: Self::Bit) -> (Self, Self::Bit);
    /// `(self << scale) mod 2^width`.
    fn shift_left(self, scale: Self::Scale) -> Self;
    /// `self >> scale`, zeros from above.
    fn shift_right(self, scale: Self::Scale) -> Self;
    /// Bits `width-1:lowest`, moved down to bit 0. `lowest` is below the width.
    fn bits_from(self, lowest: u32) -> Self;
    /// The low `bits` bits, sign-extended to the width. `bits` is 1 up to the width.
    fn sext_from(self, bits: u32) -> Self;
    /// `self & other`.
    fn and(self, other: Self) -> Self;
    /// `self | other`.
    fn or(self, other: Self) -> Self;
    /// The most significant bit.
    fn sign(self) -> Self::Bit;
    /// `self == other`.
    fn equals(self, other: Self) -> Self::Bit;
    /// `self <= other`.
    fn at_most(self, other: Self) -> Self::Bit;
    /// `condition ? when_true : when_false`.
    fn select(condition: Self::Bit, when_true: Self, when_false: Self) -> Self;
}
