//! Bins of LEA: forms x flags, and MOV's lane masks.

use super::group::Group;
use crate::dut::unit::{Inputs, LANES, Outputs};
use isa::instruction::PT;

const PARTS: [&str; 2] = ["LEA", "LEA.HI"];
const EXTENDED: [&str; 2] = ["", ".X"];
const SIGNS: [&str; 2] = ["Ra", "-Ra"];
const WRITES: [&str; 4] = ["neither", "CC", "Plg", "both"];
const SCALES: [&str; 3] = ["scale 0", "scale 1..30", "scale 31"];

/// Inputs of an LEA that its bins depend on.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeaAsked {
    high: bool,
    extended: bool,
    negate: bool,
    write_cc: bool,
    predicate: u8,
    scale: u8,
    lane_mask: u8,
}

impl LeaAsked {
    /// Samples the inputs at the ports.
    #[inline(always)]
    pub fn new(inputs: &Inputs) -> LeaAsked {
        LeaAsked {
            high: inputs.high != 0,
            extended: inputs.extended != 0,
            negate: inputs.negate != 0,
            write_cc: inputs.write_cc != 0,
            predicate: inputs.predicate,
            scale: inputs.scale,
            lane_mask: inputs.lane_mask,
        }
    }

    fn form(&self) -> usize {
        usize::from(self.high) * 2 + usize::from(self.extended)
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct LeaBins {
    /// One bit for each sign, write and scale, by part and `.X`.
    forms: [u32; 4],
    /// One bit for each {OF, SF, ZF, CF}, by part and `.X`.
    codes: [u16; 4],
    /// One bit for each lane mask.
    lane_masks: u16,
}

impl LeaBins {
    /// Samples an LEA or MOV.
    pub fn sample(&mut self, asked: &LeaAsked, result: &Outputs) {
        self.lane_masks |= 1 << (asked.lane_mask & 15);
        let writes = usize::from(asked.write_cc) + 2 * usize::from(asked.predicate != PT);
        let scale = match asked.scale {
            0 => 0,
            31 => 2,
            _ => 1,
        };
        let signs = usize::from(asked.negate);
        self.forms[asked.form()] |= 1 << ((signs * WRITES.len() + writes) * SCALES.len() + scale);
        let mut codes = 0_u16;
        for lane in 0..LANES {
            codes |= 1 << (result.cc[lane] & 15);
        }
        self.codes[asked.form()] |= codes;
    }

    /// Adds the bins of another run.
    pub fn merge(&mut self, other: &LeaBins) {
        for form in 0..4 {
            self.forms[form] |= other.forms[form];
            self.codes[form] |= other.codes[form];
        }
        self.lane_masks |= other.lane_masks;
    }

    /// All bins with their names.
    pub fn group(&self) -> Group {
        let mut group = Group::new("LEA forms x flags, MOV lane masks");
        for form in 0..4 {
            let name = [PARTS[form / 2], EXTENDED[form % 2]].concat();
            let flags = SIGNS.iter().flat_map(|sign| {
                WRITES.iter().flat_map(move |write| {
                    SCALES.map(move |scale| format!("{sign}, writes {write}, {scale}"))
                })
            });
            let names = flags.map(|flags| format!("{name} {flags}"));
            group.bits(self.forms[form].into(), names);
            for code in 0..16_u32 {
                let flag = |bit: u32| code >> bit & 1;
                let rule = (flag(1) & flag(2) != 0).then_some("a zero has no sign");
                let hit = self.codes[form] >> code & 1 != 0;
                group.combination(rule, hit, || {
                    let [cf, zf, sf, of] = [0, 1, 2, 3].map(flag);
                    format!("{name} gives CF {cf}, ZF {zf}, SF {sf}, OF {of}")
                });
            }
        }
        let lane_masks = (0..16).map(|mask| format!("lane mask {mask:04b}"));
        group.bits(self.lane_masks.into(), lane_masks);
        group
    }
}
