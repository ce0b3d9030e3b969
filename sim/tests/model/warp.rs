//! Warps at the ports, LEAs and accesses with any masks: each lane has the results of the references.

use crate::common::ports::RandomWarp;
use crate::common::{Random, accesses};
use crate::{access_random, lea_random};
use agu_model::access::{AccessInput, ImmediateKind, Limits, SPACES};
use agu_model::lea::LeaInput;
use agu_model::pipeline::respond;
use agu_model::{Inputs, Outputs, WarpConfig};
use isa::instruction::AccessSize;
use std::collections::HashSet;

/// The default configuration, whose windows the warps are near to, or any legal one.
fn config(random: &mut Random) -> WarpConfig {
    let limits = accesses::limits(random);
    let register_count = [100, 255][random.u32() as usize % 2];
    let misaligned_is_error = random.bit();
    let default = WarpConfig {
        register_count,
        misaligned_is_error,
        ..WarpConfig::default()
    };
    if random.bit() {
        return default;
    }
    WarpConfig {
        shared_base: limits.shared_base,
        local_base: limits.local_base,
        shared_size: limits.shared_size as u32,
        local_size: limits.local_size as u32,
        global_limit: limits.global_limit,
        const_size: default.const_size.map(|_| random.u32() % 0x1_0001),
        ..default
    }
}

fn long(hi: u32, lo: u32) -> u64 {
    u64::from(hi) << 32 | u64::from(lo)
}

/// An LEA or an access of a warp, by its lanes.
fn expected(inputs: &Inputs, config: &WarpConfig) -> Outputs {
    let selected = (0..32)
        .filter(|lane| inputs.lane_mask >> (lane % 4) & 1 != 0)
        .fold(0, |mask, lane| mask | 1 << lane);
    let (is_access, is_store) = (inputs.access != 0, inputs.store != 0);
    // Helper lanes store nothing to generic and global memory.
    let skipped = if is_access && is_store && inputs.access_space < 2 {
        inputs.helper_mask
    } else {
        0
    };
    let execute = inputs.active_mask & inputs.guard_mask & selected & !skipped;
    let written = |is_written: bool| if is_written && !is_access { execute } else { 0 };
    let mut expected = Outputs {
        result_valid: 1,
        result_last: 1,
        result_access: inputs.access,
        result_store: inputs.store,
        result_size: inputs.access_size,
        result_predicate: inputs.predicate,
        result_destination: inputs.destination,
        result_element: inputs.element,
        rd_write: written(inputs.destination != 255),
        predicate_write: written(inputs.predicate != 7),
        cc_write: written(inputs.write_cc != 0),
        execute_mask: execute,
        ..Outputs::default()
    };
    let mut places = HashSet::new();
    for lane in 0..32 {
        let bit = |mask: u32| mask >> lane & 1 != 0;
        let base = long(inputs.base_hi[lane], inputs.base_lo[lane]);
        if !is_access {
            let output = lea_random::reference(&LeaInput {
                volta: inputs.volta != 0,
                negate_base: inputs.negate_base != 0,
                high: inputs.high != 0,
                negate: inputs.negate != 0,
                extended: inputs.extended != 0,
                scale: inputs.scale.into(),
                base,
                offset: long(inputs.offset_hi[lane], inputs.offset_lo[lane]),
                cc_carry: bit(inputs.carry_in),
                cc_overflow: bit(inputs.overflow_in),
                shared_base: config.shared_base,
            });
            let flags = [output.carry_lo, output.zero, output.sign, output.predicate];
            expected.cc[lane] = (0..4).map(|bit| u8::from(flags[bit]) << bit).sum();
            expected.sum_lo[lane] = output.sum as u32;
            expected.address_lo[lane] = output.sum as u32;
            expected.lock_index[lane] = (output.sum / 4 % 256) as u8;
            continue;
        }
        let (register, volta) = (inputs.address_register, inputs.volta != 0);
        let output = access_random::reference(&AccessInput {
            space: SPACES[usize::from(inputs.access_space)],
            size: AccessSize::ALL[usize::from(inputs.access_size)],
            immediate_kind: ImmediateKind::ALL[usize::from(inputs.immediate_kind)],
            immediate: inputs.immediate,
            extended: inputs.extended != 0,
            absolute: register == 255
                || !volta && inputs.access_space < 2 && register >= config.register_count,
            base_word: volta && inputs.base_word != 0,
            base,
            scale: if volta { inputs.scale.into() } else { 0 },
            index: inputs.offset_lo[lane],
            uniform_added: volta && inputs.uniform_added != 0,
            uniform_base: inputs.uniform_base,
            plg: bit(inputs.steering_mask),
            steer_by_window: inputs.steer_by_window != 0,
            limits: Limits::of_bank(config, inputs.bank),
            misaligned_is_error: config.misaligned_is_error,
        });
        let mark = |mask: &mut u32, holds: bool| *mask |= u32::from(holds) << lane;
        let live = bit(execute) && [0, 3].contains(&output.fault);
        mark(&mut expected.live_mask, live);
        mark(&mut expected.shared_mask, live && output.space == 1);
        mark(&mut expected.fault_mask, bit(execute) && output.fault != 0);
        mark(
            &mut expected.misaligned_mask,
            bit(execute) && output.misaligned,
        );
        expected.sum_lo[lane] = output.ea as u32;
        expected.sum_hi[lane] = (output.ea >> 32) as u32;
        expected.address_lo[lane] = output.address as u32;
        expected.address_hi[lane] = (output.address >> 32) as u32 & 0x1_ffff;
        expected.byte_enable[lane] = output.byte_enable as u16;
        expected.space[lane] = output.space as u8;
        expected.fault[lane] = if bit(execute) { output.fault as u8 } else { 0 };
        expected.lock_index[lane] = output.lock_index as u8;
        if live {
            places.insert((output.space, output.address));
        }
    }
    let first_fault = (0..32).find(|lane| expected.fault_mask >> lane & 1 != 0);
    expected.fault_valid = first_fault.is_some().into();
    expected.fault_lane = first_fault.unwrap_or(0);
    expected.uniform = (places.len() == 1).into();
    expected
}

#[test]
fn a_warp_is_32_lanes() {
    let mut random = Random::new();
    let (mut uniform, mut faults) = (0, 0);
    for _ in 0..40_000 {
        let inputs = Inputs {
            address_add: 0,
            destination: [0, 9, 255, 256][random.u32() as usize % 4],
            ..RandomWarp::random(&mut random).inputs()
        };
        let config = config(&mut random);
        let result = respond(&inputs, &config);
        assert_eq!(result, expected(&inputs, &config), "{inputs:x?}");
        uniform += u32::from(result.uniform);
        faults += u32::from(result.fault_valid);
    }
    assert!(uniform > 500 && faults > 5000, "{uniform} {faults}");
}
