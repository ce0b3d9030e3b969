//! What the golden model expects, and what is clearer as text, as a wave file.
//!
//! Its time axis is the hardware's: a cycle is [`NANOSECONDS_PER_CYCLE`] long, its inputs
//! stand from its start, and what the rising edge of cycle n gives from [`rising_edge`] on.
//! `valid` is 1 in the cycles for which something is expected; each lane has a `mismatch`.

use isa::instruction::WARP_LANES;
use sim::pipeline::PortResult;
use std::io::{self, Write};
use vcd::{IdCode, ReferenceIndex, TimescaleUnit, Value, VarType, Writer};

/// Scopes of the expected values and of the texts.
pub const EXPECTED: &str = "expected";
pub const TEXT: &str = "text";

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

/// A signal and what was last written for it, so that only changes are.
struct Signal {
    id: IdCode,
    width: u32,
    value: Option<u64>,
}

impl Signal {
    fn new(vcd: &mut Writer<impl Write>, width: u32, name: &str) -> io::Result<Signal> {
        let range = ReferenceIndex::Range(width as i32 - 1, 0);
        let id = vcd.add_var(VarType::Wire, width, name, (width > 1).then_some(range))?;
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

/// A text and what was last written for it.
struct Text {
    id: IdCode,
    value: Option<String>,
}

impl Text {
    fn new(vcd: &mut Writer<impl Write>, name: &str) -> io::Result<Text> {
        let id = vcd.add_var(VarType::String, 1, name, None)?;
        Ok(Text { id, value: None })
    }

    fn set(&mut self, vcd: &mut Writer<impl Write>, value: &str) -> io::Result<()> {
        if self.value.as_deref() == Some(value) {
            return Ok(());
        }
        self.value = Some(value.to_owned());
        // White space ends a value.
        vcd.change_string(self.id, &value.replace(' ', "\\x20"))
    }
}

/// A signal of a lane: its name, its width, and the hardware's port of all lanes that it is
/// compared with. Of `cc` it is one bit of four, from the given one on.
pub struct LaneSignal {
    pub name: &'static str,
    pub width: u32,
    pub port: &'static str,
    pub bit: u32,
}

const fn lane_signal(name: &'static str, width: u32, port: &'static str) -> LaneSignal {
    let bit = 0;
    LaneSignal {
        name,
        width,
        port,
        bit,
    }
}

const fn flag(name: &'static str, bit: u32) -> LaneSignal {
    LaneSignal {
        bit,
        ..lane_signal(name, 1, "cc")
    }
}

/// The signals of a lane that have a port. `rd` is `sum_lo`; all others are named as the
/// ports, or as bits of them.
pub const LANE_SIGNALS: [LaneSignal; 19] = [
    lane_signal("rd", 32, "sum_lo"),
    lane_signal("sum_hi", 32, "sum_hi"),
    flag("cc_carry", 0),
    flag("cc_zero", 1),
    flag("cc_sign", 2),
    flag("cc_overflow", 3),
    lane_signal("rd_write", 1, "rd_write"),
    lane_signal("predicate_write", 1, "predicate_write"),
    lane_signal("cc_write", 1, "cc_write"),
    lane_signal("execute", 1, "execute_mask"),
    lane_signal("live", 1, "live_mask"),
    lane_signal("shared", 1, "shared_mask"),
    lane_signal("misaligned", 1, "misaligned_mask"),
    lane_signal("address_lo", 32, "address_lo"),
    lane_signal("address_hi", 8, "address_hi"),
    lane_signal("byte_enable", 16, "byte_enable"),
    lane_signal("space", 2, "space"),
    lane_signal("fault", 2, "fault"),
    lane_signal("lock_index", 8, "lock_index"),
];

const SPACES: [&str; 4] = ["global", "shared", "local", "constant"];
const FAULTS: [&str; 4] = ["none", "OutsideWindow", "OutsideAllocation", "Misaligned"];

/// Codes as the hardware gives them, lane 0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Codes {
    pub space: [u8; WARP_LANES],
    pub fault: [u8; WARP_LANES],
}

/// The texts of a lane: what is expected, what the hardware gives.
pub const LANE_TEXTS: [&str; 4] = [
    "expected_space",
    "actual_space",
    "expected_fault",
    "actual_fault",
];

/// The signals of one lane, in the order of [`LANE_SIGNALS`].
struct Lane {
    signals: Vec<Signal>,
    mismatch: Signal,
}

/// The texts of one lane, in the order of [`LANE_TEXTS`].
struct LaneTexts([Text; LANE_TEXTS.len()]);

impl LaneTexts {
    fn new<W: Write>(vcd: &mut Writer<W>, number: usize) -> io::Result<LaneTexts> {
        vcd.add_module(&format!("lane_{number}"))?;
        let [a, b, c, d] = LANE_TEXTS.map(|name| Text::new(vcd, name));
        let texts = [a?, b?, c?, d?];
        vcd.upscope()?;
        Ok(LaneTexts(texts))
    }

    fn set<W: Write>(
        &mut self,
        vcd: &mut Writer<W>,
        number: usize,
        expected: &PortResult<WARP_LANES>,
        actual: &Codes,
    ) -> io::Result<()> {
        let name = |names: [&'static str; 4], code: u8| names[usize::from(code & 3)];
        let lanes = &expected.lanes;
        let values = match expected.access {
            true => [
                name(SPACES, lanes.space[number]),
                name(SPACES, actual.space[number]),
                name(FAULTS, lanes.fault[number]),
                name(FAULTS, actual.fault[number]),
            ],
            false => ["-"; LANE_TEXTS.len()],
        };
        for (text, value) in self.0.iter_mut().zip(values) {
            text.set(vcd, value)?;
        }
        Ok(())
    }
}

impl Lane {
    fn new<W: Write>(vcd: &mut Writer<W>, number: usize) -> io::Result<Lane> {
        vcd.add_module(&format!("lane_{number}"))?;
        let signals = LANE_SIGNALS.map(|it| Signal::new(vcd, it.width, it.name));
        let signals = signals.into_iter().collect::<io::Result<_>>()?;
        let mismatch = Signal::new(vcd, 1, "mismatch")?;
        vcd.upscope()?;
        Ok(Lane { signals, mismatch })
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
        ];
        for (signal, value) in self.signals.iter_mut().zip(values) {
            signal.set(vcd, value)?;
        }
        self.mismatch.set(vcd, of(mismatch))
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

/// What the hardware gave where something was expected.
pub struct Given<'a> {
    /// The instruction.
    pub text: &'a str,
    pub codes: Codes,
    /// Anything differs, and the lanes that do.
    pub mismatched: bool,
    pub lanes: u32,
}

/// Writes expected values, cycle by cycle.
pub struct ExpectedVcd<W: Write> {
    vcd: Writer<W>,
    valid: Signal,
    /// In the order of [`WARP_SIGNALS`].
    warp: Vec<Signal>,
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
        let mut valid = Signal {
            id: FIRST_ID.into(),
            width: 1,
            value: None,
        };
        // The names of all others follow.
        vcd.var_def(VarType::Wire, 1, valid.id, "valid", None)?;
        let warp = WARP_SIGNALS.map(|(name, width)| Signal::new(&mut vcd, width, name));
        let mut warp = warp.into_iter().collect::<io::Result<Vec<_>>>()?;
        let lanes = (0..WARP_LANES).map(|number| Lane::new(&mut vcd, number));
        let lanes = lanes.collect::<io::Result<_>>()?;
        vcd.upscope()?;
        vcd.add_module(TEXT)?;
        let request = Text::new(&mut vcd, "request")?;
        let result = Text::new(&mut vcd, "result")?;
        let lane_texts = (0..WARP_LANES).map(|number| LaneTexts::new(&mut vcd, number));
        let lane_texts = lane_texts.collect::<io::Result<_>>()?;
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
            request,
            result,
            lane_texts,
            next_cycle: 0,
        })
    }

    /// What stands at the request port from the start of `cycle` on; nothing where it is
    /// empty. Cycles only go up.
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

    /// What the rising edge of `cycle` should give, and what it gave. Cycles only go up.
    ///
    /// # Errors
    /// As the writes.
    pub fn record(
        &mut self,
        cycle: u64,
        expected: &PortResult<WARP_LANES>,
        given: &Given<'_>,
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
            given.mismatched.into(),
        ];
        for (signal, value) in self.warp.iter_mut().zip(values) {
            signal.set(&mut self.vcd, value)?;
        }
        for (number, lane) in self.lanes.iter_mut().enumerate() {
            lane.set(&mut self.vcd, number, expected, given.lanes)?;
        }
        self.result.set(&mut self.vcd, given.text)?;
        for (number, texts) in self.lane_texts.iter_mut().enumerate() {
            texts.set(&mut self.vcd, number, expected, &given.codes)?;
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
        let given = |text, mismatched, lanes| Given {
            text,
            codes: Codes {
                space: [0; WARP_LANES],
                fault: [0; WARP_LANES],
            },
            mismatched,
            lanes,
        };
        vcd.request(3, "LEA R1, R2")?;
        vcd.record(3, &expected, &given("LEA R1, R2", false, 0))?;
        expected.instruction = 1;
        vcd.record(4, &expected, &given("LEA R1, R2", true, 1 << 31))?;
        vcd.record(9, &expected, &given("LEA R1, R2", false, 0))?;
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
        // valid, those of the warp but mismatch, which was 0, those of each lane with its
        // mismatch, and the texts but the request's.
        let of_lane = LANE_SIGNALS.len() + 1 + LANE_TEXTS.len();
        let signals = 1 + (WARP_SIGNALS.len() - 1) + WARP_LANES * of_lane + 1;
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
        Ok(())
    }
}
