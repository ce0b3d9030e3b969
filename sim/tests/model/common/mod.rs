//! Code that the tests of this crate share.

pub mod accesses;
pub mod data;
pub mod ports;
pub mod programs;
pub mod solver;
pub mod volta;

use std::time::{SystemTime, UNIX_EPOCH};

/// A generator of test inputs (splitmix64). The seed is printed, and taken from
/// `SIM_SEED` if that is set.
pub struct Random(u64);

impl Random {
    pub fn new() -> Random {
        let clock = || {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |t| t.as_nanos())
        };
        let seed = std::env::var("SIM_SEED")
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or_else(|| clock() as u64);
        println!("SIM_SEED={seed}");
        Random(seed)
    }

    pub fn u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub fn u32(&mut self) -> u32 {
        (self.u64() >> 32) as u32
    }

    pub fn bit(&mut self) -> bool {
        self.u64() >> 63 != 0
    }

    /// A word that is a corner half of the time.
    pub fn word(&mut self) -> u32 {
        const CORNERS: [u32; 10] = [
            0,
            1,
            2,
            0x00ff_ffff,
            0x0100_0000,
            0x7fff_ffff,
            0x8000_0000,
            0xfe00_0000,
            0xffff_fffe,
            0xffff_ffff,
        ];
        if self.bit() {
            CORNERS[self.u32() as usize % CORNERS.len()]
        } else {
            self.u32()
        }
    }

    /// Two words that are corners half of the time.
    pub fn long(&mut self) -> u64 {
        u64::from(self.word()) << 32 | u64::from(self.word())
    }
}
