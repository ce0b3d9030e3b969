//! Vectors for one lane: beats through its four stages, against the whole LEA.

use super::vectors::{CORNERS, Random};
use super::{Case, Expected, Row};
use rtl::lane::Lane;
use sim::lea::{LeaInput, LeaOutput, lea, scaled_offset};
use sim::value::Native;
use std::collections::VecDeque;

/// Random beats, behind the directed ones.
const RANDOM_BEATS: usize = 1500;

/// The lane as a case.
pub fn case() -> Case {
    let mut random = Random::new(7);
    let mut beats = directed();
    beats.extend((0..RANDOM_BEATS).map(|_| input(&mut random)));
    Case::new("agu_lane", Lane::default(), vectors(beats, &mut random))
}

/// Every form at every scale, on the corners in turn.
fn directed() -> Vec<LeaInput<Native>> {
    let mut corners = CORNERS.into_iter().cycle();
    let mut corner = move || corners.next().unwrap_or_default();
    let mut beats = Vec::new();
    for form in 0..64_u64 {
        let flag = |bit: u64| form >> bit & 1 != 0;
        for scale in 0..32 {
            // Ten corners over odd strides: all pairs come by.
            let base = corner() | corner() << 32;
            let offset = match flag(5) {
                true => corner() << 32,
                false => corner() | corner() << 32,
            };
            beats.push(LeaInput {
                high: flag(0),
                negate: flag(1),
                extended: flag(2),
                scale,
                base,
                offset,
                cc_carry: flag(3),
                cc_overflow: flag(4),
                shared_base: 0xfe00_0000,
            });
        }
    }
    beats
}

/// A random beat, one in three with its sum at an edge of the window.
pub fn input(random: &mut Random) -> LeaInput<Native> {
    let mut input: LeaInput<Native> = LeaInput {
        high: random.bit() != 0,
        negate: random.bit() != 0,
        extended: random.bit() != 0,
        scale: random.below(32) as u32,
        base: random.word() | random.word() << 32,
        offset: random.word() | random.word() << 32,
        cc_carry: random.bit() != 0,
        cc_overflow: random.bit() != 0,
        shared_base: 0xfe00_0000,
    };
    aim(&mut input, random);
    input
}

/// Sometimes chooses a base that takes the sum to an edge of the shared window.
pub fn aim(input: &mut LeaInput<Native>, random: &mut Random) {
    if !random.once_in(3) {
        return;
    }
    let first = match input.high {
        true => input.shared_base >> 32,
        false => input.shared_base & 0xffff_ffff,
    };
    let edges = [0, 1, 0xff_ffff, 0x100_0000, 0xffff_ffff_u64];
    let target = first.wrapping_add(edges[random.below(5) as usize]);
    let addend = scaled_offset::<Native>(input.offset, input.negate, input.scale, input.high);
    let word = (target as u32).wrapping_sub(addend);
    input.base = input.base >> 32 << 32 | u64::from(word);
}

/// The outputs of a lane: sum_lo, sum_hi, {OF, SF, ZF, CF}.
pub fn outputs(input: &LeaInput<Native>) -> [u64; 3] {
    let LeaOutput {
        sum,
        carry_lo,
        zero,
        sign,
        miss,
        ..
    } = lea(input.clone());
    let cc = [carry_lo, zero, sign, miss].into_iter().enumerate();
    let cc = cc.map(|(bit, flag)| u64::from(flag) << bit).sum();
    [sum & 0xffff_ffff, sum >> 32, cc]
}

/// One beat a cycle, with the control of each stage beside it; the pipeline
/// stands still now and then.
fn vectors(beats: Vec<LeaInput<Native>>, random: &mut Random) -> Vec<(Row, Expected)> {
    // Stages 1 to 4 have a beat each; an entering beat pushes a result out.
    let mut stages: VecDeque<Option<LeaInput<Native>>> = VecDeque::from(vec![None; 4]);
    let mut vectors = Vec::new();
    for beat in beats {
        loop {
            let advance = !random.once_in(6);
            let control = |stage: usize| stages[stage - 2].as_ref();
            let flag = |input: Option<&LeaInput<Native>>, of: fn(&LeaInput<Native>) -> bool| {
                u64::from(input.is_some_and(of))
            };
            let window = control(4).map_or(0, |input| match input.high {
                true => input.shared_base >> 32,
                false => input.shared_base & 0xffff_ffff,
            });
            let row = vec![
                u64::from(advance),
                beat.base & 0xffff_ffff,
                beat.base >> 32,
                beat.offset & 0xffff_ffff,
                beat.offset >> 32,
                u64::from(beat.high),
                u64::from(beat.negate),
                flag(control(2), |input| input.high),
                control(2).map_or(0, |input| u64::from(input.scale)),
                flag(control(3), |input| input.extended && input.cc_carry),
                flag(control(4), |input| input.high),
                flag(control(4), |input| {
                    input.high && input.extended && input.cc_overflow
                }),
                window,
            ];
            let expected = match &stages[3] {
                Some(input) => outputs(input).map(Some).to_vec(),
                None => vec![None; 3],
            };
            vectors.push((row, expected));
            if advance {
                break;
            }
        }
        stages.pop_back();
        stages.push_front(Some(beat));
    }
    vectors
}
