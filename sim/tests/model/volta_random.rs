//! Random instructions from Volta on, each on a random warp, against semantics sections 3 to 5. The
//! reference works lane by lane; [`lea_random`] and [`access_random`] have its lanes.

use crate::common::Random;
use crate::common::programs::with_guard;
use crate::common::volta::{aim, one_of, space_of, vary, warp, words};
use crate::{access_random, lea_random};
use agu_model::Warp;
use agu_model::access::{AccessInput, AccessOutput, ImmediateKind, Limits};
use agu_model::lea::LeaInput;
use agu_model::value::Native;
use isa::control::AccessSpace;
use isa::decode;
use isa::instruction::volta::{Access, Lea, Source};
use isa::instruction::{AccessSize, Guard, Instruction, Operation, RZ};
use std::collections::BTreeMap;

fn is_uniform(operation: &Operation) -> bool {
    match operation {
        Operation::VoltaLea(lea) => lea.uniform,
        Operation::VoltaAccess(access) => ["ULDC", "LDCU"].contains(&access.form.mnemonic()),
        _ => false,
    }
}

fn register(warp: &Warp, uniform: bool, index: u8, lane: usize) -> u32 {
    if uniform {
        warp.uniform_register(index)
    } else {
        warp.register(index)[lane]
    }
}

fn write(warp: &mut Warp, uniform: bool, index: u8, lane: usize, value: u32) {
    if uniform {
        warp.write_uniform_register(index, value);
    } else {
        warp.write_register(index, &[value; 32], 1 << lane);
    }
}

fn holds(warp: &Warp, uniform: bool, guard: Guard, lane: usize) -> bool {
    let value = if uniform {
        warp.uniform_predicate(guard.predicate)
    } else {
        warp.predicate(guard.predicate) >> lane & 1 != 0
    };
    value != guard.inverted
}

fn lea(before: &Warp, after: &mut Warp, lea: &Lea, lane: usize) {
    let uniform = lea.uniform;
    let word = |source| match source {
        Source::Register(index) => register(before, uniform, index, lane),
        Source::Uniform(index) => before.uniform_register(index),
        Source::Immediate(number) => number,
        Source::Constant { bank, offset } => before.constant(bank, offset.into()),
        Source::Bindless { .. } => panic!("a bindless bank"),
    };
    let ra = register(before, uniform, lea.ra, lane);
    let rc = match (lea.sign_extended, ra >> 31) {
        (true, 0) => 0,
        (true, _) => u32::MAX,
        (false, _) => word(lea.upper),
    };
    let output = lea_random::reference(&LeaInput {
        volta: true,
        high: lea.high,
        negate: lea.negate,
        negate_base: lea.negate_base,
        extended: lea.extended,
        scale: lea.shift.into(),
        base: word(lea.base).into(),
        offset: u64::from(rc) << 32 | u64::from(ra),
        cc_carry: holds(before, uniform, lea.carry_in, lane),
        cc_overflow: true,
        shared_base: 0,
    });
    write(after, uniform, lea.rd, lane, output.sum as u32);
    if uniform {
        after.write_uniform_predicate(lea.carry_out, output.predicate);
    } else {
        let carry = if output.predicate { u32::MAX } else { 0 };
        after.write_predicate(lea.carry_out, carry, 1 << lane);
    }
}

fn output(warp: &Warp, access: &Access, lane: usize) -> AccessOutput<Native> {
    let space = space_of(access.form);
    let uniform = is_uniform(&Operation::VoltaAccess(*access));
    let word = |index| u64::from(register(warp, uniform, index, lane));
    let added = |index| u64::from(warp.uniform_register(index));
    let is_long = matches!(space, AccessSpace::Generic | AccessSpace::Global);
    let uniform_base = match access.uniform {
        Some(RZ) | None => 0,
        Some(first) if is_long => added(first + 1) << 32 | added(first),
        Some(first) => added(first),
    };
    let is_narrow = access.uniform.is_some() && !access.wide_base;
    let high = match access.address {
        RZ => 0,
        _ if !access.extended || is_narrow => 0,
        first => word(first + 1),
    };
    access_random::reference(&AccessInput {
        space,
        size: access.size,
        immediate_kind: match access.form.mnemonic() {
            "LDC" | "ULDC" => ImmediateKind::Word16,
            _ => ImmediateKind::Word,
        },
        immediate: access.offset as u32,
        extended: access.extended,
        absolute: access.address == RZ,
        base_word: is_narrow,
        base: high << 32 | word(access.address),
        scale: access.scale.into(),
        index: word(access.address) as u32,
        uniform_added: access.uniform.is_some(),
        uniform_base,
        plg: false,
        steer_by_window: true,
        limits: Limits::of_bank(warp.config(), access.bank),
        misaligned_is_error: warp.config().misaligned_is_error,
    })
}

/// Executes a lane of an access. Returns its fault, and its EA.
fn access(before: &Warp, after: &mut Warp, access: &Access, lane: usize) -> Option<(u32, u64)> {
    let uniform = is_uniform(&Operation::VoltaAccess(*access));
    let output = output(before, access, lane);
    let (space, address, fault) = (output.space, output.address, output.fault);
    let is_live = [0, 3].contains(&fault);
    let bytes = access.size.bytes() as usize;
    let index = |byte: usize| access.data.saturating_add(byte as u8 / 4);
    let live = (0..bytes).filter(|_| is_live);
    let places = live.map(|byte| (byte, address + byte as u64));
    if access.form.mnemonic().starts_with("ST") {
        for (byte, place) in places {
            let word = before.register(index(byte))[lane];
            let memory = after.memory.space(space as u8, lane).expect("a memory");
            memory.store(place, word.to_le_bytes()[byte % 4]);
        }
    } else {
        let mut data = [0; 16];
        for (byte, place) in places {
            let mut memory = before.memory.clone();
            data[byte] = match memory.space(space as u8, lane) {
                Some(memory) => memory.byte(place),
                None => before.constants.byte(access.bank.into(), place),
            };
        }
        let is_signed = [AccessSize::S8, AccessSize::S16].contains(&access.size);
        if is_signed && data[bytes - 1] >= 0x80 {
            data[bytes..4].fill(0xff);
        }
        for byte in (0..bytes.max(4)).step_by(4) {
            let word = u32::from_le_bytes([0, 1, 2, 3].map(|place| data[byte + place]));
            write(after, uniform, index(byte), lane, word);
        }
    }
    (fault != 0).then_some((fault, output.ea))
}

/// The warp after an instruction, the lanes that executed, and faults.
type Expected = (Warp, u32, Vec<(u8, u32, u64)>);

fn expected(before: &Warp, instruction: &Instruction) -> Expected {
    let Instruction { guard, operation } = instruction;
    let uniform = is_uniform(operation);
    let mut after = before.clone();
    let (mut execute, mut faults) = (0, Vec::new());
    for lane in 0..if uniform { 1 } else { 32 } {
        let spared = match operation {
            Operation::VoltaAccess(it) => ["ST", "STG"].contains(&it.form.mnemonic()),
            _ => false,
        };
        let takes_part =
            before.active_mask >> lane & 1 != 0 && !(spared && before.helper_mask >> lane & 1 != 0);
        if !(uniform || takes_part) || !holds(before, uniform, *guard, lane) {
            continue;
        }
        execute |= 1 << lane;
        match operation {
            Operation::VoltaLea(it) => lea(before, &mut after, it, lane),
            Operation::VoltaAccess(it) => {
                let fault = access(before, &mut after, it, lane);
                faults.extend(fault.map(|(kind, ea)| (lane as u8, kind, ea)));
            }
            other => panic!("{other:?}"),
        }
    }
    (after, execute, faults)
}

#[test]
fn random_instructions_agree_with_the_reference() {
    let (mut random, words) = (Random::new(), words());
    let mut met: BTreeMap<&str, (u32, usize)> = BTreeMap::new();
    for _ in 0..12_000 {
        let (isa, word) = one_of(&mut random, &words);
        let Ok(instruction) = decode(isa, vary(&mut random, word)) else {
            continue;
        };
        let mut warp = warp(&mut random, isa);
        let name = match &instruction.operation {
            Operation::VoltaAccess(access) => {
                aim(&mut random, &mut warp, access);
                access.form.mnemonic()
            }
            _ => "LEA",
        };
        let (after, execute, faults) = expected(&warp, &instruction);
        let step = warp.step(&with_guard(instruction.operation, instruction.guard));
        assert!(step.result.is_some(), "{instruction:x?}");
        assert_eq!(step.execute(), execute, "{instruction:x?}");
        let found = step.faults.iter();
        let found = found.map(|it| (it.lane, it.kind as u32, it.ea));
        let listed = faults.iter();
        let listed = listed.map(|&(lane, kind, ea)| (Some(lane), kind, Some(ea)));
        assert!(
            found.eq(listed),
            "{:x?} {faults:x?} {instruction:x?}",
            step.faults
        );
        assert!(warp == after, "{instruction:x?}");
        let (lanes, of_faults) = met.entry(name).or_default();
        *lanes += execute.count_ones();
        *of_faults += faults.len();
    }
    for (name, (lanes, faults)) in &met {
        let rare = if *name == "LEA" { 0 } else { 20 };
        assert!(*lanes > 100 && *faults >= rare, "{name}: {met:?}");
    }
    assert_eq!(met.len(), 12, "{met:?}");
}
