//! Contents of memory in a test run: a random value for each byte.

use isa::control::SpaceCode;

/// The byte at an address of memory. Bench and model have the same without a common state.
pub fn memory_byte(space: SpaceCode, address: u64) -> u8 {
    random((address / 8) ^ ((space as u64) << 62)).to_le_bytes()[(address % 8) as usize]
}

/// A random number for each number, by splitmix64.
pub fn random(number: u64) -> u64 {
    let number = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
