//! The parts of a load's or store's address.

use crate::testbench::vectors::{RANDOM_ROWS, Vectors, combinational, rows, with_stalls};
use crate::testbench::{device, replay};
use isa::control::{FaultCode, SpaceCode};
use isa::instruction::AccessSize;
use replay::random::Random;
use rtl::blocks::*;
use sim::access::{ImmediateKind, extended_immediate};
use sim::value::Native;

device!(ImmediateExtension; immediate kind absolute; extended);
device!(SizeDecode; size; offset_bits bytes);
device!(Steering[LANES];
    generic shared_form local_form constant_form steer_by_window steering in_shared in_local;
    shared local_memory window outside space_0 space_1);
device!(Bounds clock;
    advance sum_lo sum_hi not_shared_limit not_local_limit not_other_limit_lo
    not_other_limit_hi window_s1;
    below_shared below_local below_other);
device!(SpaceAddress; sum_lo sum_hi offset_bits window; address_lo address_hi misaligned);
device!(Fault[LANES];
    execute outside shared local_memory below_shared below_local below_other misaligned
    misaligned_is_error;
    fault_0 fault_1 faulted live);
device!(UniformKey; live address_lo address_hi; ones_lo ones_hi zeros_lo zeros_hi);

replay!(immediate_extension: ImmediateExtension, immediate_extension_vectors()
    => immediate_extension_rusthdl immediate_extension_icarus immediate_extension_verilator);
replay!(size_decode: SizeDecode, size_decode_vectors()
    => size_decode_rusthdl size_decode_icarus size_decode_verilator);
replay!(steering: Steering<FLAGS>, steering_vectors()
    => steering_rusthdl steering_icarus steering_verilator);
replay!(bounds: Bounds, bounds_vectors()
    => bounds_rusthdl bounds_icarus bounds_verilator);
replay!(space_address: SpaceAddress, space_address_vectors()
    => space_address_rusthdl space_address_icarus space_address_verilator);
replay!(fault: Fault<VERDICTS>, fault_vectors()
    => fault_rusthdl fault_icarus fault_verilator);
replay!(uniform_key: UniformKey, uniform_key_vectors()
    => uniform_key_rusthdl uniform_key_icarus uniform_key_verilator);

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

fn immediate_extension_vectors() -> Vectors {
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

fn size_decode_vectors() -> Vectors {
    combinational((0..8).map(|size| [size]), |[size]| {
        let bytes = AccessSize::ALL[size as usize].bytes();
        [u64::from(bytes) - 1, (1 << bytes) - 1]
    })
}

/// All of them: every form and an LEA or a global form, each flag of a lane in another
/// lane.
fn steering_vectors() -> Vectors {
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

/// Limits of every size, and addresses around them; latency 1.
fn bounds_vectors() -> Vectors {
    let mut random = Random::new(23);
    let mut limits = vec![
        [0; 3],
        [1, 2, 3],
        [1 << 24, 49152, 1 << 40],
        [65536, 1 << 24, 1 << 32],
    ];
    limits.extend((0..60).map(|_| {
        let mut any = |bits: u32| (random.number() >> (64 - bits)) >> random.below(bits.into());
        [any(24), any(24), any(40)]
    }));
    let mut rows = Vec::new();
    for limits in limits {
        for limit in limits {
            let mut places: Vec<u64> = [-16, -1, 0, 1, 16]
                .map(|distance| limit.wrapping_add_signed(distance))
                .to_vec();
            // The same low bits further or nearer, and far beyond.
            let bits = [24, 31, 32, 40, 41, 63].map(|bit| 1_u64 << bit);
            places.extend(bits.map(|bit| limit.wrapping_sub(1) ^ bit));
            places.extend([0, u64::MAX, random.number() >> 24]);
            rows.extend(places.into_iter().map(|place| (place, limits)));
        }
    }
    let mut held = None;
    let mut vectors = Vec::new();
    for (advance, (place, limits)) in with_stalls(rows, &mut random) {
        let window = random.flag();
        let [shared, local, other] = limits;
        let row = vec![
            advance.into(),
            place & 0xffff_ffff,
            place >> 32,
            !shared & 0x1ff_ffff,
            !local & 0x1ff_ffff,
            !other & 0xffff_ffff,
            !other >> 32 & 0x1ff,
            window.into(),
        ];
        let expected = held.map(|(place, [shared, local, other]): (u64, [u64; 3])| {
            let from_base = if window { place % (1 << 24) } else { place };
            [from_base < shared, from_base < local, place < other]
        });
        let expected = expected.map_or([None; 3], |below| below.map(|below| Some(below.into())));
        vectors.push((row, expected.to_vec()));
        if advance {
            held = Some((place, limits));
        }
    }
    vectors
}

fn space_address_vectors() -> Vectors {
    let mut random = Random::new(24);
    let mut sums: Vec<u64> = (0..32).chain(0xffff_fff0..=0xffff_ffff).collect();
    sums.extend((0..RANDOM_ROWS).map(|_| random.word() | random.word() << 32));
    let rows = sums.into_iter().flat_map(|sum| {
        BYTES.map(|bytes| [sum & 0xffff_ffff, sum >> 32 & 0xff, bytes - 1, sum >> 5 & 1])
    });
    combinational(rows, |[lo, hi, offset_bits, window]| {
        let place = if window != 0 {
            lo % (1 << 24)
        } else {
            hi << 32 | lo
        };
        let past = place % (offset_bits + 1);
        let address = place - past;
        [address & 0xffff_ffff, address >> 32, u64::from(past != 0)]
    })
}

/// All of them, each combination in every lane: whether it executes, is outside, is
/// misaligned, is in bounds, and in which space; what the others say of bounds is the
/// opposite.
fn fault_vectors() -> Vectors {
    let rows = (0..2).flat_map(|is_error| {
        (0..VERDICTS * 3).map(move |turn| {
            let mask = |bit: usize| lanes_where::<VERDICTS>(|lane| (lane + turn) >> bit & 1 != 0);
            let space = |lane: usize| (lane + turn) / VERDICTS % 3;
            let lands = |number| lanes_where::<VERDICTS>(|lane| space(lane) == number);
            let in_bounds = mask(3);
            let below = [0, 1, 2].map(|number| !(in_bounds ^ lands(number)) & 0xffff);
            let [below_shared, below_local, below_other] = below;
            [
                mask(0),
                mask(1),
                lands(0),
                lands(1),
                below_shared,
                below_local,
                below_other,
                mask(2),
                is_error,
            ]
        })
    });
    combinational(
        rows,
        |[
            execute,
            outside,
            shared,
            local,
            below_shared,
            below_local,
            below_other,
            misaligned,
            is_error,
        ]| {
            let fault = |lane: usize| {
                let on = |mask: u64| mask >> lane & 1 != 0;
                let in_bounds = match (on(shared), on(local)) {
                    (true, _) => on(below_shared),
                    (false, true) => on(below_local),
                    (false, false) => on(below_other),
                };
                match on(execute) {
                    false => FaultCode::None,
                    true if on(outside) => FaultCode::OutsideWindow,
                    true if !in_bounds => FaultCode::OutsideAllocation,
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

fn uniform_key_vectors() -> Vectors {
    let rows = rows(25, 2).into_iter();
    let rows = rows.map(|(lo, hi, live)| [live, lo.into(), u64::from(hi & 0xff)]);
    combinational(rows, |[live, lo, hi]| {
        let ones = hi << 32 | lo;
        let zeros = ones ^ ((1 << 40) - 1);
        let words = [ones, ones >> 32, zeros, zeros >> 32];
        words.map(|word| (word & 0xffff_ffff) * live)
    })
}

/// One bit a lane.
fn lanes_where<const LANES: usize>(holds: impl Fn(usize) -> bool) -> u64 {
    let lanes = (0..LANES).filter(|&lane| holds(lane));
    lanes.map(|lane| 1 << lane).sum()
}
