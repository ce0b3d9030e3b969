//! Accesses on random inputs near every edge, against semantics sections 4 and 5. The
//! reference has another notation: integers that do not wrap, remainders and ranges.

use crate::common::Random;
use crate::common::accesses;
use agu_model::access::{AccessInput, AccessOutput, ImmediateKind, SPACES, access};
use agu_model::pipeline::respond;
use agu_model::value::Native;
use agu_model::{Inputs, Outputs, WarpConfig};
use isa::control::{AccessSpace, FaultCode, SpaceCode};

const WORD: i128 = 1 << 32;
const LONG: i128 = 1 << 64;
const WINDOW: i128 = 1 << 24;

/// Sections 4 and 5 in integers without a width.
pub fn reference(input: &AccessInput<Native>) -> AccessOutput<Native> {
    let (bits, signed) = match input.immediate_kind {
        ImmediateKind::Word => (32, false),
        ImmediateKind::Word24 => (24, !input.absolute),
        ImmediateKind::Unsigned16 => (16, false),
        ImmediateKind::Word16 => (16, !input.absolute),
    };
    let field = i128::from(input.immediate) % (1 << bits);
    let imm32 = if signed && field >= 1 << (bits - 1) {
        field - (1 << bits) + WORD
    } else {
        field
    };
    let base = i128::from(input.base);
    let ea = if input.absolute {
        imm32
    } else if input.extended {
        let immediate = if imm32 >= WORD / 2 {
            imm32 - WORD
        } else {
            imm32
        };
        (base + immediate).rem_euclid(LONG)
    } else {
        (base + imm32) % WORD
    };

    let limits = &input.limits;
    let inside = |first: u64| (i128::from(first)..i128::from(first) + WINDOW).contains(&ea);
    let (in_shared, in_local) = (inside(limits.shared_base), inside(limits.local_base));
    let plg = if input.steer_by_window {
        !in_shared
    } else {
        input.plg
    };
    let (space, offset, size, outside_window) = match input.space {
        AccessSpace::Generic => match (plg, in_shared, in_local) {
            (false, true, _) => (SpaceCode::Shared, ea % WINDOW, limits.shared_size, false),
            (false, false, _) => (SpaceCode::Global, ea, 0, true),
            (true, _, true) => (SpaceCode::Local, ea % WINDOW, limits.local_size, false),
            (true, true, false) => (SpaceCode::Global, ea, 0, true),
            (true, false, false) => (SpaceCode::Global, ea, limits.global_limit, false),
        },
        AccessSpace::Global => (SpaceCode::Global, ea, limits.global_limit, false),
        AccessSpace::Shared => (SpaceCode::Shared, ea, limits.shared_size, false),
        AccessSpace::Local => (SpaceCode::Local, ea, limits.local_size, false),
        AccessSpace::Constant => (SpaceCode::Constant, ea, limits.const_size, false),
    };
    let n = i128::from(input.size.bytes());
    let address = offset - offset % n;
    let misaligned = address != offset;
    let fault = if outside_window {
        FaultCode::OutsideWindow
    } else if address + n > i128::from(size) {
        FaultCode::OutsideAllocation
    } else if misaligned && input.misaligned_is_error {
        FaultCode::Misaligned
    } else {
        FaultCode::None
    };
    let block = address - address % 16;
    let bytes = (0..16).filter(|byte| (address..address + n).contains(&(block + byte)));
    AccessOutput {
        ea: ea as u64,
        address: address as u64,
        byte_enable: bytes.fold(0, |mask, byte| mask | 1 << byte),
        space: space as u32,
        misaligned,
        fault: fault as u32,
        lock_index: (address / 4 % 256) as u32,
    }
}

#[test]
fn random_lanes_agree_with_the_reference() {
    let mut random = Random::new();
    let mut faults = [[0; 4]; 5];
    let mut spaces = [0; 4];
    for _ in 0..400_000 {
        let input = accesses::input(&mut random);
        let output = access(input.clone());
        assert_eq!(output, reference(&input), "{input:x?}");
        faults[input.space as usize][output.fault as usize] += 1;
        spaces[output.space as usize] += 1;
    }
    for (space, counts) in SPACES.iter().zip(&faults) {
        for (kind, &count) in counts.iter().enumerate() {
            let cannot =
                kind == FaultCode::OutsideWindow as usize && *space != AccessSpace::Generic;
            assert!(cannot || count > 500, "{space:?}: {counts:?}");
        }
    }
    assert!(spaces.iter().all(|&count| count > 5000), "{spaces:?}");
}

/// A load or a store of a warp at the ports, whose lanes differ in their operands. `alone` has the
/// inputs that they share.
struct Warp {
    alone: AccessInput<Native>,
    operands: Inputs,
    store: bool,
    plg: u32,
    execute: u32,
}

fn warp(random: &mut Random) -> Warp {
    let alone = accesses::input(random);
    let bases: [u64; 32] = std::array::from_fn(|_| match random.u32() % 4 {
        0 => alone.base,
        1 => alone.base.wrapping_add(u64::from(random.u32() % 64)),
        _ => accesses::base(random, &alone),
    });
    Warp {
        alone,
        operands: Inputs {
            base_lo: bases.map(|base| base as u32),
            base_hi: bases.map(|base| (base >> 32) as u32),
            ..Inputs::idle()
        },
        store: random.bit(),
        plg: random.u32(),
        execute: if random.bit() { random.u32() } else { u32::MAX },
    }
}

impl Warp {
    fn lane(&self, lane: usize) -> AccessOutput<Native> {
        let (high, low) = (self.operands.base_hi[lane], self.operands.base_lo[lane]);
        access(AccessInput {
            base: u64::from(high) << 32 | u64::from(low),
            plg: self.plg >> lane & 1 != 0,
            ..self.alone.clone()
        })
    }

    fn at_the_ports(&self) -> Outputs {
        let alone = &self.alone;
        let limits = &alone.limits;
        let mut config = WarpConfig {
            shared_base: limits.shared_base,
            local_base: limits.local_base,
            shared_size: limits.shared_size as u32,
            local_size: limits.local_size as u32,
            global_limit: limits.global_limit,
            misaligned_is_error: alone.misaligned_is_error,
            ..WarpConfig::default()
        };
        config.const_size[17] = limits.const_size as u32;
        let inputs = Inputs {
            access: 1,
            extended: alone.extended.into(),
            store: self.store.into(),
            access_space: alone.space as u8,
            access_size: alone.size.code(),
            address_register: if alone.absolute { 255 } else { 254 },
            immediate: alone.immediate,
            immediate_kind: alone.immediate_kind as u8,
            bank: 17,
            steer_by_window: alone.steer_by_window.into(),
            active_mask: self.execute,
            steering_mask: self.plg,
            ..self.operands.clone()
        };
        respond(&inputs, &config)
    }
}

#[test]
fn a_warp_is_32_lanes() {
    let mut random = Random::new();
    let mut uniform = 0;
    for _ in 0..20_000 {
        let warp = warp(&mut random);
        let result = warp.at_the_ports();
        let mut expected = Outputs {
            result_valid: 1,
            result_last: 1,
            result_access: 1,
            result_store: warp.store.into(),
            result_size: warp.alone.size.code(),
            result_predicate: 7,
            result_destination: 255,
            execute_mask: warp.execute,
            ..Outputs::default()
        };
        let mut places = std::collections::HashSet::new();
        for lane in 0..32 {
            let output = warp.lane(lane);
            let executes = warp.execute >> lane & 1 != 0;
            let mark = |mask: &mut u32, holds: bool| *mask |= u32::from(holds) << lane;
            let live = executes && [0, 3].contains(&output.fault);
            mark(&mut expected.live_mask, live);
            mark(&mut expected.shared_mask, live && output.space == 1);
            mark(&mut expected.fault_mask, executes && output.fault != 0);
            mark(&mut expected.misaligned_mask, executes && output.misaligned);
            expected.sum_lo[lane] = output.ea as u32;
            expected.sum_hi[lane] = (output.ea >> 32) as u32;
            expected.address_lo[lane] = output.address as u32;
            expected.address_hi[lane] = (output.address >> 32) as u8;
            expected.byte_enable[lane] = output.byte_enable as u16;
            expected.space[lane] = output.space as u8;
            expected.fault[lane] = if executes { output.fault as u8 } else { 0 };
            expected.lock_index[lane] = output.lock_index as u8;
            if live {
                places.insert((output.space, output.address));
            }
        }
        let first_fault = (0..32).find(|lane| expected.fault_mask >> lane & 1 != 0);
        expected.fault_valid = first_fault.is_some().into();
        expected.fault_lane = first_fault.unwrap_or(0);
        expected.uniform = (places.len() == 1).into();
        assert_eq!(result, expected);
        uniform += u32::from(result.uniform);
    }
    assert!(uniform > 1000, "{uniform} warps are uniform");
}
