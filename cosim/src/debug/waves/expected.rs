//! What the golden model expects, and what is clearer as text, as a wave file.
//!
//! Its time axis is the hardware's: a cycle is [`NANOSECONDS_PER_CYCLE`] long, its inputs
//! stand from its start, and what the rising edge of cycle n gives from [`rising_edge`] on.
//! `valid` is 1 in the cycles for which something is expected; each lane has a `mismatch`.

use super::lane::{Lane, LaneTexts};
use super::signal::{Signal, Text};
use crate::dut::unit::Outputs;
use isa::instruction::WARP_LANES;
use isa::ports::{Group, OUTPUTS, Port, Shape};
use std::io::{self, Write};
use vcd::{TimescaleUnit, Writer};

/// Scopes of the expected values and of the texts.
pub const EXPECTED: &str = "expected";
pub const TEXT: &str = "text";

/// Whether a result is expected, and the port that is high where there is one.
pub const VALID: &str = "valid";
pub const RESULT_VALID: &str = "result_valid";

/// Names of signals start here, with four characters: the hardware's have three at most, as
/// it has fewer than 94^3 signals. GTKWave reads names as numbers of 32 bits.
const FIRST_ID: u64 = 1_000_000;

/// As in the hardware's wave file.
pub const NANOSECONDS_PER_CYCLE: u64 = 2;

/// When a cycle starts; cycles count from 0.
pub fn start(cycle: u64) -> u64 {
    cycle * NANOSECONDS_PER_CYCLE
}

/// When the rising edge of a cycle is.
pub fn rising_edge(cycle: u64) -> u64 {
    cycle * NANOSECONDS_PER_CYCLE + NANOSECONDS_PER_CYCLE / 2
}

/// The ports of the result that belong to the whole warp, but for [`RESULT_VALID`].
pub fn warp_ports() -> impl Iterator<Item = (&'static str, u32)> {
    let of_warp = |port: &Port| match port.shape {
        Shape::Warp(bits) if port.group == Group::Result && port.name != RESULT_VALID => {
            Some((port.name, bits as u32))
        }
        _ => None,
    };
    OUTPUTS.iter().filter_map(of_warp)
}

/// What the hardware gave where something was expected.
pub struct Given<'a> {
    /// The instruction.
    pub text: &'a str,
    pub outputs: &'a Outputs,
    /// Anything differs, and the lanes that do.
    pub mismatched: bool,
    pub lanes: u32,
}

/// Writes expected values, cycle by cycle.
pub struct ExpectedVcd<W: Write> {
    vcd: Writer<W>,
    valid: Signal,
    instruction: Signal,
    warp: Vec<(&'static str, Signal)>,
    mismatch: Signal,
    lanes: Vec<Lane>,
    /// The instruction at the request port, and the one of which the result is.
    request: Text,
    result: Text,
    lane_texts: Vec<LaneTexts>,
    /// The cycle after the one that was recorded last.
    next_cycle: u64,
}

impl<W: Write> ExpectedVcd<W> {
    /// Writes the declarations; nothing is expected yet.
    ///
    /// # Errors
    /// As the writes to `out`.
    pub fn new(out: W) -> io::Result<ExpectedVcd<W>> {
        let mut vcd = Writer::new(out);
        vcd.timescale(1, TimescaleUnit::NS)?;
        vcd.add_module(EXPECTED)?;
        let mut valid = Signal::with_id(&mut vcd, FIRST_ID, VALID)?;
        let instruction = Signal::new(&mut vcd, 64, "instruction")?;
        let warp = warp_ports().map(|(name, width)| {
            let signal = Signal::new(&mut vcd, width, name)?;
            Ok((name, signal))
        });
        let warp = warp.collect::<io::Result<Vec<_>>>()?;
        let mut mismatch = Signal::new(&mut vcd, 1, "mismatch")?;
        let lanes = (0..WARP_LANES).map(|number| Lane::new(&mut vcd, number));
        let mut lanes = lanes.collect::<io::Result<Vec<_>>>()?;
        vcd.upscope()?;
        vcd.add_module(TEXT)?;
        let mut request = Text::new(&mut vcd, "request")?;
        let mut result = Text::new(&mut vcd, "result")?;
        let lane_texts = (0..WARP_LANES).map(|number| LaneTexts::new(&mut vcd, number));
        let mut lane_texts = lane_texts.collect::<io::Result<Vec<_>>>()?;
        vcd.upscope()?;
        vcd.enddefinitions()?;
        vcd.timestamp(0)?;
        valid.set(&mut vcd, 0)?;
        // Nothing differs yet, and that is known.
        mismatch.set(&mut vcd, 0)?;
        for lane in &mut lanes {
            lane.set_mismatch(&mut vcd, 0)?;
        }
        request.set(&mut vcd, "")?;
        result.set(&mut vcd, "")?;
        for texts in &mut lane_texts {
            texts.clear(&mut vcd)?;
        }
        Ok(ExpectedVcd {
            vcd,
            valid,
            instruction,
            warp,
            mismatch,
            lanes,
            request,
            result,
            lane_texts,
            next_cycle: 0,
        })
    }

    /// The instruction of the request that is made from the start of `cycle` on. It is told
    /// until the next one. Cycles only go up.
    ///
    /// # Errors
    /// As the writes.
    pub fn request(&mut self, cycle: u64, text: &str) -> io::Result<()> {
        if cycle > self.next_cycle {
            self.end_of_expectation()?;
        }
        self.vcd.timestamp(start(cycle))?;
        self.request.set(&mut self.vcd, text)
    }

    /// What the rising edge of `cycle` should give for an instruction, and what it gave. Cycles only
    /// go up.
    ///
    /// # Errors
    /// As the writes.
    pub fn record(
        &mut self,
        cycle: u64,
        instruction: u64,
        expected: &Outputs,
        given: &Given<'_>,
    ) -> io::Result<()> {
        if cycle > self.next_cycle {
            self.end_of_expectation()?;
        }
        self.vcd.timestamp(rising_edge(cycle))?;
        self.valid.set(&mut self.vcd, 1)?;
        self.instruction.set(&mut self.vcd, instruction)?;
        for (name, signal) in &mut self.warp {
            let value = expected.value(name, 0).unwrap_or_default();
            signal.set(&mut self.vcd, value)?;
        }
        self.mismatch.set(&mut self.vcd, given.mismatched.into())?;
        for (number, lane) in self.lanes.iter_mut().enumerate() {
            lane.set(&mut self.vcd, number, expected, given.lanes)?;
        }
        self.result.set(&mut self.vcd, given.text)?;
        for (number, texts) in self.lane_texts.iter_mut().enumerate() {
            texts.set(&mut self.vcd, number, expected, given.outputs)?;
        }
        self.next_cycle = cycle + 1;
        Ok(())
    }

    /// Ends the last cycle and hands everything to the file.
    ///
    /// # Errors
    /// As the writes.
    pub fn finish(mut self) -> io::Result<()> {
        self.end_of_expectation()?;
        self.vcd.flush()
    }

    /// Nothing is expected in the cycle after the one recorded last.
    fn end_of_expectation(&mut self) -> io::Result<()> {
        if self.valid.value() == Some(1) {
            self.vcd.timestamp(rising_edge(self.next_cycle))?;
            self.valid.set(&mut self.vcd, 0)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::lane::{LANE_TEXTS, lane_signals};
    use super::*;

    #[test]
    fn only_changes_are_written_and_mismatches_are_marked() -> io::Result<()> {
        let mut file = Vec::new();
        let mut vcd = ExpectedVcd::new(&mut file)?;
        let expected = Outputs {
            rd_write: u32::MAX,
            ..Outputs::default()
        };
        let outputs = Outputs::default();
        let given = |text, mismatched, lanes| Given {
            text,
            outputs: &outputs,
            mismatched,
            lanes,
        };
        vcd.request(3, "LEA R1, R2")?;
        vcd.record(3, 0, &expected, &given("LEA R1, R2", false, 0))?;
        vcd.record(4, 1, &expected, &given("LEA R1, R2", true, 1 << 31))?;
        vcd.record(9, 1, &expected, &given("LEA R1, R2", false, 0))?;
        vcd.finish()?;

        let text = String::from_utf8_lossy(&file);
        let changes = |time: &str| {
            let after = text.split(&format!("\n{time}")).nth(1).unwrap_or_default();
            let lines = after.lines().take_while(|line| !line.starts_with('#'));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        let text_of_request = changes("#6\n");
        assert!(
            text_of_request[0].starts_with("sLEA\\x20R1,\\x20R2 "),
            "{text}"
        );
        // valid, those of the warp and of each lane but mismatch, which was 0, and the text of
        // the result.
        let of_lane = lane_signals().len();
        let signals = 1 + 1 + warp_ports().count() + WARP_LANES * of_lane + 1;
        assert_eq!(changes("#7\n").len(), signals, "{text}");
        let second = changes("#9\n");
        assert_eq!(
            second.len(),
            3,
            "instruction, mismatch, lane 31: {second:?}"
        );
        assert_eq!(changes("#11\n").len(), 1, "valid ends");
        assert_eq!(changes("#19\n").len(), 3);
        assert_eq!(changes("#21\n").len(), 1);
        // valid, and mismatch of the warp and of each lane, none of which is ever unknown, and
        // texts.
        let first = changes("#0\n");
        let count = |value| {
            first
                .iter()
                .filter(|change| change.starts_with(value))
                .count()
        };
        assert_eq!(count("0"), 2 + WARP_LANES, "{first:?}");
        assert_eq!(count("s- "), 2 + WARP_LANES * LANE_TEXTS.len(), "{first:?}");
        Ok(())
    }
}
