//! One lane in the wave file: what is expected of its ports, and its codes as text.

use super::signal::{Signal, Text};
use crate::testbench::mismatch::CC_FLAGS;
use isa::instruction::WARP_LANES;
use sim::pipeline::PortResult;
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

const fn lane_signal(name: &'static str, width: u32, port: &'static str) -> LaneSignal {
    let bit = 0;
    LaneSignal {
        name,
        width,
        port,
        bit,
    }
}

const fn flag(bit: usize) -> LaneSignal {
    LaneSignal {
        bit: bit as u32,
        ..lane_signal(CC_FLAGS[bit], 1, "cc")
    }
}

/// The signals of a lane that have a port. `rd` is `sum_lo`; all others are named as the
/// ports, or as bits of them.
pub const LANE_SIGNALS: [LaneSignal; 19] = [
    lane_signal("rd", 32, "sum_lo"),
    lane_signal("sum_hi", 32, "sum_hi"),
    flag(0),
    flag(1),
    flag(2),
    flag(3),
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
pub struct Lane {
    signals: Vec<Signal>,
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
            false => return self.clear(vcd),
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
        let signals = LANE_SIGNALS.map(|it| Signal::new(vcd, it.width, it.name));
        let signals = signals.into_iter().collect::<io::Result<_>>()?;
        let mismatch = Signal::new(vcd, 1, "mismatch")?;
        vcd.upscope()?;
        Ok(Lane { signals, mismatch })
    }

    pub fn set<W: Write>(
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
        self.set_mismatch(vcd, of(mismatch))
    }

    pub fn set_mismatch<W: Write>(&mut self, vcd: &mut Writer<W>, value: u64) -> io::Result<()> {
        self.mismatch.set(vcd, value)
    }
}
