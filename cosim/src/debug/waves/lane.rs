//! One lane in the wave file: what is expected of its ports, and its codes as text.

use super::signal::{Signal, Text};
use crate::dut::unit::Outputs;
use isa::ports::{OUTPUTS, Port, Shape};
use scoreboard::CC_FLAGS;
use std::io::{self, Write};
use vcd::Writer;

/// A signal of a lane: its name, its width, and the hardware's port of all lanes that it is
/// compared with. Of `cc` it is one bit of four, from the given one on.
pub struct LaneSignal {
    pub name: &'static str,
    pub width: u32,
    pub port: &'static str,
    pub bit: u32,
}

/// The signals of a lane, named as the ports, or as bits of them; values before masks.
pub fn lane_signals() -> Vec<LaneSignal> {
    let of_port = |port: &Port| -> Vec<LaneSignal> {
        let signal = |name, width, bit| LaneSignal {
            name,
            width,
            port: port.name,
            bit,
        };
        match port.shape {
            Shape::Warp(_) => vec![],
            Shape::Lane(_) if port.name == "cc" => {
                let flags = (0..).zip(CC_FLAGS);
                flags.map(|(bit, name)| signal(name, 1, bit)).collect()
            }
            Shape::Lane(bits) => vec![signal(port.name, bits as u32, 0)],
        }
    };
    let mut signals: Vec<LaneSignal> = OUTPUTS.iter().flat_map(of_port).collect();
    signals.sort_by_key(|signal| signal.width == 1 && signal.port != "cc");
    signals
}

const SPACES: [&str; 4] = ["global", "shared", "local", "constant"];
const FAULTS: [&str; 4] = ["none", "OutsideWindow", "OutsideAllocation", "Misaligned"];

/// The texts of a lane: what is expected, what the hardware gives.
pub const LANE_TEXTS: [&str; 4] = [
    "expected_space",
    "actual_space",
    "expected_fault",
    "actual_fault",
];

/// The signals of one lane.
pub struct Lane {
    signals: Vec<(LaneSignal, Signal)>,
    mismatch: Signal,
}

/// The texts of one lane, in the order of [`LANE_TEXTS`].
pub struct LaneTexts([Text; LANE_TEXTS.len()]);

impl LaneTexts {
    pub fn new<W: Write>(vcd: &mut Writer<W>, number: usize) -> io::Result<LaneTexts> {
        vcd.add_module(&format!("lane_{number}"))?;
        let [a, b, c, d] = LANE_TEXTS.map(|name| Text::new(vcd, name));
        let texts = [a?, b?, c?, d?];
        vcd.upscope()?;
        Ok(LaneTexts(texts))
    }

    pub fn set<W: Write>(
        &mut self,
        vcd: &mut Writer<W>,
        number: usize,
        expected: &Outputs,
        actual: &Outputs,
    ) -> io::Result<()> {
        let name = |names: [&'static str; 4], code: u8| names[usize::from(code & 3)];
        let values = match expected.result_access {
            0 => return self.clear(vcd),
            _ => [
                name(SPACES, expected.space[number]),
                name(SPACES, actual.space[number]),
                name(FAULTS, expected.fault[number]),
                name(FAULTS, actual.fault[number]),
            ],
        };
        for (text, value) in self.0.iter_mut().zip(values) {
            text.set(vcd, value)?;
        }
        Ok(())
    }

    /// Nothing is accessed.
    pub fn clear<W: Write>(&mut self, vcd: &mut Writer<W>) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|text| text.set(vcd, ""))
    }
}

impl Lane {
    pub fn new<W: Write>(vcd: &mut Writer<W>, number: usize) -> io::Result<Lane> {
        vcd.add_module(&format!("lane_{number}"))?;
        let signals = lane_signals().into_iter().map(|it| {
            let signal = Signal::new(vcd, it.width, it.name)?;
            Ok((it, signal))
        });
        let signals = signals.collect::<io::Result<_>>()?;
        let mismatch = Signal::new(vcd, 1, "mismatch")?;
        vcd.upscope()?;
        Ok(Lane { signals, mismatch })
    }

    pub fn set<W: Write>(
        &mut self,
        vcd: &mut Writer<W>,
        number: usize,
        expected: &Outputs,
        mismatch: u32,
    ) -> io::Result<()> {
        for (it, signal) in &mut self.signals {
            let value = expected.value(it.port, number).unwrap_or_default();
            signal.set(vcd, value >> it.bit & u64::MAX >> (64 - it.width))?;
        }
        self.set_mismatch(vcd, u64::from(mismatch >> number & 1))
    }

    pub fn set_mismatch<W: Write>(&mut self, vcd: &mut Writer<W>, value: u64) -> io::Result<()> {
        self.mismatch.set(vcd, value)
    }
}
