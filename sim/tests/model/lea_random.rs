//! LEA on random inputs, against the equations of semantics section 3. The reference has another
//! notation: signed integers that do not wrap, products, remainders and ranges.

use crate::common::Random;
use agu_model::lea::{LeaInput, LeaOutput, lea};
use agu_model::value::Native;

/// Section 3 in integers without a width.
pub fn reference(input: &LeaInput<Native>) -> LeaOutput<Native> {
    const WORD: u128 = 1 << 32;
    if input.volta {
        return reference_of_volta(input);
    }
    let offset = if input.high {
        input.offset
    } else {
        input.offset % (1 << 32)
    };
    let signed = if input.negate {
        -i128::from(offset)
    } else {
        i128::from(offset)
    };
    let scaled = (signed * 2_i128.pow(input.scale)).rem_euclid(1 << 64) as u128;
    let addend = if input.high {
        scaled / WORD
    } else {
        scaled % WORD
    };
    let cin = u128::from(input.extended && input.cc_carry);

    let sum = u128::from(input.base) + addend + cin;
    let low_sum = u128::from(input.base) % WORD + addend + cin;
    let rd = sum % WORD;
    let shared_base = u128::from(input.shared_base);
    let hit = if !input.high {
        let first = shared_base % WORD;
        (first..first + (1 << 24)).contains(&rd)
    } else if input.extended && input.cc_overflow {
        false
    } else {
        rd == shared_base / WORD
    };
    LeaOutput {
        sum: (sum % (WORD * WORD)) as u64,
        carry_lo: low_sum >= WORD,
        carry_hi: sum >= WORD * WORD,
        zero: rd == 0,
        sign: rd >= WORD / 2,
        predicate: !hit,
    }
}

/// Section 3 from Volta on. A word is negated as 2^32 less the word, which of 0 has bit 32; in a chain
/// (`.X`) the carry in is the 1 of the two's complement.
fn reference_of_volta(input: &LeaInput<Native>) -> LeaOutput<Native> {
    const WORD: u128 = 1 << 32;
    let shifted = u128::from(input.offset) << input.scale;
    let low = u128::from(input.offset) % WORD;
    let word = if input.high {
        shifted / WORD % WORD
    } else {
        (low << input.scale) % WORD
    };
    let negative = if input.extended { WORD - 1 } else { WORD };
    let term = |negate: bool, word: u128| if negate { negative - word } else { word };
    let a = term(input.negate, word);
    let b = term(input.negate_base, u128::from(input.base) % WORD);
    let low_words = a % WORD + b % WORD + u128::from(input.extended && input.cc_carry);
    let carry = a == WORD || b == WORD || low_words >= WORD;
    let rd = low_words % WORD;
    let high_words = u128::from(input.base) / WORD + low_words / WORD;
    LeaOutput {
        sum: (high_words % WORD * WORD + rd) as u64,
        carry_lo: carry,
        carry_hi: high_words >= WORD,
        zero: rd == 0,
        sign: rd >= WORD / 2,
        predicate: carry,
    }
}

fn random_input(random: &mut Random) -> LeaInput<Native> {
    let base = random.long();
    let offset = random.long();
    // Half of the windows lie where the sum lands.
    let near = base.wrapping_add(offset >> (random.u32() % 2 * 32));
    let window = if random.bit() { near } else { random.long() };
    LeaInput {
        volta: random.bit(),
        high: random.bit(),
        negate: random.bit(),
        negate_base: random.bit(),
        extended: random.bit(),
        scale: if random.bit() { 0 } else { random.u32() % 32 },
        base: if random.bit() {
            base
        } else {
            base & 0xffff_ffff
        },
        offset,
        cc_carry: random.bit(),
        cc_overflow: random.bit(),
        shared_base: if random.bit() {
            window
        } else {
            window.rotate_right(32)
        } >> 24
            << 24,
    }
}

#[test]
fn random_lanes_agree_with_the_reference() {
    let mut random = Random::new();
    let mut hits = [0; 4];
    for _ in 0..200_000 {
        let input = random_input(&mut random);
        let output = lea(input.clone());
        assert_eq!(output, reference(&input), "{input:x?}");
        hits[usize::from(input.high) + 2 * usize::from(input.volta)] +=
            u32::from(!output.predicate);
    }
    assert!(
        hits.iter().all(|&count| count > 1000),
        "too few windows are hit, or sums without a carry: {hits:?}"
    );
}
