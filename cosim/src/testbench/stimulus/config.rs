//! Traffic of configuration writes: every register, legal values only, with corner cases.

use crate::testbench::random::Scalar;
use isa::control::config_address::*;
use sim::WarpConfig;
use sim::config::{CONSTANT_BANK_BYTES, CONSTANT_BANKS, GLOBAL_BYTES, SHARED_BYTES, WINDOW_BYTES};

/// Maximum number of waiting writes.
const QUEUE: usize = 32;

/// Low bits of a base that do not belong to it: the unit must ignore them.
const BELOW_BASE: u64 = WINDOW_BYTES as u64 - 1;

/// Pending writes, and the configuration of the unit after them.
#[derive(Clone, Debug)]
pub struct ConfigTraffic {
    scalar: Scalar,
    queue: [(u8, u64); QUEUE],
    next: usize,
    end: usize,
    config: WarpConfig,
    /// Whether the configuration never changes.
    fixed: bool,
}

impl ConfigTraffic {
    /// Writes that depend on `seed` alone; none at first.
    pub fn new(seed: u64) -> ConfigTraffic {
        ConfigTraffic {
            scalar: Scalar::new(seed, 4),
            queue: [(0, 0); QUEUE],
            next: 0,
            end: 0,
            config: WarpConfig::default(),
            fixed: false,
        }
    }

    /// Fixes the configuration to `config`, without any writes.
    pub fn stay(&mut self, config: &WarpConfig) {
        self.config.clone_from(config);
        self.fixed = true;
    }

    /// The configuration of the next accepted request.
    pub fn config(&self) -> &WarpConfig {
        &self.config
    }

    /// The waiting write.
    #[inline(always)]
    pub fn waiting(&self) -> Option<(u8, u64)> {
        (self.next < self.end).then(|| self.queue[self.next % QUEUE])
    }

    /// Removes the waiting write, which was taken.
    #[inline(always)]
    pub fn taken(&mut self) {
        self.next += 1;
    }

    /// Resets the configuration. A waiting write is not made, or does not last.
    pub fn reset(&mut self) {
        if !self.fixed {
            self.config = WarpConfig::default();
        }
    }

    /// Removes all waiting writes.
    pub fn clear(&mut self) {
        (self.next, self.end) = (0, 0);
    }

    /// Draws some writes. Returns false if older ones still wait.
    #[inline(never)]
    pub fn draw(&mut self) -> bool {
        let free = self.waiting().is_none() && !self.fixed;
        if free {
            self.clear();
            for _ in 0..=self.scalar.draw() % 6 {
                self.draw_one();
            }
        }
        free
    }

    fn push(&mut self, address: u8, data: u64) {
        if self.end < QUEUE {
            self.queue[self.end] = (address, data);
            self.end += 1;
        }
    }

    fn draw_one(&mut self) {
        let (draw, random) = (self.scalar.draw(), self.scalar.draw());
        let kind = draw >> 8;
        match draw % 32 {
            0..=3 => {
                let base = window_base(kind, random, self.config.local_base);
                self.config.shared_base = base & !BELOW_BASE;
                self.push(SHARED_BASE, base);
            }
            4..=8 => {
                let base = window_base(kind, random, self.config.shared_base);
                self.config.local_base = base & !BELOW_BASE;
                self.push(LOCAL_BASE, base);
            }
            9..=12 => {
                let size = bytes(kind, random, SHARED_BYTES.into());
                self.config.shared_size = size as u32;
                self.push(SHARED_SIZE, size);
            }
            13..=17 => {
                let size = bytes(kind, random, WINDOW_BYTES.into());
                self.config.local_size = size as u32;
                self.push(LOCAL_SIZE, size);
            }
            18..=22 => {
                let limit = bytes(kind, random, GLOBAL_BYTES);
                self.config.global_limit = limit;
                self.push(GLOBAL_LIMIT, limit);
            }
            23 | 24 => {
                let count = [255, 16, random as u8, random as u8][kind as usize % 4];
                self.config.register_count = count;
                self.push(REGISTER_COUNT, count.into());
            }
            25..=28 => {
                // A reset sets it back to 0 anyway.
                let is_error = kind & 7 != 0;
                self.config.misaligned_is_error = is_error;
                self.push(MISALIGNED_IS_ERROR, is_error.into());
            }
            29 | 30 => {
                for place in 0..4 {
                    let bank = (kind >> (8 * place)) as usize % CONSTANT_BANKS;
                    let random = random.rotate_left(16 * place);
                    let size = bytes(random >> 7, random, CONSTANT_BANK_BYTES.into());
                    self.config.const_size[bank] = size as u32;
                    self.push(CONST_SIZE + bank as u8, size);
                }
            }
            // An address without a register: the write is taken and ignored.
            _ => self.push(7 + kind as u8 % 25, random),
        }
    }
}

/// A window's base that differs from the `other` one. It is a reset value, beside the other
/// window, at an end of 32 or 64 bits, near 2^49, or any.
fn window_base(kind: u64, random: u64, other: u64) -> u64 {
    let low = random & BELOW_BASE;
    let base = match kind % 16 {
        0 => WarpConfig::default().shared_base,
        1 => WarpConfig::default().local_base,
        2 => 0x0100_0000 | low,
        3 => low,
        4 => u64::MAX,
        5 => 0xffff_ffff_0000_0000 | low,
        6 => random << 32,
        7 | 8 => random & 0xffff_ffff,
        9 => other.wrapping_add(BELOW_BASE + 1) | low,
        10 => other.wrapping_sub(BELOW_BASE + 1) | low,
        11 => GLOBAL_BYTES.wrapping_sub(random & 0x0200_0000),
        12 => random & (GLOBAL_BYTES - 1),
        13 => random & 0x7fff_ffff,
        14 => 0xffff_ffff_8000_0000 | random,
        _ => random,
    };
    if (base ^ other) & !BELOW_BASE == 0 {
        base ^ (BELOW_BASE + 1)
    } else {
        base
    }
}

/// An allocated size of at most `most`: all, none, few bytes, all but a few, all but one, a
/// multiple of 16, any.
fn bytes(kind: u64, random: u64, most: u64) -> u64 {
    let any = ((u128::from(random) * u128::from(most)) >> 64) as u64;
    match kind % 16 {
        0..=4 => most,
        5..=7 => 0,
        8 => random & 15,
        9 => most - (random & 63),
        10 => any & !15,
        11 | 12 => any >> (random % 24),
        13 => any & 0xffff_ffff,
        14 => most - 1,
        _ => any,
    }
}
