//! Units: warps in beats, stalls on all sides, configuration writes and resets between them, against
//! the golden pipeline.

use super::{Expected, Golden, Inputs, one};
use isa::control::AccessSpace;
use isa::instruction::WARP_LANES;
use isa::ports::{Care, Group, INPUTS, Shape};
use replay::random::Random;
use sim::pipeline::{LATENCY, Pipeline, PortInputs, PortOutputs, PortState};

/// The kinds of units that are driven.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Unit,
    /// Knows LEA alone.
    Lea,
    /// Without its coalescer.
    WarpUnit,
}

/// A unit, and what it waits with.
pub struct Unit<const LANES: usize> {
    kind: Kind,
    golden: Pipeline<LANES>,
    cycle: usize,
    before: Inputs,
    /// A beat, a configuration write was offered and not taken: it has to stay.
    waits: bool,
    config_waits: bool,
    pub beats: Beats<LANES>,
}

/// The beats of a warp.
#[derive(Default)]
pub struct Beats<const LANES: usize> {
    /// Those that were taken.
    taken: usize,
    /// All lanes of the warp are at one bank of shared memory.
    crowded: bool,
}

impl<const LANES: usize> Beats<LANES> {
    pub fn is_last(&self) -> bool {
        (self.taken + 1) * LANES == WARP_LANES
    }

    /// Sends the lanes of a new beat where its warp goes.
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

impl<const LANES: usize> Unit<LANES> {
    pub fn new(kind: Kind) -> Self {
        Unit {
            kind,
            golden: Pipeline::default(),
            cycle: 0,
            before: Inputs::default(),
            waits: false,
            config_waits: false,
            beats: Beats::default(),
        }
    }
}

impl<const LANES: usize> Golden for Unit<LANES> {
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
        // A unit without a memory port has somebody behind it who takes requests.
        let mut seen = inputs.clone();
        if self.kind != Kind::Unit {
            seen = seen.with("memory_ready", vec![random.bit()]);
        }
        if self.kind == Kind::WarpUnit {
            // A result is taken where the coalescer takes it too.
            let taken = inputs.is("result_ready") && self.golden.result_valid();
            inputs.set("result_ready", taken);
            expected.push(("result_valid", one(self.golden.result_stands())));
            expected.extend(for_the_coalescer(&self.golden, self.cycle));
        }
        expected.extend(outputs(&self.golden, inputs.is("config_valid"), self.cycle));

        let config_taken = inputs.is("config_valid") && self.golden.config_ready();
        let accepted = with_inputs(&seen, |inputs| self.golden.edge(inputs));
        self.config_waits = inputs.is("config_valid") && !config_taken && !reset;
        self.waits = inputs.is("request_valid") && !accepted && !reset;
        self.beats.edge(accepted, reset, random);
        self.before = inputs.clone();
        self.cycle += 1;
        expected
    }
}

/// Gives a request that means nothing a meaning.
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
}

/// The value of a port, as the pipeline takes it.
macro_rules! value {
    ($inputs:ident, $port:ident, Warp 1) => {
        $inputs.is(stringify!($port))
    };
    ($inputs:ident, $port:ident, Lane 32) => {
        &std::array::from_fn(|lane| {
            let elements = $inputs.elements(stringify!($port));
            elements.get(lane).copied().unwrap_or(0) as u32
        })
    };
    ($inputs:ident, $port:ident, $shape:ident $bits:tt) => {
        $inputs.get(stringify!($port)) as _
    };
}

/// The value of a port: a number of the warp, or one of each lane.
macro_rules! elements {
    ($held:expr, Lane 1) => {
        vec![u64::from($held)]
    };
    ($held:expr, Lane $bits:tt) => {
        $held.map(u64::from).to_vec()
    };
    ($held:expr, Warp $bits:tt) => {
        vec![u64::from($held)]
    };
}

macro_rules! ports {
    (
        inputs { $($input:ident $of_input:ident $input_shape:ident $input_bits:tt
            $input_meaning:literal,)* }
        outputs { $($output:ident $group:ident $shape:ident $bits:tt
            $care:ident $when:ident $meaning:literal,)* }
    ) => {
        /// Does `work` with the inputs as the pipeline takes them; 0 where there is no such port.
        fn with_inputs<const LANES: usize, T>(
            inputs: &Inputs,
            work: impl FnOnce(&PortInputs<'_, LANES>) -> T,
        ) -> T {
            work(&PortInputs {
                $($input: value!(inputs, $input, $input_shape $input_bits),)*
            })
        }

        /// The outputs. Nothing is said of a result where a bubble has seen the configuration change,
        /// nor of what entered before the first reset.
        fn outputs<const LANES: usize>(
            golden: &Pipeline<LANES>,
            config_valid: bool,
            cycle: usize,
        ) -> Expected {
            let state = state(golden, config_valid);
            let outputs = PortOutputs { ports: &state, result: golden.result() };
            let said = |group, care, name| {
                let handshake = group != Group::Result || name == "result_valid";
                let steady = care == Care::Always || !state.dont_care;
                handshake || (cycle > LATENCY && steady)
            };
            vec![$((
                stringify!($output),
                elements!(outputs.$output(), $shape $bits)
                    .into_iter()
                    .map(|value| {
                        said(Group::$group, Care::$care, stringify!($output)).then_some(value)
                    })
                    .collect(),
            ),)*]
        }
    };
}

isa::unit_ports!(ports);

fn state<const LANES: usize>(golden: &Pipeline<LANES>, config_valid: bool) -> PortState {
    let result = golden.result();
    PortState {
        config_ready: golden.config_ready(),
        request_ready: golden.request_ready(config_valid),
        result_valid: golden.result_valid(),
        result_last: result.beat == Pipeline::<LANES>::LAST_BEAT,
        first_lane: usize::from(result.beat) * LANES,
        dont_care: result.dont_care,
        memory_valid: golden.memory_valid(),
        memory: *golden.memory(),
    }
}

/// Outputs of a warp unit for the coalescer.
fn for_the_coalescer<const LANES: usize>(golden: &Pipeline<LANES>, cycle: usize) -> Expected {
    let result = golden.result();
    let steady = cycle > LATENCY && !result.dont_care;
    let of_lanes = |part: fn(u64) -> u64| {
        let parts = (0..LANES).map(|lane| part(result.lanes.address(lane)));
        parts.map(|part| steady.then_some(part)).collect()
    };
    let global = steady.then_some(u64::from(result.global_mask()));
    vec![
        ("global_mask", vec![global]),
        ("line", of_lanes(|address| address >> 7 & 0xffff_ffff)),
        ("top", of_lanes(|address| address >> 39 & 1)),
        ("word", of_lanes(|address| address >> 2 & 0x3f_ffff)),
    ]
}
