//! LEA on random inputs, against the equations of semantics section 3. The reference has another
//! notation: signed integers that do not wrap, products, remainders and ranges.

use crate::common::Random;
use agu_model::lea::{LeaInput, LeaOutput, lea};
use agu_model::pipeline::respond;
use agu_model::value::Native;
use agu_model::{Inputs, Outputs, WarpConfig};

/// Section 3 in integers without a width.
fn reference(input: &LeaInput<Native>) -> LeaOutput<Native> {
    const WORD: u128 = 1 << 32;
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
        miss: !hit,
    }
}

fn random_input(random: &mut Random) -> LeaInput<Native> {
    let base = random.long();
    let offset = random.long();
    // Half of the windows lie where the sum lands.
    let near = base.wrapping_add(offset >> (random.u32() % 2 * 32));
    let window = if random.bit() { near } else { random.long() };
    LeaInput {
        high: random.bit(),
        negate: random.bit(),
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
    let mut hits = [0; 2];
    for _ in 0..200_000 {
        let input = random_input(&mut random);
        let output = lea(input.clone());
        assert_eq!(output, reference(&input), "{input:x?}");
        hits[usize::from(input.high)] += u32::from(!output.miss);
    }
    assert!(
        hits.iter().all(|&count| count > 1000),
        "the windows are too rarely hit: {hits:?}"
    );
}

#[test]
fn a_warp_is_32_lanes() {
    let mut random = Random::new();
    for _ in 0..5_000 {
        let shared = random_input(&mut random);
        let inputs: [LeaInput<Native>; 32] = std::array::from_fn(|_| LeaInput {
            high: shared.high,
            negate: shared.negate,
            extended: shared.extended,
            scale: shared.scale,
            shared_base: shared.shared_base,
            ..random_input(&mut random)
        });
        let mask = |bit: fn(&LeaInput<Native>) -> bool| {
            inputs
                .iter()
                .rev()
                .fold(0, |mask, input| mask * 2 + u32::from(bit(input)))
        };
        let words = |long: fn(&LeaInput<Native>) -> u64, shift: u32| {
            inputs.each_ref().map(|input| (long(input) >> shift) as u32)
        };
        let ports = Inputs {
            base_lo: words(|input| input.base, 0),
            base_hi: words(|input| input.base, 32),
            offset_lo: words(|input| input.offset, 0),
            offset_hi: words(|input| input.offset, 32),
            high: shared.high.into(),
            negate: shared.negate.into(),
            extended: shared.extended.into(),
            scale: shared.scale as u8,
            carry_in: mask(|input| input.cc_carry),
            overflow_in: mask(|input| input.cc_overflow),
            destination: [0, 9, 255, 256][random.u32() as usize % 4],
            predicate: random.u32() as u8 % 8,
            write_cc: random.bit().into(),
            lane_mask: random.u32() as u8 % 16,
            active_mask: random.u32() | random.u32(),
            guard_mask: random.u32() | random.u32(),
            helper_mask: random.u32(),
            store: random.bit().into(),
            ..Inputs::idle()
        };
        let selected = (0..32).filter(|lane| ports.lane_mask >> (lane % 4) & 1 != 0);
        let selected = selected.fold(0, |mask, lane| mask | 1 << lane);
        let execute = ports.active_mask & ports.guard_mask & selected;
        let where_asked = |asked: bool| if asked { execute } else { 0 };
        let mut expected = Outputs {
            result_valid: 1,
            result_last: 1,
            result_store: ports.store,
            result_predicate: ports.predicate,
            result_destination: ports.destination,
            rd_write: where_asked(ports.destination != 255),
            predicate_write: where_asked(ports.predicate != 7),
            cc_write: where_asked(ports.write_cc != 0),
            execute_mask: execute,
            ..Outputs::default()
        };
        for (lane, input) in inputs.iter().enumerate() {
            let output = reference(input);
            let flags = [output.carry_lo, output.zero, output.sign, output.miss];
            expected.cc[lane] = (0..4).map(|bit| u8::from(flags[bit]) << bit).sum();
            expected.sum_lo[lane] = output.sum as u32;
            expected.address_lo[lane] = output.sum as u32;
            expected.lock_index[lane] = (output.sum / 4 % 256) as u8;
        }
        let config = WarpConfig {
            shared_base: shared.shared_base,
            ..WarpConfig::default()
        };
        assert_eq!(respond(&ports, &config), expected);
    }
}
