//! The configuration's write port.

use crate::warp::WarpConfig;
use crate::warp::config::{CONFIG_FIELDS, CONSTANT_BANK_BYTES};
use isa::control::config_address;

/// Bits that the register of a constant bank's size keeps.
const BANK_MASK: u32 = 2 * CONSTANT_BANK_BYTES - 1;

/// Takes one write. Returns whether it changed anything. Every register keeps the low
/// bits of its width, a base its bits 63:24. The host is responsible for legal values.
pub fn write(config: &mut WarpConfig, address: u8, data: u64) -> bool {
    let bank = usize::from(address.wrapping_sub(config_address::CONST_SIZE));
    if let Some(size) = config.const_size.get_mut(bank) {
        let kept = data as u32 & BANK_MASK;
        return std::mem::replace(size, kept) != kept;
    }
    let mut fields = CONFIG_FIELDS.iter();
    fields
        .find(|it| it.address == address)
        .is_some_and(|field| {
            let (before, kept) = ((field.get)(config), data & field.mask());
            (field.set)(config, kept);
            before != kept
        })
}

/// Address and value of every configuration register.
pub fn config_writes(config: &WarpConfig) -> impl Iterator<Item = (u8, u64)> {
    let fields = CONFIG_FIELDS.iter();
    let banks = (config_address::CONST_SIZE..).zip(&config.const_size);
    fields
        .map(|field| (field.address, (field.get)(config)))
        .chain(banks.map(|(address, &size)| (address, size.into())))
}
