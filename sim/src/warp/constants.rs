//! Constant banks: read-only words at byte offsets.

use super::config::{CONSTANT_BANK_BYTES, CONSTANT_BANKS};

/// Contents of the constant banks. Words that were never set read 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConstantBanks {
    /// The bytes up to the last one that was set, little-endian.
    banks: [Vec<u8>; CONSTANT_BANKS],
}

impl ConstantBanks {
    /// Sets the 32-bit word at byte `offset` of `bank`. Returns false, and sets
    /// nothing, if there is no such place.
    pub fn set_word(&mut self, bank: usize, offset: u32, word: u32) -> bool {
        let Some(bytes) = self.banks.get_mut(bank) else {
            return false;
        };
        if offset > CONSTANT_BANK_BYTES - 4 {
            return false;
        }
        let first = offset as usize;
        if bytes.len() < first + 4 {
            bytes.resize(first + 4, 0);
        }
        bytes[first..first + 4].copy_from_slice(&word.to_le_bytes());
        true
    }

    /// The 32-bit word at byte `offset` of `bank`, which has `size` allocated
    /// bytes. A word that is not wholly inside reads 0 (semantics, section 2).
    pub fn word(&self, bank: usize, offset: u32, size: u32) -> u32 {
        if u64::from(offset) + 4 > u64::from(size) {
            return 0;
        }
        let Some(bytes) = self.banks.get(bank) else {
            return 0;
        };
        let byte = |index: usize| bytes.get(offset as usize + index).copied().unwrap_or(0);
        u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)])
    }

    /// The byte at `offset` of `bank`, whatever the bank's size.
    pub fn byte(&self, bank: usize, offset: u64) -> u8 {
        let bytes = self.banks.get(bank).map_or(&[][..], Vec::as_slice);
        let byte = usize::try_from(offset).ok().and_then(|at| bytes.get(at));
        byte.copied().unwrap_or(0)
    }
}
