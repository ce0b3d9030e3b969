//! Random accesses near the edges of windows and limits.

use super::Random;
use agu_model::access::{AccessInput, ImmediateKind, Limits, SPACES};
use agu_model::value::Native;
use isa::instruction::AccessSize;

/// One lane of any access.
pub fn input(random: &mut Random) -> AccessInput<Native> {
    let pick = |random: &mut Random, of: usize| random.u32() as usize % of;
    let immediate_kind = ImmediateKind::ALL[pick(random, 4)];
    let wide = match random.u32() % 4 {
        0 => 0,
        1 => random.u32() % 64,
        2 => 0_u32.wrapping_sub(random.u32() % 64),
        _ => random.word(),
    };
    let mut input = AccessInput {
        space: SPACES[pick(random, 5)],
        size: AccessSize::ALL[pick(random, 8)],
        immediate_kind,
        immediate: match immediate_kind {
            ImmediateKind::Word => wide,
            ImmediateKind::Word24 => wide & 0xff_ffff,
            ImmediateKind::Unsigned16 | ImmediateKind::Word16 => wide & 0xffff,
        },
        extended: random.bit(),
        absolute: random.u32().is_multiple_of(8),
        base_word: random.u32().is_multiple_of(4),
        base: 0,
        scale: [0, 0, 2, 3, 4][pick(random, 5)],
        index: random.word(),
        uniform_added: random.u32().is_multiple_of(3),
        uniform_base: near_zero(random),
        plg: random.bit(),
        steer_by_window: random.u32().is_multiple_of(4),
        limits: limits(random),
        misaligned_is_error: random.bit(),
    };
    input.base = base(random, &input);
    input
}

/// A uniform base, negative ones among them.
fn near_zero(random: &mut Random) -> u64 {
    match random.u32() % 4 {
        0 => random.long(),
        1 => u64::from(random.u32() % 64).wrapping_neg(),
        _ => u64::from(random.u32() % 64),
    }
}

/// A base that brings an address near an edge more often than not.
fn base(random: &mut Random, input: &AccessInput<Native>) -> u64 {
    let limits = &input.limits;
    let inside = u64::from(random.u32() & 0xff_ffff);
    let edge = match random.u32() % 14 {
        0 => limits.shared_base,
        1 => limits.shared_base.wrapping_add(limits.shared_size),
        2 => limits.shared_base.wrapping_add(1 << 24),
        3 => limits.shared_base.wrapping_add(inside),
        4 => limits.local_base,
        5 => limits.local_base.wrapping_add(limits.local_size),
        6 => limits.local_base.wrapping_add(1 << 24),
        7 => limits.local_base.wrapping_add(inside),
        8 => limits.global_limit,
        9 => limits.shared_size,
        10 => limits.local_size,
        11 => limits.const_size,
        12 => 0,
        _ => return random.long(),
    };
    let near = edge
        .wrapping_add(u64::from(random.u32() % 64))
        .wrapping_sub(32);
    let near = match (input.uniform_added, random.bit()) {
        (true, true) => near.wrapping_sub(input.uniform_base),
        _ => near,
    };
    if random.bit() {
        near.wrapping_sub(u64::from(input.immediate))
    } else {
        near
    }
}

/// A legal configuration.
pub fn limits(random: &mut Random) -> Limits<Native> {
    let window = |random: &mut Random| {
        let base = if random.bit() {
            u64::from(random.word())
        } else {
            random.long()
        };
        base >> 24 << 24
    };
    let size = |random: &mut Random, bits: u32| {
        let most = 1_u64 << bits;
        match random.u32() % 4 {
            0 => most,
            1 => random.u64() % 40,
            _ => random.u64() % (most + 1),
        }
    };
    let shared_base = window(random);
    let other = window(random);
    Limits {
        shared_base,
        local_base: if other == shared_base {
            shared_base ^ 1 << 24
        } else {
            other
        },
        shared_size: size(random, 18),
        local_size: size(random, 24),
        global_limit: size(random, 49),
        const_size: size(random, 16),
    }
}
