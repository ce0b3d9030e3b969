//! What the tests of this crate share.

pub mod accesses;
pub mod lanes;
pub mod ports;
pub mod programs;
pub mod solver;

use std::time::{SystemTime, UNIX_EPOCH};

/// A generator of test inputs (splitmix64). The seed is printed, and taken from
/// `SIM_SEED` where that is set.
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

    /// Two such words.
    pub fn long(&mut self) -> u64 {
        u64::from(self.word()) << 32 | u64::from(self.word())
    }
}

/// An init file with every section of the format.
pub const FULL_INIT: &str = r#"
active = 0xffff_0000
execution_mask = 0b1010
helper = 3
[config]
shared_base = 0x01000000
local_base = "0xffff_ffff_ff00_0000"
shared_size = 1024
local_size = 0
global_limit = 0x10000
const_size = { 3 = 256 }
register_count = 32
misaligned_is_error = 1
[registers]
R2 = 5
R3 = { base = 0xfffffff0, step = 4 }
R4 = [0, 1, 2]
R254 = -1
[predicates]
P0 = 0x0000ffff
[cc]
CF = 1
ZF = 2
SF = 4
OF = 8
[constants.0]
"0x0" = 0xdeadbeef
8 = [1, 2]
[constants.3]
"252" = 7
"256" = 8
[memory.global]
"0x1_0000" = [1, 2, 3]
[memory.shared]
0x10 = [0xffff_ffff]
[memory.local]
"0xfffffc" = 9
[visa]
grf = { V37 = { base = 0x40, bytes = 64, type = "uw", data = [1, 0xffff, -2] }, V0040 = {} }
state = { T6 = 0x100, S1 = 0x20 }
address = { A0 = [0, 1] }
address_elements = 32
"#;
