//! A wave file of what the golden model expects, to be opened beside the hardware's.
//!
//! Both have one time axis: a cycle is [`NANOSECONDS_PER_CYCLE`] long, and what the
//! rising edge of cycle n gives stands from [`rising_edge`] on. `valid` is 1 in the
//! cycles for which something is expected; each lane has a `mismatch`.

use isa::instruction::WARP_LANES;
use sim::pipeline::PortResult;
use std::io::{self, Write};
use vcd::{IdCode, TimescaleUnit, Value, Writer};

/// As in the hardware's wave file.
pub const NANOSECONDS_PER_CYCLE: u64 = 2;

/// When the rising edge of a cycle is; cycles count from 0.
pub fn rising_edge(cycle: u64) -> u64 {
    cycle * NANOSECONDS_PER_CYCLE + NANOSECONDS_PER_CYCLE / 2
}

/// A signal and what was last written for it, so that only changes are.
struct Signal {
    id: IdCode,
    width: u32,
    value: Option<u64>,
}

impl Signal {
    fn new(vcd: &mut Writer<impl Write>, width: u32, name: &str) -> io::Result<Signal> {
        let id = vcd.add_wire(width, name)?;
        Ok(Signal {
            id,
            width,
            value: None,
        })
    }

    fn set(&mut self, vcd: &mut Writer<impl Write>, value: u64) -> io::Result<()> {
        if self.value.replace(value) == Some(value) {
            return Ok(());
        }
        let bit = |bit: u32| Value::from(value >> bit & 1 != 0);
        if self.width == 1 {
            vcd.change_scalar(self.id, bit(0))
        } else {
            vcd.change_vector(self.id, (0..self.width).rev().map(bit))
        }
    }
}

/// The signals of one lane.
struct Lane {
    rd: Signal,
    sum_hi: Signal,
    cc_carry: Signal,
    cc_zero: Signal,
    cc_sign: Signal,
    cc_overflow: Signal,
    rd_write: Signal,
    predicate_write: Signal,
    cc_write: Signal,
    mismatch: Signal,
}

impl Lane {
    fn new<W: Write>(vcd: &mut Writer<W>, number: usize) -> io::Result<Lane> {
        vcd.add_module(&format!("lane_{number}"))?;
        let lane = Lane {
            rd: Signal::new(vcd, 32, "rd")?,
            sum_hi: Signal::new(vcd, 32, "sum_hi")?,
            cc_carry: Signal::new(vcd, 1, "cc_carry")?,
            cc_zero: Signal::new(vcd, 1, "cc_zero")?,
            cc_sign: Signal::new(vcd, 1, "cc_sign")?,
            cc_overflow: Signal::new(vcd, 1, "cc_overflow")?,
            rd_write: Signal::new(vcd, 1, "rd_write")?,
            predicate_write: Signal::new(vcd, 1, "predicate_write")?,
            cc_write: Signal::new(vcd, 1, "cc_write")?,
            mismatch: Signal::new(vcd, 1, "mismatch")?,
        };
        vcd.upscope()?;
        Ok(lane)
    }

    fn set<W: Write>(
        &mut self,
        vcd: &mut Writer<W>,
        number: usize,
        expected: &PortResult<WARP_LANES>,
        mismatch: u32,
    ) -> io::Result<()> {
        let code = u64::from(expected.lanes.cc[number]);
        let of = |mask: u32| u64::from(mask >> number & 1);
        self.rd.set(vcd, expected.lanes.sum_lo[number].into())?;
        self.sum_hi.set(vcd, expected.lanes.sum_hi[number].into())?;
        self.cc_carry.set(vcd, code & 1)?;
        self.cc_zero.set(vcd, code >> 1 & 1)?;
        self.cc_sign.set(vcd, code >> 2 & 1)?;
        self.cc_overflow.set(vcd, code >> 3 & 1)?;
        self.rd_write.set(vcd, of(expected.rd_write))?;
        self.predicate_write
            .set(vcd, of(expected.predicate_write))?;
        self.cc_write.set(vcd, of(expected.cc_write))?;
        self.mismatch.set(vcd, of(mismatch))
    }
}

/// Writes expected values, cycle by cycle.
pub struct ExpectedVcd<W: Write> {
    vcd: Writer<W>,
    valid: Signal,
    instruction: Signal,
    mismatch: Signal,
    lanes: Vec<Lane>,
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
        vcd.add_module("expected")?;
        let mut valid = Signal::new(&mut vcd, 1, "valid")?;
        let instruction = Signal::new(&mut vcd, 64, "instruction")?;
        let mut mismatch = Signal::new(&mut vcd, 1, "mismatch")?;
        let lanes = (0..WARP_LANES).map(|number| Lane::new(&mut vcd, number));
        let lanes = lanes.collect::<io::Result<_>>()?;
        vcd.upscope()?;
        vcd.enddefinitions()?;
        vcd.timestamp(0)?;
        valid.set(&mut vcd, 0)?;
        mismatch.set(&mut vcd, 0)?;
        Ok(ExpectedVcd {
            vcd,
            valid,
            instruction,
            mismatch,
            lanes,
            next_cycle: 0,
        })
    }

    /// What the rising edge of `cycle` should give. `mismatched` says that anything
    /// differs, `lanes` which lanes do. Cycles only go up.
    ///
    /// # Errors
    /// As the writes.
    pub fn record(
        &mut self,
        cycle: u64,
        expected: &PortResult<WARP_LANES>,
        mismatched: bool,
        lanes: u32,
    ) -> io::Result<()> {
        if cycle > self.next_cycle {
            self.end_of_expectation()?;
        }
        self.vcd.timestamp(rising_edge(cycle))?;
        self.valid.set(&mut self.vcd, 1)?;
        self.instruction.set(&mut self.vcd, expected.instruction)?;
        self.mismatch.set(&mut self.vcd, mismatched.into())?;
        for (number, lane) in self.lanes.iter_mut().enumerate() {
            lane.set(&mut self.vcd, number, expected, lanes)?;
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
        if self.valid.value == Some(1) {
            self.vcd.timestamp(rising_edge(self.next_cycle))?;
            self.valid.set(&mut self.vcd, 0)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim::lea_lanes::LaneResults;

    #[test]
    fn only_changes_are_written_and_mismatches_are_marked() -> io::Result<()> {
        let mut file = Vec::new();
        let mut vcd = ExpectedVcd::new(&mut file)?;
        let mut expected = PortResult {
            instruction: 0,
            beat: 0,
            predicate: 7,
            destination: 1,
            rd_write: u32::MAX,
            predicate_write: 0,
            cc_write: 0,
            lanes: LaneResults::default(),
            stale: false,
        };
        vcd.record(3, &expected, false, 0)?;
        expected.instruction = 1;
        vcd.record(4, &expected, true, 1 << 31)?;
        vcd.record(9, &expected, false, 0)?;
        vcd.finish()?;

        let text = String::from_utf8_lossy(&file);
        let changes = |time: &str| {
            let after = text.split(&format!("\n{time}")).nth(1).unwrap_or_default();
            let lines = after.lines().take_while(|line| !line.starts_with('#'));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        // valid, instruction and ten signals of each lane; the warp's mismatch was 0.
        assert_eq!(changes("#7\n").len(), 2 + 320, "{text}");
        let second = changes("#9\n");
        assert_eq!(
            second.len(),
            3,
            "instruction, mismatch, lane 31: {second:?}"
        );
        assert_eq!(changes("#11\n"), ["0!"], "valid ends");
        assert_eq!(changes("#19\n").len(), 3);
        assert_eq!(changes("#21\n"), ["0!"]);
        Ok(())
    }
}
