//! The golden pipeline with fewer than 32 lanes: a warp in beats.

use crate::common::Random;
use crate::common::ports::{Words, ZEROS, addresses, idle, lea, load, part, result_of, write};
use agu_model::coalescer::{MemoryRequest, WarpAccess, coalesce};
use agu_model::pipeline::{LATENCY, Pipeline, PortInputs, PortResult};
use isa::control::config_address;

/// A warp of random lanes, near each other and near the windows' edges.
struct Warp {
    words: Words,
    control: [u32; 7],
    masks: [u32; 4],
}

fn warp(random: &mut Random) -> Warp {
    let hot = [0x1000, 0xfe00_0100, 0xff00_0100, 0xfe00_c000, 0xfdff_fff0];
    let home = hot[random.u32() as usize % 5];
    let spread = [1, 4, 64, 4096][random.u32() as usize % 4];
    let address = |random: &mut Random| match random.u32() % 24 {
        0 => random.word(),
        1 => hot[random.u32() as usize % 5],
        _ => home + random.u32() % spread,
    };
    let words = Words {
        base_lo: std::array::from_fn(|_| address(random)),
        base_hi: std::array::from_fn(|_| u32::from(random.u32().is_multiple_of(16))),
        offset_lo: std::array::from_fn(|_| random.word()),
        offset_hi: std::array::from_fn(|_| random.word()),
    };
    let mask = |random: &mut Random| {
        if random.bit() { u32::MAX } else { random.u32() }
    };
    Warp {
        words,
        control: std::array::from_fn(|_| random.u32()),
        masks: std::array::from_fn(|_| mask(random)),
    }
}

impl Warp {
    fn inputs(&self) -> PortInputs<'_, 32> {
        let [form, size, mask, flags, ..] = self.control;
        let flag = |bit: u32| flags >> bit & 1 != 0;
        PortInputs {
            access: !form.is_multiple_of(4),
            address_add: form.is_multiple_of(8),
            access_space: [0, 0, 0, 1, 2, 3, 4][form as usize / 4 % 7],
            access_size: size as u8 % 8,
            lane_mask: if flag(0) { 15 } else { mask as u8 % 16 },
            extended: flag(1),
            store: flag(2),
            steer_by_window: flag(3) | flag(4),
            high: flag(5),
            negate: flag(6),
            write_cc: flag(7),
            scale: (flags >> 8) as u8 % 32,
            predicate: (flags >> 13) as u8 % 8,
            destination: (flags >> 16) as u16,
            element: (flags >> 24) as u8 % 32,
            absolute: flag(29),
            exec_size: if flag(31) { 5 } else { (size >> 3) as u8 % 8 },
            channel_mask: (mask >> 8) as u8 & if flag(30) { 8 } else { 15 },
            execution_mask: self.control[6],
            active_mask: self.masks[0],
            guard_mask: self.masks[1],
            helper_mask: !self.masks[2],
            steering_mask: self.masks[3],
            carry_in: self.control[4],
            overflow_in: self.control[5],
            ..lea(&self.words)
        }
    }
}

/// A unit of `LANES` lanes under random stalls gives, part by part, what one of 32
/// lanes gives, and asks memory for what the definition does.
fn narrow_unit_agrees<const LANES: usize>(random: &mut Random, warps: usize) {
    let warps: Vec<Warp> = (0..warps).map(|_| warp(random)).collect();
    let mut strict = Pipeline::<32>::default();
    let mut pipeline = Pipeline::<LANES>::default();
    write(&mut strict, config_address::MISALIGNED_IS_ERROR, 1);
    pipeline.edge(&part(
        &PortInputs {
            config_valid: true,
            config_address: config_address::MISALIGNED_IS_ERROR,
            config_data: 1,
            ..idle(&ZEROS)
        },
        0,
    ));
    let mut sent = (0, 0);
    let mut seen = (0, 0);
    let mut expected: Option<PortResult<32>> = None;
    let mut so_far = (Vec::new(), None);
    let mut requests = Vec::new();
    let mut asked = Vec::new();
    while seen.0 < warps.len() {
        let inputs = warps.get(sent.0).map_or_else(|| idle(&ZEROS), Warp::inputs);
        let inputs = PortInputs {
            request_valid: inputs.request_valid & !random.u32().is_multiple_of(4),
            result_ready: !random.u32().is_multiple_of(4),
            memory_ready: !random.u32().is_multiple_of(4),
            ..inputs
        };
        let (result_ready, memory_ready) = (inputs.result_ready, inputs.memory_ready);
        if pipeline.memory_valid() && memory_ready {
            asked.push(*pipeline.memory());
        }
        if pipeline.result_valid() && result_ready {
            let whole = expected.take().unwrap_or_else(|| {
                let mut alone = strict.clone();
                result_of(&mut alone, &warps[seen.0].inputs())
            });
            let result = pipeline.result();
            assert!(!result.dont_care);
            assert_eq!(
                (result.instruction, result.beat),
                (seen.0 as u64, seen.1 as u8)
            );
            compare(result, &whole, seen.1, &mut so_far);
            expected = Some(whole);
            seen.1 += 1;
            if seen.1 == 32 / LANES {
                let Some(whole) = expected.take() else {
                    continue;
                };
                assert_eq!(
                    (result.uniform, result.fault_valid, result.fault_lane),
                    (whole.uniform, whole.fault_valid, whole.fault_lane)
                );
                requests.extend(definition(&whole));
                seen = (seen.0 + 1, 0);
                so_far = (Vec::new(), None);
            }
        }
        if pipeline.edge(&part(&inputs, sent.1)) {
            sent.1 += 1;
            if sent.1 == 32 / LANES {
                sent = (sent.0 + 1, 0);
            }
        }
    }
    for _ in 0..4 * 32 {
        if pipeline.memory_valid() {
            asked.push(*pipeline.memory());
        }
        pipeline.edge(&part(&idle(&ZEROS), 0));
    }
    assert_eq!(asked, requests);
}

/// One beat against its part of the whole warp; `so_far` are the live lanes' places
/// and the first fault of the beats before.
fn compare<const LANES: usize>(
    result: &PortResult<LANES>,
    whole: &PortResult<32>,
    beat: usize,
    so_far: &mut (Vec<(u8, u64)>, Option<u8>),
) {
    let first = beat * LANES;
    let cut = |mask: u32| mask >> first & (u32::MAX >> (32 - LANES));
    let masks = |result: &PortResult<32>| {
        [
            result.rd_write,
            result.predicate_write,
            result.cc_write,
            result.execute_mask,
            result.live_mask,
            result.shared_mask,
            result.fault_mask,
            result.misaligned_mask,
        ]
        .map(cut)
    };
    assert_eq!(
        [
            result.rd_write,
            result.predicate_write,
            result.cc_write,
            result.execute_mask,
            result.live_mask,
            result.shared_mask,
            result.fault_mask,
            result.misaligned_mask,
        ],
        masks(whole)
    );
    let lanes = first..first + LANES;
    assert_eq!(result.lanes.sum_lo, whole.lanes.sum_lo[lanes.clone()]);
    assert_eq!(result.lanes.sum_hi, whole.lanes.sum_hi[lanes.clone()]);
    assert_eq!(result.lanes.cc, whole.lanes.cc[lanes.clone()]);
    assert_eq!(
        result.lanes.address_lo,
        whole.lanes.address_lo[lanes.clone()]
    );
    assert_eq!(
        result.lanes.address_hi,
        whole.lanes.address_hi[lanes.clone()]
    );
    assert_eq!(
        result.lanes.byte_enable,
        whole.lanes.byte_enable[lanes.clone()]
    );
    assert_eq!(result.lanes.space, whole.lanes.space[lanes.clone()]);
    assert_eq!(result.lanes.fault, whole.lanes.fault[lanes.clone()]);
    assert_eq!(result.lanes.lock_index, whole.lanes.lock_index[lanes]);

    for lane in 0..LANES {
        if result.live_mask >> lane & 1 != 0 {
            let place = (result.lanes.space[lane], result.lanes.address(lane));
            so_far.0.push(place);
        }
        if result.fault_mask >> lane & 1 != 0 {
            so_far.1.get_or_insert((first + lane) as u8);
        }
    }
    let one_place = so_far.0.windows(2).all(|pair| pair[0] == pair[1]);
    assert_eq!(result.uniform, !so_far.0.is_empty() && one_place);
    assert_eq!(
        (result.fault_valid, result.fault_lane),
        (so_far.1.is_some(), so_far.1.unwrap_or(0))
    );
}

/// What a warp's result asks of memory.
fn definition(result: &PortResult<32>) -> Vec<MemoryRequest> {
    let global = (0..32).filter(|&lane| result.lanes.space[lane] == 0);
    let global = global.fold(0, |mask, lane| mask | 1 << lane);
    let sizes = [1, 1, 2, 2, 4, 8, 16, 16];
    let access = WarpAccess {
        bytes: sizes[usize::from(result.size)],
        store: result.store,
        global: result.live_mask & global,
        shared: result.shared_mask,
        address: std::array::from_fn(|lane| result.lanes.address(lane)),
    };
    coalesce(&access).requests
}

#[test]
fn units_of_every_width_agree() {
    let mut random = Random::new();
    narrow_unit_agrees::<32>(&mut random, 2000);
    narrow_unit_agrees::<16>(&mut random, 1000);
    narrow_unit_agrees::<8>(&mut random, 1000);
    narrow_unit_agrees::<4>(&mut random, 500);
    narrow_unit_agrees::<2>(&mut random, 300);
    narrow_unit_agrees::<1>(&mut random, 200);
}

#[test]
fn a_bubble_inside_a_warp_is_seen_with_the_beats_before_it() {
    // Lanes 0 to 3 are past shared memory, 4 to 15 at one place, the others elsewhere.
    let words = addresses(|lane| match lane {
        0..4 => 0xfeff_0000,
        4..16 => 0x1000,
        _ => 0x2000,
    });
    let warp = load(&words);
    let beat = |number| part::<8>(&warp, number);
    let bubble = |number| PortInputs {
        request_valid: false,
        ..beat(number)
    };
    let of_lea = PortInputs {
        access: false,
        ..bubble(1)
    };
    let mut pipeline = Pipeline::<8>::default();
    // Beats 0 and 1, in between what asks for nothing: the same place, another one,
    // an LEA.
    let row = [beat(0), bubble(1), bubble(2), of_lea, beat(1), bubble(1)];
    for inputs in &row {
        pipeline.edge(inputs);
    }
    for _ in row.len()..LATENCY {
        pipeline.edge(&bubble(1));
    }
    let mut next = || {
        let result = pipeline.result();
        let seen = (result.beat, result.uniform, result.fault_valid);
        pipeline.edge(&bubble(1));
        seen
    };
    assert_eq!(next(), (0, true, true));
    assert_eq!(next(), (1, true, true));
    assert_eq!(next(), (1, false, true));
    assert_eq!(next(), (1, false, false));
    assert_eq!(next(), (1, true, true));
    assert_eq!(next(), (2, true, true));
}

#[test]
fn a_configuration_write_does_not_interrupt_a_warp() {
    let wanted = PortInputs {
        config_valid: true,
        config_address: config_address::LOCAL_SIZE,
        config_data: 16,
        ..lea(&ZEROS)
    };
    let mut pipeline = Pipeline::<8>::default();
    assert!(pipeline.edge(&part(&lea(&ZEROS), 0)));
    // Between the beats the unit runs empty, and still the write waits.
    for _ in 0..LATENCY {
        assert!(!pipeline.config_ready());
        pipeline.edge(&part(&idle(&ZEROS), 1));
    }
    assert!(!pipeline.config_ready());
    for beat in 1..4 {
        assert!(pipeline.request_ready(true));
        assert!(pipeline.edge(&part(&wanted, beat)));
    }
    // The next warp waits for it.
    while !pipeline.config_ready() {
        assert!(!pipeline.edge(&part(&wanted, 0)));
    }
    assert!(!pipeline.edge(&part(&wanted, 0)));
    assert_eq!(pipeline.config().local_size, 16);
}
