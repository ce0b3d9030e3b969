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

/// What one lane's signals are called, and how wide they are. `rd` is `sum_lo`; all
/// others are named as the ports, or as bits of them.
const LANE_SIGNALS: [(&str, u32); 20] = [
    ("rd", 32),
    ("sum_hi", 32),
    ("cc_carry", 1),
    ("cc_zero", 1),
    ("cc_sign", 1),
    ("cc_overflow", 1),
    ("rd_write", 1),
    ("predicate_write", 1),
    ("cc_write", 1),
    ("execute", 1),
    ("live", 1),
    ("shared", 1),
    ("misaligned", 1),
    ("address_lo", 32),
    ("address_hi", 8),
    ("byte_enable", 16),
    ("space", 2),
    ("fault", 2),
    ("lock_index", 8),
    ("mismatch", 1),
];

/// The signals of one lane, in the order of [`LANE_SIGNALS`].
struct Lane {
    signals: Vec<Signal>,
}

impl Lane {
    fn new<W: Write>(vcd: &mut Writer<W>, number: usize) -> io::Result<Lane> {
        vcd.add_module(&format!("lane_{number}"))?;
        let signals = LANE_SIGNALS.map(|(name, width)| Signal::new(vcd, width, name));
        let signals = signals.into_iter().collect::<io::Result<_>>()?;
        vcd.upscope()?;
        Ok(Lane { signals })
    }

    fn set<W: Write>(
        &mut self,
        vcd: &mut Writer<W>,
        number: usize,
        expected: &PortResult<WARP_LANES>,
        mismatch: u32,
    ) -> io::Result<()> {
        let lanes = &expected.lanes;
        let code = u64::from(lanes.cc[number]);
        let of = |mask: u32| u64::from(mask >> number & 1);
        let values: [u64; LANE_SIGNALS.len()] = [
            lanes.sum_lo[number].into(),
            lanes.sum_hi[number].into(),
            code & 1,
            code >> 1 & 1,
            code >> 2 & 1,
            code >> 3 & 1,
            of(expected.rd_write),
            of(expected.predicate_write),
            of(expected.cc_write),
            of(expected.execute_mask),
            of(expected.live_mask),
            of(expected.shared_mask),
            of(expected.misaligned_mask),
            lanes.address_lo[number].into(),
            lanes.address_hi[number].into(),
            lanes.byte_enable[number].into(),
            lanes.space[number].into(),
            lanes.fault[number].into(),
            lanes.lock_index[number].into(),
            of(mismatch),
        ];
        for (signal, value) in self.signals.iter_mut().zip(values) {
            signal.set(vcd, value)?;
        }
        Ok(())
    }
}

/// What the signals of the whole warp are called, and how wide they are.
const WARP_SIGNALS: [(&str, u32); 9] = [
    ("instruction", 64),
    ("access", 1),
    ("address_add", 1),
    ("destination", 16),
    ("element", 5),
    ("uniform", 1),
    ("fault_valid", 1),
    ("fault_lane", 5),
    ("mismatch", 1),
];

/// Writes expected values, cycle by cycle.
pub struct ExpectedVcd<W: Write> {
    vcd: Writer<W>,
    valid: Signal,
    /// In the order of [`WARP_SIGNALS`].
    warp: Vec<Signal>,
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
        let warp = WARP_SIGNALS.map(|(name, width)| Signal::new(&mut vcd, width, name));
        let mut warp = warp.into_iter().collect::<io::Result<Vec<_>>>()?;
        let lanes = (0..WARP_LANES).map(|number| Lane::new(&mut vcd, number));
        let lanes = lanes.collect::<io::Result<_>>()?;
        vcd.upscope()?;
        vcd.enddefinitions()?;
        vcd.timestamp(0)?;
        valid.set(&mut vcd, 0)?;
        if let Some(mismatch) = warp.last_mut() {
            mismatch.set(&mut vcd, 0)?;
        }
        Ok(ExpectedVcd {
            vcd,
            valid,
            warp,
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
        let values: [u64; WARP_SIGNALS.len()] = [
            expected.instruction,
            expected.access.into(),
            expected.address_add.into(),
            expected.destination.into(),
            expected.element.into(),
            expected.uniform.into(),
            expected.fault_valid.into(),
            expected.fault_lane.into(),
            mismatched.into(),
        ];
        for (signal, value) in self.warp.iter_mut().zip(values) {
            signal.set(&mut self.vcd, value)?;
        }
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

    #[test]
    fn only_changes_are_written_and_mismatches_are_marked() -> io::Result<()> {
        let mut file = Vec::new();
        let mut vcd = ExpectedVcd::new(&mut file)?;
        let mut expected = PortResult {
            rd_write: u32::MAX,
            ..PortResult::default()
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
        // valid, those of the warp but mismatch, which was 0, and those of each lane.
        let signals = 1 + (WARP_SIGNALS.len() - 1) + WARP_LANES * LANE_SIGNALS.len();
        assert_eq!(changes("#7\n").len(), signals, "{text}");
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
