//! Fields of a word, and the coding of their bits.

use bitfield::{BitRange, BitRangeMut};

use crate::Word;
use crate::fields::FieldId;
use crate::instruction::{PT, RZ};
use crate::names::{Names, PREDICATE, REGISTER, UNIFORM_PREDICATE, UNIFORM_REGISTER};
use crate::part::Parts;

/// One field of a form.
#[derive(Clone, Copy)]
pub struct Field {
    /// Name of the field; a form has each at most once.
    pub id: FieldId,
    /// Coding of its raw bits.
    pub coding: Coding,
    /// Parts whose words have the field there; of no account before Volta.
    pub parts: Parts,
    /// Takes the raw bits, right-aligned, out of a word.
    pub get: fn(Word) -> u64,
    /// Puts raw bits, right-aligned, into a word. Higher bits are dropped.
    pub set: fn(Word, u64) -> Word,
}

/// Coding of a value in a field's raw bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// 0 to 2^width - 1.
    Unsigned,
    /// Two's complement: -2^(width-1) to 2^(width-1) - 1.
    Signed,
    /// Two's complement of `width + shift` bits without its low `shift` bits, which
    /// are zero. Reads as signed; taken as signed or unsigned alike.
    Wrapping {
        /// Number of bits left out.
        shift: u32,
    },
    /// 0 to 2^width - 1, in steps of 2^shift.
    Multiple {
        /// Number of bits left out, which are zero.
        shift: u32,
    },
    /// A register. All ones is RZ, whose value is [`RZ`] at any width.
    Register,
    /// A uniform register. All ones is URZ, whose value is [`RZ`] at any width.
    Uniform,
    /// A uniform predicate, with its inversion above it or without.
    UniformPredicate,
    /// A predicate `p` as 7 - p, its inversion above it.
    FromLast,
}

/// The values a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The lowest.
    pub min: i64,
    /// The highest, included if `step` divides it.
    pub max: i64,
    /// Step of the values: only multiples of it are in the range.
    pub step: i64,
}

impl Range {
    /// All numbers from `min` to `max`.
    pub const fn new(min: i64, max: i64) -> Range {
        Range { min, max, step: 1 }
    }

    /// Returns whether a value is in the range.
    pub fn holds(&self, value: i64) -> bool {
        (self.min..=self.max).contains(&value) && value % self.step == 0
    }
}

impl Field {
    /// The field's bits in the word, found by storing all ones.
    pub fn mask(&self) -> Word {
        (self.set)(0, u64::MAX)
    }

    /// Number of bits.
    pub fn width(&self) -> u32 {
        self.mask().count_ones()
    }

    /// The values that [`Field::store`] takes; a register field takes [`RZ`] as well.
    pub fn range(&self) -> Range {
        let span = 1_i64 << self.width();
        match self.coding {
            Coding::Register | Coding::Uniform => Range::new(0, span - 2),
            Coding::Signed => Range::new(-span / 2, span / 2 - 1),
            Coding::Wrapping { shift } => {
                let span = span << shift;
                Range {
                    min: -span / 2,
                    max: span - 1,
                    step: 1 << shift,
                }
            }
            Coding::Multiple { shift } => Range {
                min: 0,
                max: (span << shift) - 1,
                step: 1 << shift,
            },
            _ => Range::new(0, span - 1),
        }
    }

    /// The field's value in a word.
    #[inline]
    pub fn load(&self, word: Word) -> i64 {
        let raw = (self.get)(word);
        match self.coding {
            Coding::Unsigned | Coding::UniformPredicate => raw as i64,
            Coding::FromLast => raw as i64 ^ i64::from(PT),
            Coding::Multiple { shift } => (raw << shift) as i64,
            Coding::Signed => sign_extend(raw, self.width()),
            Coding::Wrapping { shift } => sign_extend(raw << shift, self.width() + shift),
            Coding::Register | Coding::Uniform if raw == ones(self.width()) => RZ.into(),
            Coding::Register | Coding::Uniform => raw as i64,
        }
    }

    /// The word with the field set to a value; `None` for one that it does not take.
    pub fn store(&self, word: Word, value: i64) -> Option<Word> {
        let raw = match self.coding {
            Coding::Register | Coding::Uniform if value == RZ.into() => ones(self.width()),
            _ if !self.range().holds(value) => return None,
            Coding::Wrapping { shift } | Coding::Multiple { shift } => (value >> shift) as u64,
            Coding::FromLast => value as u64 ^ u64::from(PT),
            _ => value as u64,
        };
        Some((self.set)(word, raw))
    }

    /// Names of the registers or predicates that the field selects.
    pub(crate) fn names(&self) -> Names {
        match self.coding {
            Coding::Register => REGISTER,
            Coding::Uniform => UNIFORM_REGISTER,
            Coding::UniformPredicate => UNIFORM_PREDICATE,
            _ => PREDICATE,
        }
    }
}

/// Bits side by side: the highest and the lowest, or the only one.
pub type Piece = &'static [usize];

/// Takes raw bits out of a word, from pieces of which the upper one is first.
#[inline]
pub(crate) fn load(pieces: &[Piece], word: Word) -> u64 {
    pieces.iter().fold(0, |raw, piece| {
        let (high, low) = ends(piece);
        let bits: u64 = word.bit_range(high, low);
        raw << (high - low + 1) | bits
    })
}

/// Puts raw bits into such pieces of a word. Higher bits are dropped.
#[inline]
pub(crate) fn store(pieces: &[Piece], mut word: Word, mut raw: u64) -> Word {
    for piece in pieces.iter().rev() {
        let (high, low) = ends(piece);
        word.set_bit_range(high, low, raw);
        raw >>= high - low + 1;
    }
    word
}

fn ends(piece: Piece) -> (usize, usize) {
    (piece[0], piece[piece.len() - 1])
}

fn ones(width: u32) -> u64 {
    (1 << width) - 1
}

pub(crate) fn sign_extend(raw: u64, width: u32) -> i64 {
    let unused = 64 - width;
    (raw << unused) as i64 >> unused
}
