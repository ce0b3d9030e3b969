//! One lane alone, as proofs instantiate it, gives what the native loops over lanes give.

use crate::common::Random;
use crate::common::ports::{ZEROS, idle, part};
use agu_model::WarpConfig;
use agu_model::access::{AccessMasks, Limits, SPACES};
use agu_model::pipeline::lane::{Family, LaneRequest, LaneResult, lane_result};
use agu_model::pipeline::{LATENCY, Pipeline, PortInputs, PortResult};
use agu_model::results::LaneValues;
use agu_model::value::Native;
use isa::control::config_address;
use isa::instruction::AccessSize;

/// A beat of one lane, often near the windows' edges.
fn request(random: &mut Random) -> LaneRequest<Native> {
    let near = [0, 0x1000, 0xfe00_0000, 0xfe00_c000, 0xff00_0000][random.u32() as usize % 5];
    let kind = random.u32() % 4;
    let immediate = random.word() >> [0, 8, 16, 16][kind as usize];
    let base_lo = if random.bit() {
        near + random.u32() % 64
    } else {
        random.word()
    };
    let config = WarpConfig::default();
    LaneRequest {
        lane: 0,
        extended: random.bit(),
        lane_mask: random.u32() % 16,
        destination: [0, 255, 256][random.u32() as usize % 3],
        negate: random.bit(),
        scale: random.u32() % 32,
        write_cc: random.bit(),
        predicate: random.u32() % 8,
        store: random.bit(),
        address_register: [0, 99, 100, 254, 255][random.u32() as usize % 5],
        immediate,
        immediate_kind: kind,
        steer_by_window: random.bit(),
        absolute: random.bit(),
        exec_size: random.u32() % 8,
        channel_mask: random.u32() % 16,
        execution_mask: random.u32(),
        active: random.bit(),
        guard: random.bit(),
        helper: random.bit(),
        steering: random.bit(),
        carry_in: random.bit(),
        overflow_in: random.bit(),
        base_lo,
        base_hi: if random.bit() { 0 } else { random.word() },
        offset_lo: random.word(),
        offset_hi: random.word(),
        limits: Limits::of_bank(&config, 0),
        register_count: 100,
        misaligned_is_error: random.bit(),
    }
}

fn family(random: &mut Random) -> Family {
    match random.u32() % 4 {
        0 => Family::Lea { high: random.bit() },
        1 => Family::AddrAdd,
        _ => Family::Access {
            space: SPACES[random.u32() as usize % 5],
            size: AccessSize::ALL[random.u32() as usize % 8],
        },
    }
}

/// What a unit of one lane gives for the last of `beats` equal beats.
fn of_pipeline(family: Family, request: &LaneRequest<Native>, beats: usize) -> PortResult<1> {
    let mut words = ZEROS;
    words.base_lo = [request.base_lo; 32];
    words.base_hi = [request.base_hi; 32];
    words.offset_lo = [request.offset_lo; 32];
    words.offset_hi = [request.offset_hi; 32];
    let mask = |bit: bool| if bit { u32::MAX } else { 0 };
    let (access_space, access_size) = match family {
        Family::Access { space, size } => (space as u8, size.code()),
        _ => (0, 0),
    };
    let inputs = PortInputs {
        request_valid: true,
        access: matches!(family, Family::Access { .. }),
        address_add: family == Family::AddrAdd,
        high: family == Family::Lea { high: true },
        extended: request.extended,
        lane_mask: request.lane_mask as u8,
        destination: request.destination as u16,
        negate: request.negate,
        absolute: request.absolute,
        scale: request.scale as u8,
        write_cc: request.write_cc,
        predicate: request.predicate as u8,
        store: request.store,
        access_space,
        access_size,
        address_register: request.address_register as u8,
        immediate: request.immediate,
        immediate_kind: request.immediate_kind as u8,
        steer_by_window: request.steer_by_window,
        exec_size: request.exec_size as u8,
        channel_mask: request.channel_mask as u8,
        execution_mask: request.execution_mask,
        active_mask: mask(request.active),
        guard_mask: mask(request.guard),
        helper_mask: mask(request.helper),
        steering_mask: mask(request.steering),
        carry_in: mask(request.carry_in),
        overflow_in: mask(request.overflow_in),
        ..idle(&words)
    };
    let mut pipeline = Pipeline::<1>::default();
    let set = |pipeline: &mut Pipeline<1>, address, data| {
        pipeline.edge(&PortInputs {
            config_valid: true,
            config_address: address,
            config_data: data,
            ..part(&idle(&ZEROS), 0)
        });
    };
    set(
        &mut pipeline,
        config_address::REGISTER_COUNT,
        request.register_count.into(),
    );
    set(
        &mut pipeline,
        config_address::MISALIGNED_IS_ERROR,
        request.misaligned_is_error.into(),
    );
    for beat in 0..beats {
        assert!(pipeline.edge(&part(&inputs, beat)));
    }
    for _ in 1..LATENCY {
        pipeline.edge(&part(&idle(&ZEROS), 0));
    }
    pipeline.result().clone()
}

fn as_lane(result: &PortResult<1>) -> LaneResult<Native> {
    let lanes = &result.lanes;
    LaneResult {
        rd_write: result.rd_write != 0,
        predicate_write: result.predicate_write != 0,
        cc_write: result.cc_write != 0,
        execute: result.execute_mask != 0,
        access: AccessMasks {
            live: result.live_mask != 0,
            shared: result.shared_mask != 0,
            fault: result.fault_mask != 0,
            misaligned: result.misaligned_mask != 0,
        },
        lanes: LaneValues {
            sum: lanes.sum(0),
            cc: lanes.cc[0].into(),
            address: lanes.address(0),
            byte_enable: lanes.byte_enable[0].into(),
            space: lanes.space[0].into(),
            fault: lanes.fault[0].into(),
            lock_index: lanes.lock_index[0].into(),
        },
    }
}

#[test]
fn the_lane_is_the_pipelines() {
    let mut random = Random::new();
    for _ in 0..20_000 {
        let family = family(&mut random);
        let beats = 1 + random.u32() as usize % 32;
        let mut request = request(&mut random);
        request.lane = beats as u32 - 1;
        let expected = as_lane(&of_pipeline(family, &request, beats));
        let got = lane_result(family, request);
        assert_eq!(got, expected, "{family:?}, beat {}", beats - 1);
    }
}
