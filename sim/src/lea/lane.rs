//! LEA, scaled offset addition, for one lane (semantics, section 3).
//!
//! The equations have the order and the names of that section.
//! They are written for a 64-bit base, since the address adder is that wide; an
//! LEA has `base = zext64(Sb)` and keeps the low word of the sum.

use crate::value::{Bit, BitVector, Native, Values};

/// The part of an LEA that all lanes share, fields as in [`LeaInput`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaControl<V: Values = Native> {
    pub volta: V::Bit,
    pub high: V::Bit,
    pub negate: V::Bit,
    pub negate_base: V::Bit,
    pub extended: V::Bit,
    pub scale: V::Scale,
    pub shared_base: V::Long,
}

impl<V: Values> LeaControl<V> {
    /// Inputs of one lane under this control.
    #[inline(always)]
    pub fn of_lane(
        self,
        base: V::Long,
        offset: V::Long,
        cc_carry: V::Bit,
        cc_overflow: V::Bit,
    ) -> LeaInput<V> {
        LeaInput {
            volta: self.volta,
            high: self.high,
            negate: self.negate,
            negate_base: self.negate_base,
            extended: self.extended,
            scale: self.scale,
            base,
            offset,
            cc_carry,
            cc_overflow,
            shared_base: self.shared_base,
        }
    }
}

/// Inputs of one lane of an LEA.
#[derive(Clone, Debug)]
pub struct LeaInput<V: Values> {
    /// The LEA of parts from Volta on, else Maxwell's.
    pub volta: V::Bit,
    /// `LEA.HI`: the upper word of the scaled offset is added. Else `LEA.LO`.
    pub high: V::Bit,
    /// `-Ra`: the whole offset is negated; with `volta` the scaled word.
    pub negate: V::Bit,
    /// `-Sb`, with `volta` alone: the base is negated.
    pub negate_base: V::Bit,
    /// `.X`: the sum takes the carry in, Maxwell's window test takes `CC.OF`.
    pub extended: V::Bit,
    /// Left shift of the offset, 0 to 31.
    pub scale: V::Scale,
    /// Base to which the scaled offset is added: `zext64(Sb)`.
    pub base: V::Long,
    /// `{Rc, Ra}`. `LEA.LO` ignores the upper word.
    pub offset: V::Long,
    /// Carry in: `CC.CF` before the instruction, with `volta` Pc.
    pub cc_carry: V::Bit,
    /// `CC.OF` before the instruction.
    pub cc_overflow: V::Bit,
    /// First address of the shared window.
    pub shared_base: V::Long,
}

/// Results of one lane of an LEA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaOutput<V: Values> {
    /// `base + zext64(addend) + cin` mod 2^64; bits 31:0 are `Rd`.
    pub sum: V::Long,
    /// Carry out of bit 31 of the sum, with `volta` also that of a negation: `CC.CF` of an LEA.
    pub carry_lo: V::Bit,
    /// Carry out of bit 63 of the sum.
    pub carry_hi: V::Bit,
    /// `Rd == 0`: `CC.ZF`.
    pub zero: V::Bit,
    /// `Rd[31]`: `CC.SF`.
    pub sign: V::Bit,
    /// Value of the predicate that is written, and `CC.OF`. `Plg` is 1 if the shared window is not
    /// hit; with `volta` `Pd` is the carry.
    pub predicate: V::Bit,
}

impl<V: Values> LeaOutput<V> {
    /// {OF, SF, ZF, CF}.
    #[inline(always)]
    pub fn condition_code(&self) -> V::Word {
        let flags = [&self.carry_lo, &self.zero, &self.sign, &self.predicate];
        V::nibble(flags.map(V::Bit::clone))
    }
}

/// Computes one lane of an LEA.
#[inline(always)]
pub fn lea<V: Values>(input: LeaInput<V>) -> LeaOutput<V> {
    let LeaInput {
        volta,
        high,
        negate,
        negate_base,
        extended,
        scale,
        base,
        offset,
        cc_carry,
        cc_overflow,
        shared_base,
    } = input;

    let cin = extended.clone().and(cc_carry);
    let negates_offset = negate.clone().and(volta.clone().not());
    let word = scaled_offset::<V>(offset, negates_offset, scale, high.clone());
    let (sb, alone) = (V::low_word(base.clone()), extended.clone().not());
    let (a, a_void) = negated::<V>(word, negate.and(volta.clone()), alone.clone());
    let (b, b_void) = negated::<V>(sb, negate_base.and(volta.clone()), alone);
    let base = V::concat(V::high_word(base), b);
    let (sum, carry, carry_hi) = sum64::<V>(base, a, cin);
    let carry_lo = carry.or(a_void).or(b_void);
    let rd = V::low_word(sum.clone());

    let hit = shared_window_hit::<V>(rd.clone(), high, extended, cc_overflow, shared_base);
    let miss = hit.not().and(volta.clone().not());
    LeaOutput {
        sum,
        predicate: volta.and(carry_lo.clone()).or(miss),
        carry_lo,
        carry_hi,
        zero: rd.clone().equals(V::Word::constant(0)),
        sign: rd.sign(),
    }
}

/// Computes the word of the scaled offset that is added: `offset` is `{Rc, Ra}`, `high`
/// chooses between `LEA.HI` and `LEA.LO`.
///
/// Maxwell's negation happens here and nowhere else (semantics, section 9).
#[inline(always)]
pub fn scaled_offset<V: Values>(
    offset: V::Long,
    negate: V::Bit,
    scale: V::Scale,
    high: V::Bit,
) -> V::Word {
    let ra = V::low_word(offset.clone());
    let v = V::Long::select(high.clone(), offset, V::zext64(ra));
    let s = V::Long::select(negate, v.clone().negate(), v);
    let t = s.shift_left(scale);
    V::Word::select(high, V::high_word(t.clone()), V::low_word(t))
}

/// Negates a word of an LEA with `volta`: `alone` it is `~word + 1`, else (`.X`) `~word`. Returns
/// the carry of that increment too, which is 1 for a word of 0.
#[inline(always)]
pub fn negated<V: Values>(word: V::Word, negate: V::Bit, alone: V::Bit) -> (V::Word, V::Bit) {
    let is_zero = word.clone().equals(V::Word::constant(0));
    let void = negate.clone().and(alone.clone()).and(is_zero);
    let negative = V::Word::select(alone, word.clone().negate(), word.clone().invert());
    (V::Word::select(negate, negative, word), void)
}

/// Computes `base + zext64(addend) + cin`: the sum mod 2^64, its carry out of bit 31 and
/// its carry out of bit 63.
#[inline(always)]
pub fn sum64<V: Values>(base: V::Long, addend: V::Word, cin: V::Bit) -> (V::Long, V::Bit, V::Bit) {
    let (sum_lo, carry_lo) = V::low_word(base.clone()).add_with_carry(addend, cin);
    let (sum_hi, carry_hi) =
        V::high_word(base).add_with_carry(V::Word::constant(0), carry_lo.clone());
    (V::concat(sum_hi, sum_lo), carry_lo, carry_hi)
}

/// Returns whether the word `rd` matches its part of the shared window's base.
///
/// `LEA.LO` compares the top byte. `LEA.HI` compares the upper word, and with
/// `.X` it needs the low word's verdict in `cc_overflow` (0 is a hit) as well.
#[inline(always)]
pub fn shared_window_hit<V: Values>(
    rd: V::Word,
    high: V::Bit,
    extended: V::Bit,
    cc_overflow: V::Bit,
    shared_base: V::Long,
) -> V::Bit {
    let base_lo = V::low_word(shared_base.clone());
    let base_hi = V::high_word(shared_base);
    let low_missed = extended.and(cc_overflow);
    let hit_lo = rd.clone().bits_from(24).equals(base_lo.bits_from(24));
    let hit_hi = rd.equals(base_hi).and(low_missed.not());
    high.clone().and(hit_hi).or(high.not().and(hit_lo))
}
