//! Contents of memory in a test run: a random value for each byte, until it is stored.

use isa::control::SpaceCode;
use std::collections::HashMap;

/// The byte at an address of memory before any store. Bench and model have the same without a common
/// state.
pub fn memory_byte(space: SpaceCode, address: u64) -> u8 {
    random(word_of(space, address)).to_le_bytes()[(address % 8) as usize]
}

/// Data of a lane's store, for the lanes of a beat with the number `beat`.
pub fn store_data(beat: u64, lane: usize) -> [u8; 16] {
    let half = |half| u128::from(random(beat.wrapping_add(2 * lane as u64 + half)));
    (half(0) | half(1) << 64).to_le_bytes()
}

/// A random number for each number, by splitmix64.
pub fn random(number: u64) -> u64 {
    let number = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Memory that is stored to.
#[derive(Default)]
pub struct Contents {
    /// Spaces whose bytes are unknown until they are stored, by their codes.
    unknown: [bool; 4],
    /// Words of 8 bytes with a stored byte.
    words: HashMap<u64, [Option<u8>; 8]>,
}

impl Contents {
    /// Memory before any store.
    pub fn new(unknown: [bool; 4]) -> Contents {
        Contents {
            unknown,
            words: HashMap::new(),
        }
    }

    /// The byte at an address; `None` if it is unknown.
    pub fn byte(&self, space: SpaceCode, address: u64) -> Option<u8> {
        let word = if self.words.is_empty() {
            None
        } else {
            self.words.get(&word_of(space, address))
        };
        match word {
            Some(word) => word[(address % 8) as usize],
            None => self.first(space, address),
        }
    }

    /// Stores a byte; `None` if its value is unknown.
    pub fn store(&mut self, space: SpaceCode, address: u64, byte: Option<u8>) {
        let place = address % 8;
        let first = |other| self.first(space, address - place + other as u64);
        let word = std::array::from_fn(first);
        let word = self.words.entry(word_of(space, address)).or_insert(word);
        word[place as usize] = byte;
    }

    fn first(&self, space: SpaceCode, address: u64) -> Option<u8> {
        (!self.unknown[space as usize & 3]).then(|| memory_byte(space, address))
    }

    /// Drops all stores.
    pub fn reset(&mut self) {
        self.words.clear();
    }
}

fn word_of(space: SpaceCode, address: u64) -> u64 {
    (address / 8) ^ ((space as u64) << 62)
}
