//! Loads and stores for one lane.

use crate::places;
use isa::control::AccessSpace;
use isa::instruction::AccessSize;
use replay::random::Random;
use sim::access::{AccessInput, AccessOutput, ImmediateKind, Limits};
use sim::value::Native;

/// The spaces an access can name, each with the immediates its forms have.
const FORMS: [(AccessSpace, &[ImmediateKind]); 5] = [
    (AccessSpace::Generic, &[ImmediateKind::Word]),
    (AccessSpace::Global, &[ImmediateKind::Word24]),
    (AccessSpace::Shared, &[ImmediateKind::Word24]),
    (AccessSpace::Local, &[ImmediateKind::Word24]),
    (
        AccessSpace::Constant,
        &[ImmediateKind::Unsigned16, ImmediateKind::Word16],
    ),
];

/// A load or a store; a lane does not know which.
#[derive(Clone)]
pub struct Access {
    pub input: AccessInput<Native>,
    pub execute: bool,
    /// What is at the ports of an offset that an access does not have.
    pub unused_offset: u64,
}

impl Access {
    /// The fault at the port: none where the lane does not execute.
    pub fn fault(&self, output: &AccessOutput<Native>) -> u32 {
        if self.execute { output.fault } else { 0 }
    }
}

/// Every form and size under every steering, around every edge in turn.
pub fn directed(random: &mut Random) -> Vec<Access> {
    let distances = [-16, -8, -4, -2, -1, 0, 1, 2, 3, 4, 7, 8, 15_i64];
    let mut distances = distances.into_iter().cycle();
    let mut beats = Vec::new();
    for (space, kinds) in FORMS {
        for size in AccessSize::ALL {
            for (plg, steer_by_window) in [(false, false), (true, false), (true, true)] {
                let template = Access {
                    execute: true,
                    input: AccessInput {
                        plg,
                        steer_by_window,
                        ..input(random, space, kinds, size)
                    },
                    unused_offset: random.number(),
                };
                for edge in 0..16 {
                    let mut beat = template.clone();
                    let limits = beat.input.limits.clone();
                    let target = targets(random, &limits)[edge];
                    let distance = distances.next().unwrap_or_default();
                    aim(&mut beat.input, target.wrapping_add_signed(distance));
                    beats.push(beat);
                }
            }
        }
    }
    beats
}

/// Any, mostly near an edge.
pub fn random(random: &mut Random) -> Access {
    let (space, kinds) = random.one_of(&FORMS);
    let size = random.one_of(&AccessSize::ALL);
    let mut beat = Access {
        execute: !random.once_in(6),
        input: input(random, space, kinds, size),
        unused_offset: random.number(),
    };
    if !random.once_in(6) {
        let targets = targets(random, &beat.input.limits);
        let target = random.one_of(&targets);
        let distance = random.below(64) as i64 - 32;
        aim(&mut beat.input, target.wrapping_add_signed(distance));
    }
    beat
}

fn input(
    random: &mut Random,
    space: AccessSpace,
    kinds: &[ImmediateKind],
    size: AccessSize,
) -> AccessInput<Native> {
    let config = places::config(random);
    let immediate_kind = random.one_of(kinds);
    let bits = field(immediate_kind);
    let any = random.word() as u32;
    AccessInput {
        space,
        size,
        immediate_kind,
        immediate: random.one_of(&[0, any & 0xff, any, !any]) & bits,
        extended: random.flag(),
        absolute: random.once_in(8),
        base: random.word() << 32 | random.word(),
        plg: random.flag(),
        steer_by_window: random.once_in(3),
        limits: Limits::of_bank(&config, random.below(32) as u8),
        misaligned_is_error: random.flag(),
    }
}

/// The bits of an immediate's field.
fn field(kind: ImmediateKind) -> u32 {
    match kind {
        ImmediateKind::Word => u32::MAX,
        ImmediateKind::Word24 => 0xff_ffff,
        ImmediateKind::Unsigned16 | ImmediateKind::Word16 => 0xffff,
    }
}

fn targets(random: &mut Random, limits: &Limits<Native>) -> [u64; 16] {
    let mut config = sim::WarpConfig {
        shared_base: limits.shared_base,
        local_base: limits.local_base,
        shared_size: limits.shared_size as u32,
        local_size: limits.local_size as u32,
        global_limit: limits.global_limit,
        ..sim::WarpConfig::default()
    };
    config.const_size[0] = limits.const_size as u32;
    places::targets(random, &config, 0)
}

/// Chooses the base so that the address is `target`, or its low word where the
/// address has 32 bits; the immediate where there is no base.
fn aim(input: &mut AccessInput<Native>, target: u64) {
    if input.absolute {
        input.immediate = target as u32 & field(input.immediate_kind);
        return;
    }
    let unused = match input.immediate_kind {
        ImmediateKind::Word | ImmediateKind::Unsigned16 => 0,
        ImmediateKind::Word24 => 8,
        ImmediateKind::Word16 => 16,
    };
    let signed = i64::from((input.immediate << unused) as i32 >> unused);
    let base = target.wrapping_add_signed(signed.wrapping_neg());
    // The upper word stays what it is where it is not added.
    input.base = match input.extended {
        true => base,
        false => input.base >> 32 << 32 | base & 0xffff_ffff,
    };
}
