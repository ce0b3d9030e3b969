//! The golden pipeline of each width in every cycle, against queues. The result of a beat is its
//! part of the whole warp's, and memory requests are those of `coalesce`.

use crate::common::Random;
use crate::common::ports::{RandomWarp, idle, load, part};
use agu_model::coalescer::{Coalescer, MemoryRequest, WarpAccess, coalesce, latency};
use agu_model::pipeline::{Pipeline, respond};
use agu_model::{Inputs, Outputs, WarpConfig};
use isa::control::config_address;
use isa::ports::{OUTPUTS, Shape};
use std::collections::VecDeque;

/// Content of a stage, a valid beat or not.
#[derive(Clone, Default)]
struct StageContent {
    valid: bool,
    instruction: u64,
    dont_care: bool,
    result: Outputs,
}

/// Spaces and addresses of the live lanes, and the first fault, of a warp's beats so far.
type SoFar = (Vec<(u8, u64)>, Option<u8>);

/// The unit as queues.
struct Reference {
    lanes: usize,
    /// Six stages, the last one in front.
    stages: VecDeque<StageContent>,
    port: StageContent,
    held: Option<StageContent>,
    beat: usize,
    warps: u64,
    so_far: SoFar,
    coalescer: Coalescer,
    config: WarpConfig,
    /// Memory requests that are still to be made.
    requests: VecDeque<MemoryRequest>,
}

impl Reference {
    fn new(lanes: usize) -> Self {
        let empty = StageContent {
            dont_care: true,
            ..StageContent::default()
        };
        Reference {
            lanes,
            stages: vec![empty.clone(); 6].into(),
            port: empty,
            held: None,
            beat: 0,
            warps: 0,
            so_far: SoFar::default(),
            coalescer: Coalescer::new(lanes),
            config: WarpConfig::default(),
            requests: VecDeque::new(),
        }
    }

    fn result_valid(&self) -> bool {
        self.port.valid && (self.coalescer.ready() || self.port.result.result_access == 0)
    }

    fn request_ready(&self, config_valid: bool) -> bool {
        self.held.is_none() && (self.beat > 0 || !config_valid)
    }

    fn config_ready(&self) -> bool {
        !self.stages.iter().any(|slot| slot.valid) && !self.port.valid && self.beat == 0
    }

    /// Passes one edge. Returns whether a beat was accepted.
    fn edge(&mut self, inputs: &Inputs) -> bool {
        let (config_valid, resets) = (inputs.config_valid != 0, inputs.reset != 0);
        let accepted = inputs.request_valid != 0 && self.request_ready(config_valid);
        let configured = config_valid && self.config_ready();
        let leaves = self.result_valid() && inputs.result_ready != 0;
        self.coalescer.edge(inputs.memory_ready != 0);
        if leaves && self.port.result.result_access != 0 {
            self.coalescer.take(&self.port.result);
        }

        let is_free = leaves || !self.port.valid;
        if self.held.is_none() {
            let whole = respond(inputs, &self.config);
            self.stages.push_back(StageContent {
                valid: accepted,
                instruction: self.warps - u64::from(self.beat > 0),
                dont_care: false,
                result: beat_of(self.lanes, &whole, self.beat),
            });
            let last = self.stages.pop_front().expect("six stages");
            if is_free {
                self.port = last;
            } else {
                self.held = Some(last);
            }
            self.gather();
            if accepted && self.beat == 0 {
                self.warps += 1;
                self.requests.extend(definition(&whole));
            }
            self.beat = (self.beat + usize::from(accepted)) % (32 / self.lanes);
        } else if is_free {
            self.port = self.held.take().expect("something held");
        }

        let before = self.config.clone();
        if configured {
            write(&mut self.config, inputs.config_address, inputs.config_data);
        }
        if resets {
            self.config = WarpConfig::default();
        }
        if self.config != before || resets && self.lanes < 32 {
            let stages = self.stages.iter_mut();
            for slot in stages.chain([&mut self.port]).chain(&mut self.held) {
                slot.dont_care = true;
            }
        }
        if resets {
            let stages = self.stages.iter_mut();
            stages
                .chain([&mut self.port])
                .for_each(|slot| slot.valid = false);
            self.held = None;
            self.beat = 0;
            self.coalescer.reset();
            self.requests.clear();
        }
        accepted
    }

    /// Fills in the warp-wide results of the last stage, from the warp's beats up to its own.
    fn gather(&mut self) {
        let StageContent { valid, result, .. } = &mut self.stages[0];
        let mut so_far = match result.result_beat {
            0 => SoFar::default(),
            _ => self.so_far.clone(),
        };
        for lane in 0..self.lanes {
            if result.live_mask >> lane & 1 != 0 {
                so_far.0.push((result.space[lane], result.address(lane)));
            }
            if result.fault_mask >> lane & 1 != 0 {
                let number = usize::from(result.result_beat) * self.lanes + lane;
                so_far.1.get_or_insert(number as u8);
            }
        }
        if result.result_access != 0 {
            let (places, first_fault) = &so_far;
            let one_place = places.windows(2).all(|pair| pair[0] == pair[1]);
            result.uniform = (!places.is_empty() && one_place).into();
            result.fault_valid = first_fault.is_some().into();
            result.fault_lane = first_fault.unwrap_or(0);
        }
        if *valid {
            self.so_far = so_far;
        }
    }
}

/// Part of a warp's result that is one beat of fewer lanes, without the warp-wide results.
fn beat_of(lanes: usize, whole: &Outputs, beat: usize) -> Outputs {
    let first = beat * lanes;
    let mut result = Outputs {
        result_beat: beat as u8,
        result_last: (first + lanes == 32).into(),
        uniform: 0,
        fault_valid: 0,
        fault_lane: 0,
        ..whole.clone()
    };
    for port in OUTPUTS
        .iter()
        .filter(|port| matches!(port.shape, Shape::Lane(_)))
    {
        for lane in 0..32 {
            let value = (lane < lanes)
                .then(|| whole.value(port.name, first + lane))
                .flatten();
            result.set_value(port.name, lane, value.unwrap_or(0));
        }
    }
    result
}

/// Memory requests of a warp's result, from their definition.
fn definition(result: &Outputs) -> Vec<MemoryRequest> {
    let global = (0..32)
        .filter(|&lane| result.space[lane] == 0)
        .fold(0, |mask, lane| mask | 1 << lane);
    let sizes = [1, 1, 2, 2, 4, 8, 16, 16];
    let access = WarpAccess {
        bytes: sizes[usize::from(result.result_size)],
        store: result.result_store != 0,
        global: result.live_mask & global,
        shared: result.shared_mask,
        address: std::array::from_fn(|lane| result.address(lane)),
    };
    coalesce(&access).requests
}

/// Writes a register of the configuration, cut to its bits.
fn write(config: &mut WarpConfig, address: u8, data: u64) {
    match address {
        config_address::SHARED_BASE => config.shared_base = data & 0xffff_ffff_ff00_0000,
        config_address::LOCAL_BASE => config.local_base = data & 0xffff_ffff_ff00_0000,
        config_address::SHARED_SIZE => config.shared_size = data as u32 & 0x7_ffff,
        config_address::LOCAL_SIZE => config.local_size = data as u32 & 0x1ff_ffff,
        config_address::GLOBAL_LIMIT => config.global_limit = data & 0x3_ffff_ffff_ffff,
        config_address::REGISTER_COUNT => config.register_count = data as u8,
        config_address::MISALIGNED_IS_ERROR => config.misaligned_is_error = data & 1 == 1,
        32..64 => config.const_size[usize::from(address) - 32] = data as u32 & 0x1_ffff,
        _ => {}
    }
}

/// Numbers of cycles with certain events.
#[derive(Debug, Default)]
struct EventCounts {
    results: u32,
    requests: u32,
    writes: u32,
    held: u32,
}

fn compare(pipeline: &Pipeline, reference: &Reference, config_valid: bool) {
    let lanes = reference.lanes;
    let reference_ports = (
        reference.port.valid,
        reference.result_valid(),
        reference.config_ready(),
        reference.request_ready(config_valid),
        reference.coalescer.valid(),
        *reference.coalescer.request(),
        reference.warps,
    );
    let ports = (
        pipeline.result_stands(),
        pipeline.result_valid(),
        pipeline.config_ready(),
        pipeline.request_ready(config_valid),
        pipeline.memory_valid(),
        *pipeline.memory(),
        pipeline.accepted_warps(),
    );
    assert_eq!(ports, reference_ports, "{lanes} lanes");
    assert_eq!(*pipeline.config(), reference.config, "{lanes} lanes");
    let (result, expected) = (pipeline.result(), &reference.port);
    assert_eq!(result.dont_care, expected.dont_care, "{lanes} lanes");
    assert!(!result.dont_care || !pipeline.result_stands());
    let same = result.outputs == expected.result && result.instruction == expected.instruction;
    assert!(
        result.dont_care || same,
        "{lanes} lanes: {result:x?}\n{:x?}",
        expected.result
    );
}

fn traffic(lanes: usize, random: &mut Random, cycles: usize, met: &mut EventCounts) {
    /// Cycles in which all registers get all bits, twice, and, for `END`, in which the unit runs
    /// empty.
    const SWEEP: usize = 2 * 64 * 10;
    const END: usize = 40 * 32;
    let (mut pipeline, mut reference) = (Pipeline::new(lanes), Reference::new(lanes));
    let (mut next, mut wanted) = (RandomWarp::random(random), None);
    for cycle in 0..SWEEP + cycles + END {
        let (sweeps, ends) = (cycle < SWEEP, cycle >= SWEEP + cycles);
        let mut one_in = |count: u32| random.u32().is_multiple_of(count) && !ends;
        let (stalls, waits) = (one_in(4), one_in(4));
        let (reset, writes) = (one_in(600) && !sweeps || cycle == SWEEP, one_in(300));
        // Now and then the unit runs empty inside a warp.
        let pauses = if cycle / 100 % 4 == 0 {
            !one_in(12)
        } else {
            one_in(4)
        };
        let request_valid = !(pauses && !ends || sweeps || ends && reference.beat == 0);
        if sweeps && cycle % 10 == 0 {
            wanted = Some(((cycle / 10 % 64) as u8, u64::MAX));
        } else if writes && !sweeps {
            let data = random.long() >> (random.u32() % 64);
            wanted = Some((random.u32() as u8 % 64, data));
        }
        let (config_address, config_data) = wanted.unwrap_or_default();
        // Without a valid request the ports hold another one, or this one.
        let other = RandomWarp::random(random);
        let stands = request_valid || reference.beat > 0 && random.bit();
        let inputs = Inputs {
            request_valid: request_valid.into(),
            result_ready: (!stalls).into(),
            memory_ready: (!waits).into(),
            config_valid: wanted.is_some().into(),
            config_address,
            config_data,
            reset: reset.into(),
            ..if stands { &next } else { &other }.inputs()
        };
        compare(&pipeline, &reference, inputs.config_valid != 0);
        if pipeline.memory_valid() && !waits {
            let expected = reference.requests.pop_front();
            assert_eq!(Some(*pipeline.memory()), expected, "{lanes} lanes");
            met.requests += 1;
        }
        met.results += u32::from(pipeline.result_valid() && !stalls);
        met.held += u32::from(reference.held.is_some());
        if wanted.is_some() && reference.config_ready() {
            wanted = None;
            met.writes += 1;
        }
        let last_beat = reference.beat == 32 / lanes - 1;
        let accepted = pipeline.edge(&part(lanes, &inputs, reference.beat));
        assert_eq!(accepted, reference.edge(&inputs), "{lanes} lanes");
        if accepted && last_beat || reset {
            next = RandomWarp::random(random);
        }
    }
    assert_eq!(reference.requests, [], "{lanes} lanes");
}

#[test]
fn units_of_every_width_are_queues() {
    let mut random = Random::new();
    let mut met = EventCounts::default();
    for lanes in [32, 16, 8, 4, 2, 1] {
        traffic(lanes, &mut random, 40_000, &mut met);
    }
    assert!(met.results > 80_000 && met.requests > 20_000, "{met:?}");
    assert!(met.writes > 1_000 && met.held > 20_000, "{met:?}");
}

/// Number of edges until the last result of a load is at the port, and from there to its first
/// request.
fn latencies(lanes: usize) -> (usize, usize) {
    let beats = 32 / lanes;
    let load = load(0x1000, 4);
    let mut pipeline = Pipeline::new(lanes);
    let (idle, mut edges, mut at_port) = (idle(), 0, None);
    while !pipeline.memory_valid() {
        if pipeline.result_valid() && pipeline.result_last() {
            at_port = Some(edges);
        }
        let inputs = if edges < beats { &load } else { &idle };
        let accepted = pipeline.edge(&part(lanes, inputs, edges % beats));
        assert_eq!(accepted, edges < beats);
        edges += 1;
        assert!(edges < 100, "no request");
    }
    let at_port = at_port.expect("a result");
    assert_eq!(
        edges - at_port,
        latency(lanes) + 1,
        "the edge that takes it"
    );
    (at_port, edges - at_port)
}

#[test]
fn results_and_requests_are_there_after_so_many_edges() {
    let expected = [(7, 6), (8, 6), (10, 6), (14, 6), (22, 6), (38, 12)];
    assert_eq!([32, 16, 8, 4, 2, 1].map(latencies), expected);
}
