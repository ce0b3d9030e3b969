//! ADDR_ADDs for one lane.

use replay::random::Random;
use sim::addr_add::{modified, sum};
use sim::value::Native;

/// One channel. Of the operands bits 15:0 count.
#[derive(Clone, Copy)]
pub struct AddrAdd {
    pub src0: u64,
    pub src1: u64,
    pub absolute: bool,
    pub negate: bool,
}

const CORNERS: [u64; 7] = [0, 1, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff];

/// Every pair of corners with every modifier, below bits that do not count.
pub fn directed() -> Vec<AddrAdd> {
    let mut beats = Vec::new();
    for src0 in CORNERS {
        for src1 in CORNERS {
            for modifier in 0..4 {
                beats.push(AddrAdd {
                    src0: src0 | 0x8000_0001_ffff_0000,
                    src1: src1 | 0xffff_ffff_0001_0000,
                    absolute: modifier & 1 != 0,
                    negate: modifier & 2 != 0,
                });
            }
        }
    }
    beats
}

pub fn random(random: &mut Random) -> AddrAdd {
    AddrAdd {
        src0: random.number(),
        src1: random.number(),
        absolute: random.flag(),
        negate: random.flag(),
    }
}

impl AddrAdd {
    /// The model's result.
    pub fn sum(&self) -> u64 {
        let addend = modified::<Native>(self.src1 as u32, self.absolute, self.negate);
        sum::<Native>(self.src0 as u32, addend).into()
    }
}
