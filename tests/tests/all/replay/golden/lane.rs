//! One lane with LEAs, accesses and ADDR_ADDs in its six stages, each with its own windows and
//! limits. The expectation is the model's function of a whole instruction.

use super::{Expected, Golden, Inputs};
use isa::control::{AccessSpace, FaultCode, SpaceCode};
use isa::instruction::AccessSize;
use sim::access::{AccessInput, ImmediateKind, Limits, access, extended_immediate};
use sim::addr_add;
use sim::config::{CONSTANT_BANK_BYTES, GLOBAL_BYTES, SHARED_BYTES, WINDOW_BYTES};
use sim::lea::{LeaInput, lea, scaled_offset};
use sim::value::Native;
use std::collections::VecDeque;
use tests::random::Random;

const WINDOW: u64 = WINDOW_BYTES as u64;

/// Forms of accesses: their space, and the kind of immediate with the bits of its field.
const FORMS: [(AccessSpace, ImmediateKind, u32); 6] = [
    (AccessSpace::Generic, ImmediateKind::Word, u32::MAX),
    (AccessSpace::Global, ImmediateKind::Word24, 0xff_ffff),
    (AccessSpace::Shared, ImmediateKind::Word24, 0xff_ffff),
    (AccessSpace::Local, ImmediateKind::Word24, 0xff_ffff),
    (AccessSpace::Constant, ImmediateKind::Unsigned16, 0xffff),
    (AccessSpace::Constant, ImmediateKind::Word16, 0xffff),
];

/// Outputs of stage 6.
const RESULTS: [&str; 8] = [
    "sum_lo",
    "sum_hi",
    "cc",
    "address_lo",
    "address_hi",
    "byte_enable",
    "space",
    "fault",
];

/// Outputs of stage 5.
const FOUND: [&str; 6] = [
    "in_shared_s5",
    "in_local_s5",
    "below_shared_s5",
    "below_local_s5",
    "below_other_s5",
    "misaligned_s5",
];

/// Port values of one instruction. Inputs that are not listed are 0.
struct Beat {
    inputs: Vec<(&'static str, u64)>,
    results: [u64; 8],
    found: [Option<u64>; 6],
}

/// The lane with the instructions in its stages, the latest first.
#[derive(Default)]
pub struct Lane(VecDeque<Beat>);

impl Golden for Lane {
    fn cycle(&mut self, inputs: &mut Inputs, random: &mut Random) -> Expected {
        let Lane(stages) = self;
        let advance = inputs.is("advance");
        stages.push_front(match random.below(4) {
            0 => Beat::lea(random),
            1 => Beat::addr_add(random),
            _ => Beat::access(random),
        });
        for name in inputs.names() {
            if let Some(beat) = stages.get(stage(&name)) {
                let listed = beat.inputs.iter().find(|(listed, _)| *listed == name);
                inputs.set(&name, listed.map_or(0, |(_, value)| *value));
            }
        }
        inputs.set("advance", advance);
        let results = stages
            .get(6)
            .map_or([None; 8], |beat| beat.results.map(Some));
        let found = stages.get(5).map_or([None; 6], |beat| beat.found);
        match advance {
            true => stages.truncate(6),
            false => drop(stages.pop_front()),
        }
        let named = RESULTS.into_iter().chain(FOUND);
        named
            .zip(results.into_iter().chain(found).map(|value| vec![value]))
            .collect()
    }
}

/// Number of the stage whose instruction an input belongs to; 0 is outside.
fn stage(input: &str) -> usize {
    match input.rsplit_once("_s") {
        Some((_, stage)) if stage.len() == 1 => stage.parse().unwrap_or(0),
        _ if input.starts_with("shared_base") || input.starts_with("local_base") => 4,
        _ => 0,
    }
}

/// The two ports of a number of 64 bits.
fn words(lo: &'static str, hi: &'static str, value: u64) -> [(&'static str, u64); 2] {
    [(lo, value & 0xffff_ffff), (hi, value >> 32)]
}

/// Ports of the windows, whose bases are multiples of their size.
fn windows(shared: u64, local: u64) -> [(&'static str, u64); 4] {
    [
        ("shared_base_lo", shared >> 24 & 0xff),
        ("shared_base_hi", shared >> 32),
        ("local_base_lo", local >> 24 & 0xff),
        ("local_base_hi", local >> 32),
    ]
}

fn any(random: &mut Random) -> u64 {
    random.word() << 32 | random.word()
}

fn up_to(random: &mut Random, most: u64) -> u64 {
    let any = random.below(most + 1);
    random.one_of(&[any, any & 63, most, most - 1, 0])
}

impl Beat {
    fn lea(random: &mut Random) -> Beat {
        let (high, negate, extended) = (random.flag(), random.flag(), random.flag());
        let (scale, offset) = (random.below(32) as u32, any(random));
        let shared_base = random.one_of(&[0xfe00_0000, 0x1234_5678_9a00_0000_u64]);
        let mut base = any(random);
        if random.once_in(3) {
            // Aims the sum at an edge of the window.
            let first = if high {
                shared_base >> 32
            } else {
                shared_base & 0xffff_ffff
            };
            let edge = random.one_of(&[0, 1, 0xff_ffff, 0x100_0000, 0xffff_ffff_u64]);
            let addend = scaled_offset::<Native>(offset, negate, scale, high);
            let word = (first.wrapping_add(edge) as u32).wrapping_sub(addend);
            base = base >> 32 << 32 | u64::from(word);
        }
        let input: LeaInput<Native> = LeaInput {
            high,
            negate,
            extended,
            scale,
            base,
            offset,
            cc_carry: random.flag(),
            cc_overflow: random.flag(),
            shared_base,
        };
        let mut inputs = vec![
            ("low", (!high).into()),
            ("high", high.into()),
            ("scale_bytes", (scale / 8).into()),
            ("negate", negate.into()),
            ("below", if high { u32::MAX >> scale } else { 0 }.into()),
            ("based", 1),
            ("scale_bits_s1", (scale % 8).into()),
            ("carry_in_s2", (extended && input.cc_carry).into()),
            ("lea_s4", 1),
            ("high_s4", high.into()),
            (
                "low_missed_s4",
                (high && extended && input.cc_overflow).into(),
            ),
        ];
        inputs.extend(words("base_lo", "base_hi", base));
        inputs.extend(words("offset_lo", "offset_hi", offset));
        inputs.extend(windows(shared_base, !shared_base));
        let output = lea(input);
        Beat::of_sum(inputs, output.sum as u32, output.condition_code())
    }

    fn addr_add(random: &mut Random) -> Beat {
        // Only bits 15:0 of the operands are used.
        let [src0, src1] = [(); 2].map(|()| {
            let corner = random.one_of(&[0, 1, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff]);
            let any = random.number();
            random.one_of(&[any, any & !0xffff | corner])
        });
        let (absolute, negate) = (random.flag(), random.flag());
        let mut inputs = vec![
            ("low", 1),
            ("negate", negate.into()),
            ("absolute", absolute.into()),
            ("based", 1),
            ("narrow_s5", 1),
        ];
        inputs.extend(words("base_lo", "base_hi", src0));
        inputs.extend(words("offset_lo", "offset_hi", src1));
        let addend = addr_add::modified::<Native>(src1 as u32, absolute, negate);
        Beat::of_sum(inputs, addr_add::sum::<Native>(src0 as u32, addend), 0)
    }

    /// A beat that is no access: its address is its sum.
    fn of_sum(inputs: Vec<(&'static str, u64)>, sum: u32, cc: u32) -> Beat {
        let sum = u64::from(sum);
        Beat {
            inputs,
            results: [sum, 0, cc.into(), sum, 0, 0, 0, 0],
            found: [None, None, None, None, None, Some(0)],
        }
    }

    fn access(random: &mut Random) -> Beat {
        let (space, kind, field) = random.one_of(&FORMS);
        let (size, absolute) = (random.one_of(&AccessSize::ALL), random.once_in(8));
        let any_base = any(random);
        let shared_base = random.one_of(&[0xfe00_0000, 0x1_ff00_0000, any_base]) / WINDOW * WINDOW;
        let limits: Limits<Native> = Limits {
            shared_base,
            local_base: shared_base ^ WINDOW << random.below(40),
            shared_size: up_to(random, SHARED_BYTES.into()),
            local_size: up_to(random, WINDOW),
            global_limit: up_to(random, GLOBAL_BYTES),
            const_size: up_to(random, CONSTANT_BANK_BYTES.into()),
        };
        let place = random.one_of(&[0, 1, WINDOW, limits.shared_size, limits.local_size]);
        let mut target = random.one_of(&[
            limits.shared_base.wrapping_add(place),
            limits.local_base.wrapping_add(place),
            limits.shared_base ^ 1 << 32,
            limits.global_limit,
            limits.shared_size,
            limits.local_size,
            limits.const_size,
            0,
            any_base,
        ]);
        target = target.wrapping_add(random.below(64)).wrapping_sub(32);
        let any_immediate = random.word() as u32;
        let mut immediate = random.one_of(&[0, any_immediate & 0xff, any_immediate]) & field;
        if absolute {
            immediate = target as u32 & field;
        }
        let addend = extended_immediate::<Native>(kind, immediate, absolute);
        let base = target.wrapping_sub(addend as i32 as u64);
        let (extended, execute) = (random.flag(), !random.once_in(6));
        let output = access(AccessInput::<Native> {
            space,
            size,
            immediate_kind: kind,
            immediate,
            extended,
            absolute,
            base,
            plg: random.flag(),
            steer_by_window: random.once_in(3),
            limits: limits.clone(),
            misaligned_is_error: random.flag(),
        });
        let bytes = u64::from(size.bytes());
        let lands = |code: SpaceCode| output.space == code as u32;
        let (shared, local) = (lands(SpaceCode::Shared), lands(SpaceCode::Local));
        let fault = if execute { output.fault } else { 0 };
        let wide = extended && !absolute;
        let whole = |size: u64| !(size - size % bytes);
        let other = whole(match space {
            AccessSpace::Constant => limits.const_size,
            _ => limits.global_limit,
        });
        let in_window = space == AccessSpace::Generic && (shared || local);
        let mut inputs = vec![
            ("based", (!absolute).into()),
            ("immediate_s1", addend.into()),
            ("wide_s1", wide.into()),
            ("fill_s3", (wide && addend >> 31 != 0).into()),
            ("wide_s3", wide.into()),
            ("not_shared_limit_s4", whole(limits.shared_size) & 0x1_ffff),
            ("not_local_limit_s4", whole(limits.local_size) & 0x1ff_ffff),
            ("not_other_limit_lo_s4", other & 0xffff_ffff),
            ("not_other_limit_hi_s4", other >> 32 & 0x1ff),
            ("offset_bits_s5", bytes - 1),
            ("bytes_s5", (1 << bytes) - 1),
            ("window_s5", in_window.into()),
            ("space_0_s5", (output.space & 1).into()),
            ("space_1_s5", (output.space >> 1).into()),
            ("fault_0_s5", (fault & 1).into()),
            ("fault_1_s5", (fault >> 1).into()),
        ];
        inputs.extend(words("base_lo", "base_hi", base));
        inputs.extend(words("offset_lo", "offset_hi", random.number()));
        inputs.extend(windows(limits.shared_base, limits.local_base));
        let inside = |base: u64| u64::from((base..=base + (WINDOW - 1)).contains(&output.ea));
        // Bounds are checked in the space of the access, if there is no fault of the window.
        let asked = output.fault != FaultCode::OutsideWindow as u32;
        let below = u64::from(output.fault != FaultCode::OutsideAllocation as u32);
        let below = |counts: bool| (asked && counts).then_some(below);
        Beat {
            inputs,
            results: [
                output.ea & 0xffff_ffff,
                output.ea >> 32,
                0,
                output.address & 0xffff_ffff,
                output.address >> 32 & 0xff,
                output.byte_enable.into(),
                output.space.into(),
                fault.into(),
            ],
            found: [
                Some(inside(limits.shared_base)),
                Some(inside(limits.local_base)),
                below(shared),
                below(local),
                below(!shared && !local),
                Some(output.misaligned.into()),
            ],
        }
    }
}
