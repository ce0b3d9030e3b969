//! Units: warps in beats, stalls on all sides, configuration writes and resets in between, against
//! the golden pipeline.

use super::{Expected, Golden, Inputs, one};
use isa::control::AccessSpace;
use isa::control::config_address::SHARED_SIZE;
use isa::instruction::WARP_LANES;
use isa::ports::{Care, Group, INPUTS, OUTPUTS, Port, Shape};
use sim::config::SHARED_BYTES;
use sim::pipeline::{LATENCY, Pipeline};
use sim::results::global_mask;
use tests::random::Random;

/// Kinds of units with a model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum UnitKind {
    Unit,
    /// A unit with LEA alone.
    Lea,
    /// A unit without its coalescer.
    WarpUnit,
}

/// A unit with its stimulus state.
pub struct Unit {
    kind: UnitKind,
    lanes: usize,
    golden: Pipeline,
    cycle: usize,
    before: Inputs,
    /// Whether a beat, or a configuration write, was offered and not taken: it has to stay.
    waits: bool,
    config_waits: bool,
    pub beats: Beats,
}

/// The beats of a warp.
pub struct Beats {
    lanes: usize,
    /// Number of beats that were taken.
    taken: usize,
    /// Whether all lanes of the warp are at one bank of shared memory.
    crowded: bool,
}

impl Beats {
    pub fn is_last(&self) -> bool {
        (self.taken + 1) * self.lanes == WARP_LANES
    }

    /// Places the lanes of a new beat at one bank, if its warp is crowded.
    fn aim(&self, inputs: &mut Inputs) {
        if self.crowded {
            let bank = |name, bits| {
                inputs
                    .elements(name)
                    .iter()
                    .map(|base| base & bits)
                    .collect()
            };
            let (lo, hi) = (bank("base_lo", 0x3f80), bank("base_hi", 0));
            inputs.put("base_lo", lo);
            inputs.put("base_hi", hi);
        }
    }

    fn edge(&mut self, taken: bool, reset: bool, random: &mut Random) {
        match (reset, taken) {
            (false, false) => {}
            (false, true) if !self.is_last() => self.taken += 1,
            _ => {
                self.taken = 0;
                self.crowded = random.once_in(3);
            }
        }
    }
}

impl Unit {
    pub fn new(kind: UnitKind, lanes: usize) -> Self {
        Unit {
            kind,
            lanes,
            golden: Pipeline::new(lanes),
            cycle: 0,
            before: Inputs::default(),
            waits: false,
            config_waits: false,
            beats: Beats {
                lanes,
                taken: 0,
                crowded: false,
            },
        }
    }
}

impl Golden for Unit {
    fn cycle(&mut self, inputs: &mut Inputs, random: &mut Random) -> Expected {
        self.beats.aim(inputs);
        for port in INPUTS.iter().filter(|port| port.name != "reset") {
            let of_warp = matches!(port.shape, Shape::Warp(_)) && !port.is_handshake();
            let keeps = match port.group {
                Group::Configuration => self.config_waits,
                Group::Result | Group::Memory => false,
                _ => self.waits || (of_warp && self.beats.taken != 0),
            };
            if keeps {
                inputs.keep(port.name, &self.before);
            }
        }
        make_legal(inputs);
        let reset = self.cycle == 0 || inputs.is("reset");
        inputs.set("reset", reset);
        let mut expected = Expected::new();
        // Without a memory port, requests are taken by a simulated memory.
        let mut seen = inputs.clone();
        if self.kind != UnitKind::Unit {
            seen = seen.with("memory_ready", vec![random.bit()]);
        }
        if self.kind == UnitKind::WarpUnit {
            // The coalescer has to take a result too.
            let taken = inputs.is("result_ready") && self.golden.result_valid();
            inputs.set("result_ready", taken);
            expected.push(("result_valid", one(self.golden.result_stands())));
            expected.extend(for_the_coalescer(&self.golden, self.lanes, self.cycle));
        }
        let config_valid = inputs.is("config_valid");
        let outputs = outputs(&self.golden, self.lanes, config_valid, self.cycle);
        expected.extend(outputs);

        let config_taken = inputs.is("config_valid") && self.golden.config_ready();
        let accepted = self.golden.edge(&row(&seen));
        self.config_waits = inputs.is("config_valid") && !config_taken && !reset;
        self.waits = inputs.is("request_valid") && !accepted && !reset;
        self.beats.edge(accepted, reset, random);
        self.before = inputs.clone();
        self.cycle += 1;
        expected
    }
}

/// Makes a meaningless request, and a size of shared memory that is out of bounds, legal.
fn make_legal(inputs: &mut Inputs) {
    let access = inputs.is("access");
    let spaces = AccessSpace::Constant as u64 + 1;
    inputs.set("address_add", inputs.is("address_add") && !access);
    inputs.set("access_space", inputs.get("access_space") % spaces);
    let field: u64 = match inputs.get("immediate_kind") {
        0 => 0xffff_ffff,
        1 => 0xff_ffff,
        _ => 0xffff,
    };
    inputs.set("immediate", inputs.get("immediate") & field);
    let data = inputs.get("config_data");
    let size = data & 0x1_ffff;
    if inputs.get("config_address") == u64::from(SHARED_SIZE) && size > u64::from(SHARED_BYTES) {
        inputs.set("config_data", data & !0x1_0000);
    }
}

/// The inputs for the pipeline; 0 for a missing port.
fn row(inputs: &Inputs) -> sim::Inputs {
    let mut row = sim::Inputs::default();
    for port in INPUTS {
        let value = inputs.get(port.name);
        match port.shape {
            Shape::Warp(_) => row.set_value(port.name, 0, value),
            Shape::Lane(1) => {
                (0..WARP_LANES).for_each(|lane| row.set_value(port.name, lane, value >> lane));
            }
            Shape::Lane(_) => {
                let elements = inputs.elements(port.name).iter().enumerate();
                elements.for_each(|(lane, &value)| row.set_value(port.name, lane, value));
            }
        }
    }
    row
}

/// The outputs of `lanes` lanes. Results are not compared after a bubble that saw the
/// configuration change, nor for requests from before the first reset.
fn outputs(golden: &Pipeline, lanes: usize, config_valid: bool, cycle: usize) -> Expected {
    let result = golden.result();
    let mut row = result.outputs.clone();
    row.config_ready = golden.config_ready().into();
    row.request_ready = golden.request_ready(config_valid).into();
    row.result_valid = golden.result_valid().into();
    golden.memory().put(&mut row);
    let of_port = |port: &Port| {
        let steady = port.care == Care::Always || !result.dont_care;
        let handshake = port.group != Group::Result || port.name == "result_valid";
        let is_expected = handshake || (cycle > LATENCY && steady);
        let value = |lane| row.value(port.name, lane).unwrap_or(0);
        let values = match port.shape {
            Shape::Warp(_) => vec![value(0)],
            Shape::Lane(1) => vec![(0..lanes).map(|lane| value(lane) << lane).sum()],
            Shape::Lane(_) => (0..lanes).map(value).collect(),
        };
        let values = values.into_iter().map(|value| is_expected.then_some(value));
        (port.name, values.collect())
    };
    OUTPUTS.iter().map(of_port).collect()
}

/// Outputs of a warp unit for the coalescer.
fn for_the_coalescer(golden: &Pipeline, lanes: usize, cycle: usize) -> Expected {
    let result = golden.result();
    let steady = cycle > LATENCY && !result.dont_care;
    let of_lanes = |part: fn(u64) -> u64| {
        let parts = (0..lanes).map(|lane| part(result.outputs.address(lane)));
        parts.map(|part| steady.then_some(part)).collect()
    };
    let global = steady.then_some(u64::from(global_mask(&result.outputs)));
    vec![
        ("global_mask", vec![global]),
        ("line", of_lanes(|address| address >> 7 & 0xffff_ffff)),
        ("top", of_lanes(|address| address >> 39 & 1)),
        ("word", of_lanes(|address| address >> 2 & 0x3f_ffff)),
    ]
}
