//! Accesses on random inputs near every edge, against semantics sections 4 and 5 in
//! another notation: integers that do not wrap, remainders and ranges.

use crate::common::Random;
use crate::common::accesses::{self, SPACES};
use isa::control::{AccessSpace, FaultCode, SpaceCode};
use sim::access::{AccessInput, AccessOutput, ImmediateKind, access};
use sim::access_lanes::{AccessControl, AccessLaneOperands, AccessMasks, access_lanes};
use sim::value::Native;
use sim::{AccessOperands, LaneResults};

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

/// One lane of the loop that all lanes share but for their operands.
struct Warp {
    control: AccessControl,
    base_lo: [u32; 32],
    base_hi: [u32; 32],
    plg: u32,
    execute: u32,
}

fn warp(random: &mut Random) -> Warp {
    let shared = accesses::input(random);
    let bases: [u64; 32] = std::array::from_fn(|_| match random.u32() % 4 {
        0 => shared.base,
        1 => shared.base.wrapping_add(u64::from(random.u32() % 64)),
        _ => accesses::base(random, &shared),
    });
    Warp {
        control: AccessControl {
            space: shared.space,
            size: shared.size,
            store: random.bit(),
            extended: shared.extended,
            absolute: shared.absolute,
            immediate_kind: shared.immediate_kind,
            immediate: shared.immediate,
            steer_by_window: shared.steer_by_window,
            limits: shared.limits,
            misaligned_is_error: shared.misaligned_is_error,
        },
        base_lo: bases.map(|base| base as u32),
        base_hi: bases.map(|base| (base >> 32) as u32),
        plg: random.u32(),
        execute: if random.bit() { random.u32() } else { u32::MAX },
    }
}

impl Warp {
    fn lane(&self, lane: usize) -> AccessOutput<Native> {
        let control = &self.control;
        access(AccessInput {
            space: control.space,
            size: control.size,
            immediate_kind: control.immediate_kind,
            immediate: control.immediate,
            extended: control.extended,
            absolute: control.absolute,
            base: u64::from(self.base_hi[lane]) << 32 | u64::from(self.base_lo[lane]),
            plg: self.plg >> lane & 1 != 0,
            steer_by_window: control.steer_by_window,
            limits: control.limits.clone(),
            misaligned_is_error: control.misaligned_is_error,
        })
    }
}

#[test]
fn the_loop_over_lanes_is_the_function_of_one_lane() {
    let mut random = Random::new();
    let mut uniform = 0;
    for _ in 0..20_000 {
        let warp = warp(&mut random);
        let mut results = LaneResults {
            cc: [15; 32],
            ..LaneResults::default()
        };
        let operands = AccessLaneOperands {
            base_lo: &warp.base_lo,
            base_hi: &warp.base_hi,
            plg: warp.plg,
            execute: warp.execute,
        };
        let masks = access_lanes(&warp.control, operands, &mut results);
        let mut expected = LaneResults::default();
        let mut expected_masks = AccessMasks::default();
        let mut places = std::collections::HashSet::new();
        for lane in 0..32 {
            let output = warp.lane(lane);
            let executes = warp.execute >> lane & 1 != 0;
            let mark = |mask: &mut u32, holds: bool| *mask |= u32::from(holds) << lane;
            let live = executes && [0, 3].contains(&output.fault);
            mark(&mut expected_masks.live, live);
            mark(&mut expected_masks.shared, live && output.space == 1);
            mark(&mut expected_masks.fault, executes && output.fault != 0);
            mark(
                &mut expected_masks.misaligned,
                executes && output.misaligned,
            );
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
        assert_eq!((masks, &results), (expected_masks, &expected));

        let operands = AccessOperands {
            base_lo: warp.base_lo,
            base_hi: warp.base_hi,
            plg: warp.plg,
        };
        let results = operands.compute(&warp.control, warp.execute);
        let first_fault = (0..32).find(|lane| masks.fault >> lane & 1 != 0);
        assert_eq!(results.lanes, expected);
        assert_eq!(results.execute, warp.execute);
        assert_eq!(
            (
                results.live,
                results.shared,
                results.misaligned,
                results.fault
            ),
            (masks.live, masks.shared, masks.misaligned, masks.fault)
        );
        assert_eq!(results.first_fault, first_fault);
        assert_eq!(results.uniform, places.len() == 1);
        uniform += u32::from(results.uniform);
    }
    assert!(uniform > 1000, "{uniform} warps are uniform");
}
