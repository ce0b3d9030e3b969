//! Configurations, and addresses at the edges of what they allow.

use isa::control::config_address;
use replay::random::Random;
use sim::WarpConfig;
use sim::config::{CONSTANT_BANK_BYTES, GLOBAL_BYTES, WINDOW_BYTES};

/// A legal configuration; one in three is that after reset.
pub fn config(random: &mut Random) -> WarpConfig {
    let mut config = WarpConfig::default();
    if random.once_in(3) {
        return config;
    }
    let window = u64::from(WINDOW_BYTES);
    config.shared_base = base(random, config.local_base) / window * window;
    config.local_base = base(random, config.shared_base) / window * window;
    config.shared_size = up_to(random, window) as u32;
    config.local_size = up_to(random, window) as u32;
    config.global_limit = up_to(random, GLOBAL_BYTES);
    config.register_count = up_to(random, 255) as u8;
    config.misaligned_is_error = random.flag();
    for size in &mut config.const_size {
        *size = up_to(random, CONSTANT_BANK_BYTES.into()) as u32;
    }
    config
}

/// A write of some register, with a legal value; now and then an address that
/// holds nothing. Low bits of a base are no part of it.
pub fn config_write(random: &mut Random, config: &WarpConfig) -> (u8, u64) {
    let address = match random.below(12) {
        address @ 0..=6 => address as u8,
        7 | 8 => config_address::CONST_SIZE + random.below(32) as u8,
        9 => 7 + random.below(25) as u8,
        // It is 0 after reset, and nothing else makes a fault of its kind.
        _ => config_address::MISALIGNED_IS_ERROR,
    };
    let data = match address {
        config_address::SHARED_BASE => base(random, config.local_base),
        config_address::LOCAL_BASE => base(random, config.shared_base),
        config_address::SHARED_SIZE | config_address::LOCAL_SIZE => {
            up_to(random, WINDOW_BYTES.into())
        }
        config_address::GLOBAL_LIMIT => up_to(random, GLOBAL_BYTES),
        config_address::REGISTER_COUNT => up_to(random, 255),
        config_address::MISALIGNED_IS_ERROR => u64::from(!random.once_in(4)),
        config_address::CONST_SIZE.. => up_to(random, CONSTANT_BANK_BYTES.into()),
        _ => random.number(),
    };
    (address, data)
}

/// A base, with low bits, of a window that is not the other one.
fn base(random: &mut Random, other: u64) -> u64 {
    let base = match random.below(4) {
        0 => 0xfe00_0000,
        1 => random.number(),
        2 => random.number() & 0xffff_ffff,
        _ => 0x1_ff00_0000,
    };
    if base >> 24 == other >> 24 {
        base ^ 1 << 24
    } else {
        base
    }
}

fn up_to(random: &mut Random, limit: u64) -> u64 {
    match random.below(4) {
        0 => limit,
        1 => random.one_of(&[0, limit - 1, limit / 2]),
        2 => random.below(64),
        _ => random.below(limit + 1),
    }
}

/// Edges of the windows and of what is allocated, and some other places.
pub fn targets(random: &mut Random, config: &WarpConfig, bank: u8) -> [u64; 16] {
    let (shared, local) = (config.shared_base, config.local_base);
    let window = u64::from(WINDOW_BYTES);
    let (shared_size, local_size) = (config.shared_size.into(), config.local_size.into());
    let const_size = config.const_size[usize::from(bank)].into();
    [
        shared,
        shared.wrapping_add(window),
        shared.wrapping_add(shared_size),
        // As the window in its low word, but not above.
        shared ^ 1 << 32,
        local,
        local.wrapping_add(window),
        local.wrapping_add(local_size),
        config.global_limit,
        0,
        1 << 32,
        1 << 40,
        shared_size,
        local_size,
        const_size,
        random.number(),
        random.number() >> 24,
    ]
}
