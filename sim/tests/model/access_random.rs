//! Accesses on random inputs near every edge, against semantics sections 4 and 5. The
//! reference has another notation: integers that do not wrap, remainders and ranges.

use crate::common::Random;
use crate::common::accesses;
use agu_model::access::{AccessInput, AccessOutput, ImmediateKind, SPACES, access};
use agu_model::value::Native;
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
    let base = if input.absolute {
        0
    } else if input.scale > 0 {
        i128::from(input.index) * 2_i128.pow(input.scale) % WORD
    } else if input.base_word || !input.extended {
        base % WORD
    } else {
        base
    };
    let added = if input.uniform_added {
        i128::from(input.uniform_base)
    } else {
        0
    };
    let immediate = if imm32 >= WORD / 2 {
        imm32 - WORD
    } else {
        imm32
    };
    // An absolute address of 64 bits without a uniform register has a positive immediate.
    let is_long = input.extended && (input.uniform_added || !input.absolute);
    let ea = (base + added + immediate).rem_euclid(if is_long { LONG } else { WORD });

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
