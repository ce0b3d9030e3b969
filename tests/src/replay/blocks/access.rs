//! The parts of a load's or store's address.

use super::{RANDOM_ROWS, rows};
use crate::replay::Case;
use crate::replay::vectors::{Random, Vectors, combinational};
use isa::control::{FaultCode, SpaceCode};
use isa::instruction::AccessSize;
use rtl::blocks::*;
use sim::access::{ImmediateKind, extended_immediate};
use sim::value::Native;

const KINDS: [ImmediateKind; 4] = [
    ImmediateKind::Word,
    ImmediateKind::Word24,
    ImmediateKind::Unsigned16,
    ImmediateKind::Word16,
];

/// Lanes that show all flags of one lane at once: three in [`Steering`], four in [`Fault`].
const FLAGS: usize = 8;
const VERDICTS: usize = 16;

/// Alignments by the number of bytes, for each size that exists.
const BYTES: [u64; 5] = [1, 2, 4, 8, 16];

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new(
            "agu_immediate_extension",
            ImmediateExtension::default(),
            immediate_extension(),
        ),
        Case::new("agu_base_select", BaseSelect::default(), base_select()),
        Case::new("agu_size_decode", SizeDecode::default(), size_decode()),
        Case::new("agu_steering_8", Steering::<FLAGS>::default(), steering()),
        Case::new("agu_space_limit", SpaceLimit::default(), space_limit()),
        Case::new("agu_bounds", Bounds::default(), bounds()),
        Case::new("agu_alignment", Alignment::default(), alignment()),
        Case::new("agu_fault_16", Fault::<VERDICTS>::default(), fault()),
        Case::new("agu_uniform_key", UniformKey::default(), uniform_key()),
    ]
}

fn immediate_extension() -> Vectors {
    let mut random = Random::new(20);
    let mut words: Vec<u64> = (0..32).flat_map(|bit| [1 << bit, (1 << bit) - 1]).collect();
    words.extend((0..RANDOM_ROWS).map(|_| random.word()));
    let rows = words.into_iter().flat_map(|word| {
        [32, 24, 16, 16]
            .into_iter()
            .enumerate()
            .flat_map(move |(kind, bits)| {
                [0, 1].map(|absolute| [word & ((1 << bits) - 1), kind as u64, absolute])
            })
    });
    combinational(rows, |[word, kind, absolute]| {
        let kind = KINDS[kind as usize];
        [extended_immediate::<Native>(kind, word as u32, absolute != 0).into()]
    })
}

fn base_select() -> Vectors {
    let rows = rows(21, 4).into_iter();
    combinational(
        rows.map(|(lo, hi, control)| [lo.into(), hi.into(), control & 1, control >> 1]),
        |[lo, hi, based, wide]| [lo * based, hi * wide],
    )
}

fn size_decode() -> Vectors {
    combinational((0..8).map(|size| [size]), |[size]| {
        let bytes = AccessSize::ALL[size as usize].bytes();
        [u64::from(bytes) - 1, (1 << bytes) - 1]
    })
}

/// All of them: every form and an LEA or a global form, each flag of a lane in another
/// lane.
fn steering() -> Vectors {
    let mut rows = Vec::new();
    for form in 0..5_u64 {
        for by_window in 0..2 {
            for turn in 0..FLAGS {
                // Lane l has the bits of l + turn.
                let mask = |bit: usize| lanes_where::<FLAGS>(|lane| (lane + turn) >> bit & 1 != 0);
                let form = [1, 2, 3, 4].map(|known| u64::from(form == known));
                let masks = [0, 1, 2].map(mask);
                rows.push([&form[..], &[by_window], &masks].concat());
            }
        }
    }
    let rows = rows
        .into_iter()
        .map(|row| row.try_into().expect("eight inputs"));
    combinational(rows, |row: [u64; 8]| {
        let [generic, shared_form, local_form, constant_form, by_window] =
            [0, 1, 2, 3, 4].map(|input| row[input] != 0);
        let [steering, in_shared, in_local] =
            [5, 6, 7].map(|input| move |lane: usize| row[input] >> lane & 1 != 0);
        let place = |lane: usize| {
            let plg = if by_window {
                !in_shared(lane)
            } else {
                steering(lane)
            };
            match (generic, plg) {
                (true, false) if in_shared(lane) => (SpaceCode::Shared, false),
                (true, false) => (SpaceCode::Global, true),
                (true, true) if in_local(lane) => (SpaceCode::Local, false),
                (true, true) => (SpaceCode::Global, in_shared(lane)),
                (false, _) if shared_form => (SpaceCode::Shared, false),
                (false, _) if local_form => (SpaceCode::Local, false),
                (false, _) if constant_form => (SpaceCode::Constant, false),
                (false, _) => (SpaceCode::Global, false),
            }
        };
        let space = |lane: usize| place(lane).0;
        let lands = |code| lanes_where::<FLAGS>(|lane| space(lane) == code);
        let windows = lands(SpaceCode::Shared) | lands(SpaceCode::Local);
        [
            lands(SpaceCode::Shared),
            lands(SpaceCode::Local),
            if generic { windows } else { 0 },
            lanes_where::<FLAGS>(|lane| place(lane).1),
            lanes_where::<FLAGS>(|lane| space(lane) as u64 & 1 != 0),
            lanes_where::<FLAGS>(|lane| space(lane) as u64 & 2 != 0),
        ]
    })
}

fn space_limit() -> Vectors {
    let mut random = Random::new(22);
    // access, window, shared, local_memory: what the forms and windows can give.
    let controls = [
        [0, 0, 0, 0],
        [1, 0, 0, 0],
        [1, 0, 1, 0],
        [1, 1, 1, 0],
        [1, 0, 0, 1],
        [1, 1, 0, 1],
    ];
    let rows = (0..RANDOM_ROWS).flat_map(|_| {
        let (lo, hi) = (random.word(), random.word());
        let [shared, local] = [0, 0].map(|_: u64| random.number() >> 39);
        let other = random.number() >> 23;
        controls.map(|[access, window, to_shared, to_local]| {
            [
                lo,
                hi,
                access,
                window,
                to_shared,
                to_local,
                shared,
                local,
                other & 0xffff_ffff,
                other >> 32,
            ]
        })
    });
    combinational(
        rows.collect::<Vec<_>>(),
        |[
            lo,
            hi,
            access,
            window,
            to_shared,
            to_local,
            shared,
            local,
            other_lo,
            other_hi,
        ]| {
            let sum = hi << 32 | lo;
            let address = match (access, window) {
                (0, _) => 0,
                (_, 0) => sum,
                _ => sum % (1 << 24),
            };
            let limit = match (to_shared, to_local) {
                (0, 0) => other_hi << 32 | other_lo,
                (0, _) => local,
                _ => shared,
            };
            [
                address & 0xffff_ffff,
                address >> 32,
                limit & 0xffff_ffff,
                limit >> 32,
            ]
        },
    )
}

/// Limits of every size, and addresses around them.
fn bounds() -> Vectors {
    let mut random = Random::new(23);
    let mut limits = vec![
        0,
        1,
        49152,
        65536,
        1 << 24,
        1 << 32,
        (1 << 40) - 16,
        1 << 40,
    ];
    limits.extend((0..60).map(|_| (random.number() >> 24) >> random.below(40)));
    let rows = limits.into_iter().flat_map(|limit: u64| {
        let mut addresses: Vec<u64> = [-16, -1, 0, 1, 16]
            .map(|distance| limit.wrapping_add_signed(distance))
            .to_vec();
        // The same low word a high word further or nearer, and far beyond.
        addresses.extend([1_u64 << 32, 1 << 41, 1 << 63].map(|bit| limit.wrapping_sub(1) ^ bit));
        addresses.extend([limit ^ 1 << 32, 0, u64::MAX, random.number() >> 24]);
        addresses.into_iter().map(move |address| {
            [
                address & 0xffff_ffff,
                address >> 32,
                limit & 0xffff_ffff,
                limit >> 32,
            ]
        })
    });
    combinational(
        rows.collect::<Vec<_>>(),
        |[address_lo, address_hi, limit_lo, limit_hi]| {
            let address = u128::from(address_hi << 32 | address_lo);
            let limit = u128::from(limit_hi << 32 | limit_lo);
            [u64::from(address < limit)]
        },
    )
}

fn alignment() -> Vectors {
    let mut random = Random::new(24);
    let mut addresses: Vec<u64> = (0..32).chain(0xffff_fff0..=0xffff_ffff).collect();
    addresses.extend((0..RANDOM_ROWS).map(|_| random.word()));
    let rows = addresses
        .into_iter()
        .flat_map(|address| BYTES.map(|bytes| [address, bytes - 1]));
    combinational(rows, |[address, offset_bits]| {
        let past = address % (offset_bits + 1);
        [address - past, u64::from(past != 0)]
    })
}

/// All of them, each combination in every lane.
fn fault() -> Vectors {
    let rows = (0..2).flat_map(|is_error| {
        (0..VERDICTS).map(move |turn| {
            let mask = |bit: usize| lanes_where::<VERDICTS>(|lane| (lane + turn) >> bit & 1 != 0);
            [mask(0), mask(1), mask(2), mask(3), is_error]
        })
    });
    combinational(
        rows,
        |[execute, outside, in_bounds, misaligned, is_error]| {
            let fault = |lane: usize| {
                let on = |mask: u64| mask >> lane & 1 != 0;
                match on(execute) {
                    false => FaultCode::None,
                    true if on(outside) => FaultCode::OutsideWindow,
                    true if !on(in_bounds) => FaultCode::OutsideAllocation,
                    true if on(misaligned) && is_error != 0 => FaultCode::Misaligned,
                    true => FaultCode::None,
                }
            };
            let harmless = |lane| matches!(fault(lane), FaultCode::None | FaultCode::Misaligned);
            [
                lanes_where::<VERDICTS>(|lane| fault(lane) as u64 & 1 != 0),
                lanes_where::<VERDICTS>(|lane| fault(lane) as u64 & 2 != 0),
                lanes_where::<VERDICTS>(|lane| fault(lane) != FaultCode::None),
                lanes_where::<VERDICTS>(harmless) & execute,
            ]
        },
    )
}

fn uniform_key() -> Vectors {
    // A live address has at most 41 bits; others may be anything.
    let rows = rows(25, 2).into_iter().map(|(lo, hi, live)| {
        let hi = if live != 0 { hi & 0x1ff } else { hi };
        [live, lo.into(), hi.into()]
    });
    combinational(rows, |[live, lo, hi]| {
        let ones = hi << 32 | lo;
        let zeros = ones ^ ((1 << 41) - 1);
        let words = [ones, ones >> 32, zeros, zeros >> 32];
        words.map(|word| (word & 0xffff_ffff) * live)
    })
}

/// One bit a lane.
fn lanes_where<const LANES: usize>(holds: impl Fn(usize) -> bool) -> u64 {
    let lanes = (0..LANES).filter(|&lane| holds(lane));
    lanes.map(|lane| 1 << lane).sum()
}
