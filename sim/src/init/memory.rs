//! The section `memory`.

use super::located::Located;
use super::reader::{entries, offset, table, words};
use crate::warp::config::{GLOBAL_BYTES, WINDOW_BYTES};
use crate::warp::{Bytes, Memory};
use toml::de::DeTable;

/// Words from a byte address on, little-endian.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryBlock {
    /// The first byte: an address of global memory, or an offset in a window.
    pub address: u64,
    /// The words; they end inside the space.
    pub words: Vec<u32>,
}

/// Memory before the first instruction, each space in the order of the file:
/// where blocks overlap, the later one stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InitMemory {
    pub global: Vec<MemoryBlock>,
    pub shared: Vec<MemoryBlock>,
    /// Local memory of every lane.
    pub local: Vec<MemoryBlock>,
}

impl InitMemory {
    /// Memory with these contents.
    pub fn contents(&self) -> Memory {
        let local = bytes(&self.local);
        Memory {
            global: bytes(&self.global),
            shared: bytes(&self.shared),
            local: std::array::from_fn(|_| local.clone()),
        }
    }
}

fn bytes(blocks: &[MemoryBlock]) -> Bytes {
    let mut bytes = Bytes::default();
    for block in blocks {
        for (address, &word) in (block.address..).step_by(4).zip(&block.words) {
            bytes.set_word(address, word);
        }
    }
    bytes
}

pub(super) fn memory(section: &DeTable) -> Result<InitMemory, Located> {
    let mut memory = InitMemory::default();
    for (key, value) in entries(section) {
        let window = u64::from(WINDOW_BYTES);
        let (space, limit) = match key.get_ref().as_ref() {
            "global" => (&mut memory.global, GLOBAL_BYTES),
            "shared" => (&mut memory.shared, window),
            "local" => (&mut memory.local, window),
            _ => return Err(Located::unknown_key(key, "global, shared or local")),
        };
        for (key, value) in entries(table(key, value)?) {
            let words = words(key, value)?;
            let address = offset(key, 4 * words.len(), limit)?;
            space.push(MemoryBlock { address, words });
        }
    }
    Ok(memory)
}
