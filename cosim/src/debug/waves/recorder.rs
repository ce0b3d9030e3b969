//! Expected values beside the hardware's, as signals of a wave file.
//!
//! Both have the hardware's time axis: inputs of a cycle from its start, outputs from its rising
//! edge on. `expected.valid` is 1 in the cycles with an expected result. Each lane has a
//! `mismatch`.

use super::wave::{Wave, rising_edge, start};
use crate::debug::request::family;
use crate::dut::unit::{LANES, Outputs};
use isa::ports::{Group, OUTPUTS, Shape};
use sim::scoreboard::{CC_FLAGS, Mismatch};

const SPACES: [&str; 4] = ["global", "shared", "local", "constant"];
const FAULTS: [&str; 4] = ["none", "OutsideWindow", "OutsideAllocation", "Misaligned"];

/// Texts of a lane in an access.
pub const LANE_TEXTS: [&str; 4] = [
    "expected_space",
    "actual_space",
    "expected_fault",
    "actual_fault",
];

/// Scope with the hardware's outputs lane by lane. A file has it for the shown lane alone.
pub const ACTUAL: &str = "actual";

/// An expected signal: its name, its width, and the hardware's port that it is compared with. A
/// signal of `cc` is one of its four bits, the given one.
pub struct ExpectedSignal {
    pub name: &'static str,
    pub width: u32,
    pub port: &'static str,
    pub bit: u32,
    /// Whether each lane has one, else the warp.
    pub of_lane: bool,
}

/// All expected signals: those of the warp, then those of a lane, values before masks. Signals of
/// the warp are named as the ports except for `valid`.
pub fn signals() -> Vec<ExpectedSignal> {
    let mut signals = Vec::new();
    let of_result = OUTPUTS.iter().filter(|port| port.group == Group::Result);
    for port in of_result {
        let (of_lane, bits) = match port.shape {
            Shape::Warp(bits) => (false, bits),
            Shape::Lane(bits) => (true, bits),
        };
        let parts = match port.name {
            "cc" => (0..)
                .zip(CC_FLAGS)
                .map(|(bit, flag)| (flag, 1, bit))
                .collect(),
            "result_valid" => vec![("valid", 1, 0)],
            name => vec![(name, bits as u32, 0)],
        };
        signals.extend(parts.into_iter().map(|(name, width, bit)| ExpectedSignal {
            name,
            width,
            port: port.name,
            bit,
            of_lane,
        }));
    }
    let is_mask = |it: &ExpectedSignal| it.of_lane && it.width == 1 && it.port != "cc";
    signals.sort_by_key(|it| (it.of_lane, is_mask(it)));
    signals
}

/// The part of a wave that a save file shows first.
#[derive(Clone, Debug, Default)]
pub struct ViewFocus {
    /// A lane of the hardware.
    pub lane: usize,
    /// Families of the requests and results.
    pub families: Vec<Group>,
    /// The cycle of the result with the marker.
    pub cycle: Option<u64>,
    pub mismatch: Option<Mismatch>,
}

/// Expected values, cycle by cycle.
pub struct WaveRecorder {
    pub(super) wave: Wave,
    pub(super) shown: ViewFocus,
    /// The cycle after the last one with a result.
    next_cycle: u64,
}

impl Default for WaveRecorder {
    /// Starts with no expected value and no difference.
    fn default() -> WaveRecorder {
        let mut wave = Wave::default();
        wave.at(0);
        wave.count_cycles();
        wave.number("expected.valid", 1, 0);
        wave.number("expected.mismatch", 1, 0);
        wave.text("text.request", "");
        wave.text("text.result", "");
        for lane in 0..LANES {
            wave.number(&format!("expected.lane_{lane}.mismatch"), 1, 0);
            for text in LANE_TEXTS {
                wave.text(&format!("text.lane_{lane}.{text}"), "");
            }
        }
        WaveRecorder {
            wave,
            shown: ViewFocus::default(),
            next_cycle: 0,
        }
    }
}

impl WaveRecorder {
    /// Writes the text of the request at the ports from the start of `cycle` on. It stays until
    /// the next one. Cycles only increase.
    pub fn request(&mut self, cycle: u64, text: &str, family: Group) {
        self.end_of_result(cycle);
        self.wave.at(start(cycle));
        self.wave.text("text.request", text);
        self.show(family);
    }

    /// Writes the expected and actual result of instruction `number` at the rising edge of
    /// `cycle`. `differs` has the lanes that differ, one bit a lane, if any output does. Cycles
    /// only increase.
    pub fn result(
        &mut self,
        cycle: u64,
        number: u64,
        text: &str,
        [expected, actual]: [&Outputs; 2],
        differs: Option<u32>,
    ) {
        self.end_of_result(cycle);
        self.next_cycle = cycle + 1;
        let wave = &mut self.wave;
        wave.at(rising_edge(cycle));
        wave.number("expected.instruction", u64::BITS, number);
        wave.number("expected.mismatch", 1, differs.is_some().into());
        wave.text("text.result", text);
        let access = expected.result_access != 0;
        for it in signals() {
            let mut set = |scope: &str, outputs: &Outputs, lane| {
                let value = outputs.value(it.port, lane).unwrap_or_default();
                let value = value >> it.bit & u64::MAX >> (u64::BITS - it.width);
                wave.number(&format!("{scope}.{}", it.name), it.width, value);
            };
            if !it.of_lane {
                set("expected", expected, 0);
                continue;
            }
            for lane in 0..LANES {
                set(&format!("expected.lane_{lane}"), expected, lane);
                set(&format!("{ACTUAL}.lane_{lane}"), actual, lane);
            }
        }
        for lane in 0..LANES {
            let differs = differs.unwrap_or(0) >> lane & 1;
            wave.number(&format!("expected.lane_{lane}.mismatch"), 1, differs.into());
            let text = |names: [&'static str; 4], code: u8| {
                if access {
                    names[usize::from(code & 3)]
                } else {
                    ""
                }
            };
            let texts = [
                text(SPACES, expected.space[lane]),
                text(SPACES, actual.space[lane]),
                text(FAULTS, expected.fault[lane]),
                text(FAULTS, actual.fault[lane]),
            ];
            for (name, text) in LANE_TEXTS.into_iter().zip(texts) {
                wave.text(&format!("text.lane_{lane}.{name}"), text);
            }
        }
        self.show(family(access, expected.result_address_add != 0));
        if self.shown.cycle.is_none() {
            self.shown.cycle = Some(cycle);
            self.shown.lane = expected.execute_mask.trailing_zeros() as usize % LANES;
        }
    }

    /// Selects `mismatch` for the marker in place of the first result, unless an earlier mismatch
    /// is there.
    pub fn mark(&mut self, mismatch: &Mismatch) {
        if self.shown.mismatch.is_some() {
            return;
        }
        self.shown.cycle = Some(mismatch.place.cycle);
        self.shown.lane = mismatch.lane.unwrap_or(self.shown.lane);
        self.shown.mismatch = Some(mismatch.clone());
    }

    fn show(&mut self, family: Group) {
        if !self.shown.families.contains(&family) {
            self.shown.families.push(family);
        }
    }

    /// Ends the last expected result in the cycle after it, unless that is `cycle`.
    pub(super) fn end_of_result(&mut self, cycle: u64) {
        if self.next_cycle != 0 && cycle > self.next_cycle {
            self.wave.at(rising_edge(self.next_cycle));
            self.wave.number("expected.valid", 1, 0);
            self.next_cycle = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changes_are_written_and_mismatches_are_marked() {
        let mut recorder = WaveRecorder::default();
        let expected = Outputs {
            result_valid: 1,
            rd_write: u32::MAX,
            ..Outputs::default()
        };
        let outputs = [&expected, &Outputs::default()];
        recorder.request(3, "LEA R1, R2", Group::Lea);
        recorder.result(3, 0, "LEA R1, R2", outputs, None);
        recorder.result(4, 1, "LEA R1, R2", outputs, Some(1 << 31));
        recorder.result(9, 1, "LEA R1, R2", outputs, None);
        recorder.end_of_result(u64::MAX);
        let file = recorder.wave.into_vcd().expect("a file in memory");
        let text = String::from_utf8_lossy(&file);
        let count = |time: &str, value: &str| {
            let after = text.split(&format!("\n{time}\n")).nth(1);
            let lines = after.unwrap_or_default().lines();
            let changes = lines.take_while(|line| !line.starts_with('#'));
            changes.filter(|line| line.starts_with(value)).count()
        };
        // `valid` and all mismatches have a value from the start.
        assert_eq!(count("#0", "0"), 2 + LANES, "{text}");
        assert_eq!(count("#0", "s- "), 2 + LANES * LANE_TEXTS.len());
        assert_eq!(count("#6", "sLEA\\x20R1,\\x20R2 "), 1);
        // A lane has an expected and an actual value.
        let lanes = |it: &ExpectedSignal| if it.of_lane { 2 * LANES } else { 1 };
        let values: usize = signals().iter().map(lanes).sum();
        assert_eq!(count("#7", ""), 2 + values, "with number and text");
        // Changes: instruction, mismatch, lane 31, cycle.
        assert_eq!(count("#9", ""), 4);
        assert_eq!(count("#11", ""), 2, "valid ends");
        assert_eq!(count("#19", ""), 4);
        assert_eq!(count("#21", ""), 2);
    }
}
