//! Words from Volta on, and warps for them.

use super::Random;
use super::data::rows;
use agu_model::{Generation, Warp, WarpConfig};
use isa::control::AccessSpace;
use isa::instruction::volta::{Access, AccessForm};
use isa::instruction::{PT, RZ};
use isa::{Isa, Statement, Word, program_line};

/// Words of the lines that are programs.
pub fn words() -> Vec<(Isa, Word)> {
    let rows = rows("volta_lines.tsv").into_iter().filter_map(|row| {
        let isa = row.text("isa").parse().expect("an instruction set");
        let line = program_line(isa, row.text("line")).expect("a line")?;
        let (Statement::Instruction(word, _) | Statement::Illegal(word, _)) = line;
        Some((isa, word))
    });
    rows.collect()
}

/// The word with other registers, numbers and modifiers. Bits above 104 are the schedule's.
pub fn vary(random: &mut Random, word: Word) -> Word {
    let mut word = word;
    for _ in 0..random.u32() % 3 {
        word ^= Word::from(random.u32() % 256) << (16 + random.u32() % 7 * 8);
    }
    for _ in 0..random.u32() % 4 {
        word ^= 1 << (12 + random.u32() % 93);
    }
    word
}

pub fn one_of<T: Copy>(random: &mut Random, of: &[T]) -> T {
    of[random.u32() as usize % of.len()]
}

pub fn space_of(form: AccessForm) -> AccessSpace {
    match form.mnemonic() {
        "LD" | "ST" => AccessSpace::Generic,
        "LDG" | "STG" => AccessSpace::Global,
        "LDS" | "STS" => AccessSpace::Shared,
        "LDL" | "STL" => AccessSpace::Local,
        _ => AccessSpace::Constant,
    }
}

/// Sets base and uniform registers of an access such that the lanes are near the edges of memory.
pub fn aim(random: &mut Random, warp: &mut Warp, access: &Access) {
    let config = warp.config().clone();
    let next = |index: u8| index.saturating_add(1);
    let uniform = one_of(random, &[0, 0x40, u64::MAX, 0x1_2345_6788]);
    let register = access.uniform.unwrap_or(RZ);
    warp.write_uniform_register(register, uniform as u32);
    warp.write_uniform_register(next(register), (uniform >> 32) as u32);
    let (windows, limit) = ([config.shared_base, config.local_base], config.global_limit);
    let edges: &[u64] = match space_of(access.form) {
        AccessSpace::Generic => &[0, windows[0], windows[1], limit - 0x30],
        AccessSpace::Global => &[0, limit - 0x30],
        _ => &[0, 0x40],
    };
    let added = if register == RZ { 0 } else { uniform };
    for lane in 0..32 {
        let near = one_of(random, edges) + u64::from(random.u32() % 0x60);
        let base = near.wrapping_sub(added).wrapping_sub(access.offset as u64);
        let low = base as u32 >> access.scale;
        for (index, value) in [
            (next(access.address), (base >> 32) as u32),
            (access.address, low),
        ] {
            warp.write_register(index, &[value; 32], 1 << lane);
            if lane == 0 && access.form.is_uniform() {
                warp.write_uniform_register(index, value);
            }
        }
    }
}

/// A warp with random contents and few bytes of memory.
pub fn warp(random: &mut Random, isa: Isa) -> Warp {
    let is_long = random.bit();
    let config = WarpConfig {
        shared_base: if is_long { 0x12_0300_0000 } else { 0xfe00_0000 },
        shared_size: 0x50,
        local_size: 0x48,
        global_limit: if is_long { 1 << 49 } else { 0x2_0000 },
        const_size: [0x44; 32],
        register_count: one_of(random, &[0, 4, 255]),
        misaligned_is_error: random.bit(),
        ..WarpConfig::new(Generation::from(isa))
    };
    let end = config.global_limit - 0x30;
    let mut warp = Warp::new(config).expect("a configuration");
    for index in 0..RZ {
        let values = std::array::from_fn(|_| random.word());
        warp.write_register(index, &values, u32::MAX);
        warp.write_uniform_register(index, random.word());
    }
    for index in 0..PT {
        warp.write_predicate(index, random.u32(), u32::MAX);
        warp.write_uniform_predicate(index, random.bit());
    }
    for offset in (0..0x60).step_by(4) {
        for bank in 0..32 {
            assert!(warp.constants.set_word(bank, offset, random.u32()));
        }
        let offset = offset.into();
        warp.memory.shared.set_word(offset, random.u32());
        warp.memory.global.set_word(offset, random.u32());
        warp.memory.global.set_word(end + offset, random.u32());
        for local in &mut warp.memory.local {
            local.set_word(offset, random.u32());
        }
    }
    warp.active_mask = random.u32() | random.u32();
    warp.helper_mask = random.u32() & random.u32();
    warp
}
