//! Random loads, stores and locks one after the other, against semantics sections 4, 5 and 8. The
//! reference works lane by lane and byte by byte, in maps.

use crate::access_random::reference;
use crate::common::Random;
use crate::common::programs::with_guard;
use agu_model::access::{AccessInput, AccessOutput, ImmediateKind, Limits};
use agu_model::value::Native;
use agu_model::{Bytes, ConfigError, FaultKind, Warp, WarpConfig};
use isa::control::{AccessSpace, FaultCode, SpaceCode};
use isa::instruction::{
    Access, AccessForm, AccessSize, Guard, Immediate, Operation, PT, RZ, Steering,
};
use std::collections::{BTreeMap, BTreeSet};

/// Registers of the programs; the last ones count as none for generic and global accesses.
const REGISTERS: u8 = 24;
const REGISTER_COUNT: u8 = 20;
const BASE: u8 = 2;
const WIDE_BASE: u8 = 4;
const NOT_ALLOWED: u8 = 22;

/// Guard, Plg and lock predicate.
const GUARD: u8 = 0;
const PLG: u8 = 1;
const LOCK: u8 = 2;

const BANK_BYTES: u32 = 72;

type Output = AccessOutput<Native>;

/// State of a warp in the terms of the specification.
struct Reference {
    config: WarpConfig,
    registers: Vec<[u32; 32]>,
    predicates: [u32; 7],
    /// Bytes by space, lane (0 but for local memory) and address.
    bytes: BTreeMap<(u32, usize, u64), u8>,
    locks: BTreeSet<(bool, u32)>,
}

/// Contents of a constant bank.
fn constant(bank: u8, offset: u64) -> u8 {
    (offset as u8).wrapping_mul(37) ^ bank.wrapping_mul(91) ^ 0x80
}

fn space_of(form: AccessForm) -> AccessSpace {
    match form.mnemonic() {
        "LDG" | "STG" => AccessSpace::Global,
        "LDL" | "STL" => AccessSpace::Local,
        "LDS" | "STS" | "LDSLK" | "STSUL" => AccessSpace::Shared,
        "LDC" => AccessSpace::Constant,
        _ => AccessSpace::Generic,
    }
}

/// Returns whether a fault suppresses the access: two kinds do.
fn is_suppressed(output: &Output) -> bool {
    [FaultCode::OutsideWindow, FaultCode::OutsideAllocation]
        .map(|fault| fault as u32)
        .contains(&output.fault)
}

impl Reference {
    fn register(&self, index: u8, lane: usize) -> u32 {
        let register = self.registers.get(usize::from(index));
        register.map_or(0, |lanes| lanes[lane])
    }

    fn output(&self, access: &Access, lane: usize) -> Output {
        let space = space_of(access.form);
        let limited = matches!(space, AccessSpace::Generic | AccessSpace::Global);
        let none = access.address == RZ || limited && access.address >= REGISTER_COUNT;
        let low = u64::from(self.register(access.address, lane));
        let high = u64::from(self.register(access.address.wrapping_add(1), lane));
        let plg = match access.steering {
            Steering::Predicate(PT) | Steering::Window => true,
            Steering::Predicate(index) => self.predicates[usize::from(index)] >> lane & 1 != 0,
        };
        reference(&AccessInput {
            space,
            size: access.size,
            immediate_kind: ImmediateKind::ALL[usize::from(access.immediate.code())],
            immediate: access.immediate.bits(),
            extended: access.extended,
            absolute: none,
            base_word: false,
            base: if access.extended {
                high << 32 | low
            } else {
                low
            },
            scale: 0,
            index: 0,
            uniform_added: false,
            uniform_base: 0,
            plg,
            steer_by_window: access.steering == Steering::Window,
            limits: Limits::of_bank(&self.config, access.bank),
            misaligned_is_error: self.config.misaligned_is_error,
        })
    }

    /// Executes an access. Returns the faults, with their lanes and addresses, and counts
    /// situations.
    fn step(
        &mut self,
        access: &Access,
        lanes: &[usize],
        met: &mut BTreeMap<String, u32>,
    ) -> Vec<(Option<u8>, FaultKind, Option<u64>)> {
        let mut count = |what: String| *met.entry(what).or_default() += 1;
        let name = access.form.mnemonic();
        let outputs: Vec<(usize, Output)> = lanes
            .iter()
            .map(|&lane| (lane, self.output(access, lane)))
            .collect();
        let faults = outputs.iter().filter_map(|(lane, output)| {
            let kind = match output.fault {
                fault if fault == FaultCode::OutsideWindow as u32 => FaultKind::OutsideWindow,
                fault if fault == FaultCode::OutsideAllocation as u32 => {
                    FaultKind::OutsideAllocation
                }
                fault if fault == FaultCode::Misaligned as u32 => FaultKind::Misaligned,
                _ => return None,
            };
            Some((Some(*lane as u8), kind, Some(output.ea)))
        });
        let faults = faults.collect();
        let mut written = BTreeSet::new();
        let mut competed = BTreeSet::new();
        let stores = name.starts_with("ST");
        let locks = ["LDLK", "LDSLK"].contains(&name);
        let unlocks = ["STUL", "STSUL"].contains(&name);
        let n = access.size.bytes() as usize;
        for (lane, output) in outputs {
            let suppressed = is_suppressed(&output);
            count(format!("{name}, suppressed: {suppressed}"));
            let of_lane = if output.space == SpaceCode::Local as u32 {
                lane
            } else {
                0
            };
            let place = |byte: usize| (output.space, of_lane, output.address + byte as u64);
            let flag = (output.space == SpaceCode::Shared as u32, output.lock_index);
            if stores {
                for byte in (0..n).filter(|_| !suppressed) {
                    let word = self.register(access.data.saturating_add(byte as u8 / 4), lane);
                    let word = if access.data == RZ { 0 } else { word };
                    self.bytes.insert(place(byte), word.to_le_bytes()[byte % 4]);
                    if !written.insert(place(byte)) {
                        count("lanes that store to one byte".to_owned());
                    }
                }
            } else {
                self.load(access, lane, (!suppressed).then_some(&output), place);
            }
            if unlocks && !suppressed && self.locks.remove(&flag) {
                count(format!("{name} frees a lock"));
            }
            if locks {
                let first = !suppressed && competed.insert(flag);
                let got = first && self.locks.insert(flag);
                count(format!("{name} gets the lock: {got}"));
                if access.lock != PT {
                    let predicate = &mut self.predicates[usize::from(access.lock)];
                    *predicate = *predicate & !(1 << lane) | u32::from(got) << lane;
                }
            }
        }
        faults
    }

    /// Loads into a lane; zeros if there is no `output`.
    fn load(
        &mut self,
        access: &Access,
        lane: usize,
        output: Option<&Output>,
        place: impl Fn(usize) -> (u32, usize, u64),
    ) {
        let n = access.size.bytes() as usize;
        let mut data: Vec<u8> = (0..n)
            .map(|byte| match output {
                None => 0,
                Some(output) if output.space == SpaceCode::Constant as u32 => {
                    constant(access.bank, output.address + byte as u64)
                }
                Some(_) => self.bytes.get(&place(byte)).copied().unwrap_or(0),
            })
            .collect();
        let signed = [AccessSize::S8, AccessSize::S16].contains(&access.size);
        let negative = signed && data[n - 1] >= 0x80;
        data.resize(n.max(4), if negative { 0xff } else { 0 });
        if access.data == RZ {
            return;
        }
        for (number, word) in data.as_chunks::<4>().0.iter().enumerate() {
            let index = usize::from(access.data) + number;
            self.registers[index][lane] = u32::from_le_bytes(*word);
        }
    }
}

/// A legal access.
fn draw(random: &mut Random) -> Access {
    let mut one_of = |count: u32| random.u32() % count;
    let form = AccessForm::ALL[one_of(AccessForm::ALL.len() as u32) as usize];
    let (stores, space) = (form.mnemonic().starts_with("ST"), space_of(form));
    let size = match AccessSize::ALL[one_of(AccessSize::ALL.len() as u32) as usize] {
        AccessSize::U128 if stores => AccessSize::B128,
        size => size,
    };
    let extended = matches!(form.mnemonic(), "LD" | "ST" | "LDU" | "LDG" | "STG") && one_of(3) == 0;
    let field = match one_of(4) {
        0 => 0,
        1 => one_of(64).wrapping_neg(),
        _ => one_of(96),
    };
    Access {
        form,
        size,
        extended,
        data: match one_of(10) {
            0 => RZ,
            kind => 8 + 4 * (kind as u8 % 3),
        },
        address: match (one_of(8), extended) {
            (0, _) => RZ,
            (1, _) => NOT_ALLOWED,
            (_, true) => WIDE_BASE,
            (_, false) => BASE,
        },
        immediate: match space {
            AccessSpace::Generic => Immediate::Word(field),
            AccessSpace::Constant if one_of(2) == 0 => Immediate::Unsigned16(field as u16),
            AccessSpace::Constant => Immediate::Word16(field as u16),
            _ => Immediate::Word24(field & 0xff_ffff),
        },
        steering: match form.mnemonic() {
            "LD" | "ST" if one_of(4) > 0 => Steering::Predicate([PLG, PLG, PT][one_of(3) as usize]),
            "LD" | "ST" | "LDU" | "LDLK" | "STUL" => Steering::Window,
            _ => Steering::Predicate(PT),
        },
        bank: one_of(32) as u8,
        lock: match form.mnemonic() {
            "LDLK" | "LDSLK" if one_of(8) > 0 => LOCK,
            _ => PT,
        },
        cache: 0,
        uniform: false,
        mode: 0,
        sync: false,
    }
}

/// An address near the allocated memory of some space. There are so few that lanes meet.
fn address(random: &mut Random, config: &WarpConfig, space: AccessSpace) -> (u64, bool) {
    let near = u64::from(random.u32() % 104);
    let base = match (space, random.u32() % 8) {
        (AccessSpace::Generic, 0..=2) => config.shared_base,
        (AccessSpace::Generic, 3 | 4) => config.local_base,
        (AccessSpace::Generic | AccessSpace::Global, 5) => config.global_limit - 40,
        _ => 0,
    };
    let is_shared = base == config.shared_base && space == AccessSpace::Generic;
    (base + near, is_shared)
}

fn config(random: &mut Random) -> WarpConfig {
    let wide = random.bit();
    WarpConfig {
        shared_base: if wide { 0x12_0300_0000 } else { 0xfe00_0000 },
        shared_size: 90,
        local_size: 75,
        global_limit: if wide { 0x1_0000_0053 } else { 0x2_0053 },
        const_size: [BANK_BYTES; 32],
        register_count: REGISTER_COUNT,
        misaligned_is_error: random.bit(),
        ..WarpConfig::default()
    }
}

fn stored(reference: &Reference, space: SpaceCode, lane: usize) -> Vec<(u64, u8)> {
    let all = reference.bytes.iter();
    all.filter(|((of_space, of_lane, _), _)| (*of_space, *of_lane) == (space as u32, lane))
        .map(|((_, _, address), byte)| (*address, *byte))
        .collect()
}

fn check(warp: &Warp, reference: &Reference, access: &Access) {
    for index in 0..REGISTERS {
        let expected = reference.registers[usize::from(index)];
        assert_eq!(warp.register(index), expected, "R{index} {access:x?}");
    }
    for (index, expected) in (0..).zip(reference.predicates) {
        assert_eq!(warp.predicate(index), expected, "P{index} {access:x?}");
    }
    let same = |bytes: &Bytes, space, lane| {
        let bytes: Vec<(u64, u8)> = bytes.stored().collect();
        assert_eq!(
            bytes,
            stored(reference, space, lane),
            "{space:?} {lane} {access:x?}"
        );
    };
    same(&warp.memory.global, SpaceCode::Global, 0);
    same(&warp.memory.shared, SpaceCode::Shared, 0);
    for (lane, bytes) in warp.memory.local.iter().enumerate() {
        same(bytes, SpaceCode::Local, lane);
    }
    for index in 0..=u8::MAX {
        for space in [SpaceCode::Global, SpaceCode::Shared] {
            let flag = (space == SpaceCode::Shared, index.into());
            let expected = reference.locks.contains(&flag);
            assert_eq!(
                warp.locks.flag(space as u8, index),
                expected,
                "{flag:?} {access:x?}"
            );
        }
    }
}

fn program(random: &mut Random, met: &mut BTreeMap<String, u32>) -> Result<(), ConfigError> {
    let config = config(random);
    let mut warp = Warp::new(config.clone())?;
    for (bank, offset) in (0..32_u8).flat_map(|bank| (0..BANK_BYTES).map(move |at| (bank, at))) {
        let bytes = [0, 1, 2, 3].map(|byte| constant(bank, u64::from(offset + byte)));
        let word = u32::from_le_bytes(bytes);
        assert!(offset % 4 != 0 || warp.constants.set_word(bank.into(), offset, word));
    }
    let mut reference = Reference {
        config,
        registers: vec![[0; 32]; REGISTERS.into()],
        predicates: [0; 7],
        bytes: BTreeMap::new(),
        locks: BTreeSet::new(),
    };
    for index in 8..REGISTERS {
        let values = std::array::from_fn(|_| random.u32());
        warp.write_register(index, &values, u32::MAX);
        reference.registers[usize::from(index)] = values;
    }
    for _ in 0..60 {
        let access = draw(random);
        let space = space_of(access.form);
        let immediate = match access.immediate {
            Immediate::Word24(bits) => (bits << 8) as i32 >> 8,
            Immediate::Word16(bits) => i32::from(bits as i16),
            other => other.bits() as i32,
        };
        let (mut low, mut high, mut steering) = ([0; 32], [0; 32], 0);
        for lane in 0..32 {
            let (address, is_shared) = address(random, &reference.config, space);
            let base = address.wrapping_sub(immediate as u64);
            (low[lane], high[lane]) = (base as u32, (base >> 32) as u32);
            steering |= u32::from(!is_shared ^ random.u32().is_multiple_of(8)) << lane;
        }
        for (index, values) in [(BASE, low), (WIDE_BASE, low), (WIDE_BASE + 1, high)] {
            warp.write_register(index, &values, u32::MAX);
            reference.registers[usize::from(index)] = values;
        }
        let guard = random.u32() | random.u32();
        for (index, values) in [(GUARD, guard), (PLG, steering)] {
            warp.write_predicate(index, values, u32::MAX);
            reference.predicates[usize::from(index)] = values;
        }
        warp.active_mask = random.u32() | random.u32();
        warp.helper_mask = random.u32() & random.u32();
        let inverted = random.u32().is_multiple_of(4);
        let guard = if inverted { !guard } else { guard };
        let spared = match access.form.mnemonic() {
            "ST" | "STG" | "STUL" => warp.helper_mask,
            _ => 0,
        };
        let execute = warp.active_mask & guard & !spared;
        let lanes: Vec<usize> = (0..32).filter(|lane| execute >> lane & 1 != 0).collect();

        let guard = Guard {
            predicate: GUARD,
            inverted,
        };
        let executed = warp.step(&with_guard(Operation::Access(access), guard));
        assert_eq!(executed.execute(), execute, "{access:x?}");
        let faults: Vec<_> = executed
            .faults
            .iter()
            .map(|it| (it.lane, it.kind, it.ea))
            .collect();
        assert_eq!(faults, reference.step(&access, &lanes, met), "{access:x?}");
        check(&warp, &reference, &access);
    }
    Ok(())
}

#[test]
fn random_programs_agree_with_the_reference() -> Result<(), ConfigError> {
    let mut random = Random::new();
    let mut met = BTreeMap::new();
    for _ in 0..300 {
        program(&mut random, &mut met)?;
    }
    for form in AccessForm::ALL {
        for suppressed in [false, true] {
            let name = format!("{}, suppressed: {suppressed}", form.mnemonic());
            assert!(
                met.get(&name).is_some_and(|&count| count > 300),
                "{name} {met:?}"
            );
        }
    }
    for name in [
        "lanes that store to one byte",
        "LDLK gets the lock: true",
        "LDSLK gets the lock: true",
        "STUL frees a lock",
        "STSUL frees a lock",
    ] {
        assert!(
            met.get(name).is_some_and(|&count| count > 500),
            "{name} {met:?}"
        );
    }
    Ok(())
}
