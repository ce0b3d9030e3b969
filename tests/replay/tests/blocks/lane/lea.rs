//! LEAs for one lane.

use replay::random::{CORNERS, Random};
use sim::lea::{LeaInput, scaled_offset};
use sim::value::Native;

/// Every form at every scale, on the corners in turn.
pub fn directed() -> Vec<LeaInput<Native>> {
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

/// A random one, one in three with its sum at an edge of the window.
pub fn random(random: &mut Random) -> LeaInput<Native> {
    let mut input: LeaInput<Native> = LeaInput {
        high: random.flag(),
        negate: random.flag(),
        extended: random.flag(),
        scale: random.below(32) as u32,
        base: random.word() | random.word() << 32,
        offset: random.word() | random.word() << 32,
        cc_carry: random.flag(),
        cc_overflow: random.flag(),
        shared_base: random.one_of(&[0xfe00_0000, 0x1234_5678_9a00_0000]),
    };
    if random.once_in(3) {
        let first = match input.high {
            true => input.shared_base >> 32,
            false => input.shared_base & 0xffff_ffff,
        };
        let edge = random.one_of(&[0, 1, 0xff_ffff, 0x100_0000, 0xffff_ffff_u64]);
        let addend = scaled_offset::<Native>(input.offset, input.negate, input.scale, input.high);
        let word = (first.wrapping_add(edge) as u32).wrapping_sub(addend);
        input.base = input.base >> 32 << 32 | u64::from(word);
    }
    input
}
