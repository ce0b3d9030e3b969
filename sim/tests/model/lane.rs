//! One lane alone, as proofs instantiate it, has the results of the native loops over lanes.

use crate::common::Random;
use crate::common::ports::RandomWarp;
use agu_model::access::{AccessMasks, Limits, SPACES};
use agu_model::pipeline::lane::{Family, LaneRequest, LaneResult, lane_result};
use agu_model::pipeline::respond;
use agu_model::results::LaneValues;
use agu_model::value::Native;
use agu_model::{Inputs, Outputs, WarpConfig};
use isa::instruction::AccessSize;

fn family(inputs: &Inputs) -> Family {
    match (inputs.access, inputs.address_add) {
        (1, _) => Family::Access {
            space: SPACES[usize::from(inputs.access_space)],
            size: AccessSize::ALL[usize::from(inputs.access_size)],
        },
        (_, 1) => Family::AddrAdd,
        _ => Family::Lea {
            high: inputs.high != 0,
        },
    }
}

macro_rules! of_inputs {
    (
        bits { $($bit:ident)* } words { $($word:ident)* } longs { $($long:ident)* }
        masks { $($mask:ident)* } operands { $($operand:ident)* }
    ) => {
        fn request(inputs: &Inputs, config: &WarpConfig, lane: usize) -> LaneRequest<Native> {
            LaneRequest {
                lane: lane as u32,
                $($bit: inputs.$bit != 0,)*
                $($word: inputs.$word.into(),)*
                $($long: inputs.$long,)*
                $($mask: inputs.$mask >> lane & 1 != 0,)*
                $($operand: inputs.$operand[lane],)*
                limits: Limits::of_bank(config, inputs.bank),
                register_count: config.register_count.into(),
                misaligned_is_error: config.misaligned_is_error,
            }
        }
    };
}

agu_model::request_ports!(of_inputs);

fn lane_of(result: &Outputs, lane: usize) -> LaneResult<Native> {
    let bit = |mask: u32| mask >> lane & 1 != 0;
    LaneResult {
        rd_write: bit(result.rd_write),
        predicate_write: bit(result.predicate_write),
        cc_write: bit(result.cc_write),
        execute: bit(result.execute_mask),
        access: AccessMasks {
            live: bit(result.live_mask),
            shared: bit(result.shared_mask),
            fault: bit(result.fault_mask),
            misaligned: bit(result.misaligned_mask),
        },
        lanes: LaneValues {
            sum: result.sum(lane),
            cc: result.cc[lane].into(),
            address: result.address(lane),
            byte_enable: result.byte_enable[lane].into(),
            space: result.space[lane].into(),
            fault: result.fault[lane].into(),
            lock_index: result.lock_index[lane].into(),
        },
    }
}

#[test]
fn the_lane_is_the_ports() {
    let mut random = Random::new();
    for _ in 0..2_000 {
        let warp = RandomWarp::random(&mut random);
        let inputs = warp.inputs();
        let config = WarpConfig {
            register_count: 100,
            misaligned_is_error: random.bit(),
            ..WarpConfig::default()
        };
        let result = respond(&inputs, &config);
        for lane in 0..32 {
            let expected = lane_of(&result, lane);
            let got = lane_result(family(&inputs), request(&inputs, &config, lane));
            assert_eq!(got, expected, "lane {lane} of {inputs:x?}");
        }
    }
}
