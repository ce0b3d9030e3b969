//! Memory: global, shared, and local of each lane.

use isa::control::SpaceCode;
use isa::instruction::WARP_LANES;
use std::collections::BTreeMap;

/// Bytes of a page.
const PAGE: u64 = 1 << 12;

/// Memory of a warp besides constants. Bytes that were never set read 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Global memory, by address.
    pub global: Bytes,
    /// Shared memory, by offset in its window.
    pub shared: Bytes,
    /// Local memory of each lane, by offset in its window.
    pub local: [Bytes; WARP_LANES],
}

impl Memory {
    /// Memory that `lane` accesses in a space; `None` for constants, and for codes and
    /// lanes that do not exist.
    pub fn space(&mut self, space: u8, lane: usize) -> Option<&mut Bytes> {
        match space {
            GLOBAL => Some(&mut self.global),
            SHARED => Some(&mut self.shared),
            LOCAL => self.local.get_mut(lane),
            _ => None,
        }
    }
}

const GLOBAL: u8 = SpaceCode::Global as u8;
const SHARED: u8 = SpaceCode::Shared as u8;
const LOCAL: u8 = SpaceCode::Local as u8;

/// Bytes at 64-bit addresses, and which of them were stored by a program.
#[derive(Clone, Debug, Default)]
pub struct Bytes {
    /// Pages by their address divided by their size.
    pages: BTreeMap<u64, Box<Page>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Page {
    bytes: [u8; PAGE as usize],
    /// One bit a byte.
    stored: [u64; PAGE as usize / 64],
}

impl Page {
    const EMPTY: Page = Page {
        bytes: [0; PAGE as usize],
        stored: [0; PAGE as usize / 64],
    };
}

impl Bytes {
    /// The byte at `address`.
    pub fn byte(&self, address: u64) -> u8 {
        let page = self.pages.get(&(address / PAGE));
        page.map_or(0, |page| page.bytes[(address % PAGE) as usize])
    }

    /// Sets a byte before a program runs.
    pub fn set(&mut self, address: u64, byte: u8) {
        let page = self.page(address);
        page.bytes[(address % PAGE) as usize] = byte;
    }

    /// Sets a 32-bit word before a program runs, little-endian, at any address.
    pub fn set_word(&mut self, address: u64, word: u32) {
        for (offset, byte) in (0..).zip(word.to_le_bytes()) {
            self.set(address.wrapping_add(offset), byte);
        }
    }

    /// Stores a byte, as a program does.
    pub fn store(&mut self, address: u64, byte: u8) {
        let place = (address % PAGE) as usize;
        let page = self.page(address);
        page.bytes[place] = byte;
        page.stored[place / 64] |= 1 << (place % 64);
    }

    /// Every byte that was stored and its value now, by address.
    pub fn stored(&self) -> impl Iterator<Item = (u64, u8)> + '_ {
        self.pages.iter().flat_map(|(&number, page)| {
            let places = (0..PAGE as usize)
                .filter(|&place| page.stored[place / 64] >> (place % 64) & 1 != 0);
            places.map(move |place| (number * PAGE + place as u64, page.bytes[place]))
        })
    }

    fn page(&mut self, address: u64) -> &mut Page {
        let page = self.pages.entry(address / PAGE);
        page.or_insert_with(|| Box::new(Page::EMPTY))
    }

    /// Returns whether `other` has every page of `self` with the same contents.
    fn is_part_of(&self, other: &Bytes) -> bool {
        self.pages.iter().all(|(number, page)| {
            let theirs = other.pages.get(number);
            **page == *theirs.map_or(&Page::EMPTY, |page| &**page)
        })
    }
}

impl PartialEq for Bytes {
    // An empty page is equal to none.
    fn eq(&self, other: &Bytes) -> bool {
        self.is_part_of(other) && other.is_part_of(self)
    }
}

impl Eq for Bytes {}
