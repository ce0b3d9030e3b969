//! The configuration's write port.

use crate::warp::WarpConfig;
use crate::warp::config::CONSTANT_BANKS;
use isa::control::config_address;

/// Bits of a window's base that can be written.
const WINDOW_BITS: u64 = !0xff_ffff;

/// Takes one write. Returns whether it changed anything. Every register keeps the low
/// bits of its width, a base its bits 63:24. The host is responsible for legal values.
pub fn write(config: &mut WarpConfig, address: u8, data: u64) -> bool {
    let low_bits = |bits: u32| data & ((1 << bits) - 1);
    let bank = usize::from(address.wrapping_sub(config_address::CONST_SIZE));
    match address {
        config_address::SHARED_BASE => set(&mut config.shared_base, data & WINDOW_BITS),
        config_address::LOCAL_BASE => set(&mut config.local_base, data & WINDOW_BITS),
        config_address::SHARED_SIZE => set(&mut config.shared_size, low_bits(17) as u32),
        config_address::LOCAL_SIZE => set(&mut config.local_size, low_bits(25) as u32),
        config_address::GLOBAL_LIMIT => set(&mut config.global_limit, low_bits(41)),
        config_address::REGISTER_COUNT => set(&mut config.register_count, low_bits(8) as u8),
        config_address::MISALIGNED_IS_ERROR => {
            set(&mut config.misaligned_is_error, low_bits(1) != 0)
        }
        _ if bank < CONSTANT_BANKS => set(&mut config.const_size[bank], low_bits(17) as u32),
        _ => false,
    }
}

/// Address and value of every configuration register.
pub fn config_writes(config: &WarpConfig) -> impl Iterator<Item = (u8, u64)> {
    let banks = (config_address::CONST_SIZE..).zip(&config.const_size);
    [
        (config_address::SHARED_BASE, config.shared_base),
        (config_address::LOCAL_BASE, config.local_base),
        (config_address::SHARED_SIZE, config.shared_size.into()),
        (config_address::LOCAL_SIZE, config.local_size.into()),
        (config_address::GLOBAL_LIMIT, config.global_limit),
        (config_address::REGISTER_COUNT, config.register_count.into()),
        (
            config_address::MISALIGNED_IS_ERROR,
            config.misaligned_is_error.into(),
        ),
    ]
    .into_iter()
    .chain(banks.map(|(address, &size)| (address, size.into())))
}

fn set<T: PartialEq>(register: &mut T, value: T) -> bool {
    let changed = *register != value;
    *register = value;
    changed
}
