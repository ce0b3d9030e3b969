//! The unit at its ports: the cycle in which each result leaves, and the values of the ports.
//!
//! A warp of 32 lanes passes the unit in `32 / LANES` beats. A beat accepted at one
//! clock edge is at the result port after the edge [`LATENCY`] - 1 later. A result that
//! is not taken holds the unit up. The port is a skid buffer, which stops the stages before it
//! one edge later. It holds the beat that leaves the last stage meanwhile. The reader and the
//! coalescer take an access's result at the same edge.
//!
//! ```text
//! result_valid  = a result is at the port, and (coalescer ready or no access)
//! advance       = nothing is held beside the port
//! request_ready = advance and (inside a warp, or no configuration write waits)
//! config_ready  = no valid stage, no result at the port, and not inside a warp
//! ```

pub mod beat;
mod config_port;
pub mod lane;
mod ports;

pub use config_port::config_writes;
pub use ports::{access_control, addr_add_control, lea_control, respond};

use crate::coalescer::{Coalescer, MemoryRequest};
use crate::results::{Targets, WarpSoFar};
use crate::warp::WarpConfig;
use isa::instruction::WARP_LANES;
use isa::ports::{Inputs, Outputs};

/// Number of edges to a result. It is at the port after the sixth edge that follows the one of its
/// beat.
pub const LATENCY: usize = 7;

/// Number of stages before the result port.
pub const STAGES: usize = LATENCY - 1;

/// Entry at the result port, or held beside it: its place in the ring, and whether it is a result.
#[derive(Clone, Copy, Debug, Default)]
struct Leaving {
    place: usize,
    valid: bool,
}

/// A result on its way through the unit. Aligned, so that no vector crosses a cache line.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub struct PortResult {
    /// Ports of the result, in the lowest lanes; those of the memory port are 0.
    pub outputs: Outputs,
    /// Number of the warp among those accepted, from 0.
    pub instruction: u64,
    /// True if the configuration has changed since the lanes were computed. Then ports that depend
    /// on it ([`Care::Configured`](isa::ports::Care)) are not predicted. No valid result is ever a
    /// don't-care: a configuration write waits until the unit is empty, and reset empties it.
    pub dont_care: bool,
    /// Targets of its live lanes, which the last stage gathers.
    targets: Targets,
}

/// The unit's state after an edge.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// Lanes of a beat.
    lanes: usize,
    /// Number of the last beat of a warp.
    last_beat: u8,
    /// Ring of the results in the stages, whether valid or not, and of earlier ones.
    results: Vec<PortResult>,
    /// Place in the ring of the last stage; that of stage 1 is `STAGES - 1` behind it.
    last: usize,
    port: Leaving,
    held: Option<Leaving>,
    /// Bit s - 1: stage s holds a beat.
    valid: u8,
    beat: u8,
    so_far: WarpSoFar,
    coalescer: Coalescer,
    config: WarpConfig,
    accepted_warps: u64,
}

impl Pipeline {
    const ALL_STAGES: u8 = u8::MAX >> (8 - STAGES);

    /// Places in the ring for the stages, for the port, and for the entry held beside it.
    const PLACES: usize = STAGES + 2;

    /// Pipeline of a unit of `lanes` lanes, 1, 2, 4, 8, 16 or 32.
    pub fn new(lanes: usize) -> Self {
        Pipeline::keeping(lanes, WARP_LANES, 0)
    }

    /// Pipeline for warps of `warp_lanes` lanes, a power of two from `lanes` on. It keeps results
    /// for `edges` edges after they left the port, for [`results`](Pipeline::results).
    pub fn keeping(lanes: usize, warp_lanes: usize, edges: usize) -> Self {
        let last_beat = (warp_lanes / lanes).saturating_sub(1) as u8;
        let empty = PortResult {
            outputs: Outputs {
                result_last: (last_beat == 0).into(),
                ..Outputs::default()
            },
            dont_care: true,
            ..PortResult::default()
        };
        Pipeline {
            lanes,
            last_beat,
            results: vec![empty; Self::PLACES + edges],
            last: 0,
            port: Leaving::default(),
            held: None,
            valid: 0,
            beat: 0,
            so_far: WarpSoFar::default(),
            coalescer: Coalescer::new(lanes),
            config: WarpConfig::default(),
            accepted_warps: 0,
        }
    }

    /// Returns whether a result can be taken at the port.
    #[inline(always)]
    pub fn result_valid(&self) -> bool {
        self.result_stands() & (!self.result_is_access() | self.coalescer.ready())
    }

    /// Returns whether a result is at the port, whether the coalescer lets it be taken or not.
    #[inline(always)]
    pub fn result_stands(&self) -> bool {
        self.port.valid
    }

    /// Result at the port, valid or not.
    #[inline(always)]
    pub fn result(&self) -> &PortResult {
        &self.results[self.port.place]
    }

    #[inline(always)]
    fn result_is_access(&self) -> bool {
        self.result().outputs.result_access != 0
    }

    /// Returns whether the beat at the result port is the last of its warp.
    #[inline(always)]
    pub fn result_last(&self) -> bool {
        self.result().outputs.result_beat == self.last_beat
    }

    /// Index of [`result`](Pipeline::result) in [`results`](Pipeline::results).
    #[inline(always)]
    pub fn place(&self) -> usize {
        self.port.place
    }

    /// Results at the port, before it, and after it. Of those that left the port
    /// only [`dont_care`](PortResult::dont_care) may have changed since.
    #[inline(always)]
    pub fn results(&self) -> &[PortResult] {
        &self.results
    }

    /// Place in the ring that is `stages` behind the last stage; `STAGES` behind it the next entry
    /// enters.
    #[inline(always)]
    fn behind(&self, stages: usize) -> usize {
        let place = self.last + stages;
        if place < self.results.len() {
            place
        } else {
            place - self.results.len()
        }
    }

    /// Returns whether a request would be taken at the next edge.
    #[inline(always)]
    pub fn request_ready(&self, config_valid: bool) -> bool {
        self.held.is_none() & ((self.beat != 0) | !config_valid)
    }

    /// Returns whether a configuration write would be taken at the next edge.
    #[inline(always)]
    pub fn config_ready(&self) -> bool {
        (self.valid == 0) & !self.port.valid & (self.beat == 0)
    }

    /// Returns whether a request is at the memory port.
    #[inline(always)]
    pub fn memory_valid(&self) -> bool {
        self.coalescer.valid()
    }

    /// Request at the memory port; zeros if there is none.
    #[inline(always)]
    pub fn memory(&self) -> &MemoryRequest {
        self.coalescer.request()
    }

    /// Number of warps whose first beat was accepted since the start.
    pub fn accepted_warps(&self) -> u64 {
        self.accepted_warps
    }

    /// The configuration in force.
    pub fn config(&self) -> &WarpConfig {
        &self.config
    }

    /// Number of the beat of a warp that comes next.
    #[inline(always)]
    pub fn next_beat(&self) -> u8 {
        self.beat
    }

    #[inline(always)]
    fn last_stage_valid(&self) -> bool {
        self.valid >> (STAGES - 1) & 1 != 0
    }

    /// Passes one rising clock edge. Returns whether a beat was accepted.
    #[inline(always)]
    pub fn edge(&mut self, inputs: &Inputs) -> bool {
        let (result_ready, memory_ready) = (inputs.result_ready != 0, inputs.memory_ready != 0);
        let config_valid = inputs.config_valid != 0;
        let config_taken = config_valid & self.config_ready();
        let accepted = (inputs.request_valid != 0) & self.request_ready(config_valid);
        let leaves = result_ready & self.result_valid();

        self.coalescer.edge(memory_ready);
        if leaves & self.result_is_access() {
            self.coalescer.take(&self.results[self.port.place].outputs);
        }
        let last = Leaving {
            place: self.last,
            valid: self.last_stage_valid(),
        };
        let advances = self.held.is_none();
        if leaves | !self.port.valid {
            self.port = self.held.take().unwrap_or(last);
        } else if advances {
            self.held = Some(last);
        }
        if advances {
            self.enter(inputs);
            self.valid = (self.valid << 1 | u8::from(accepted)) & Self::ALL_STAGES;
            let valid = self.last_stage_valid();
            let last = &mut self.results[self.last];
            (self.so_far).pass(self.lanes, &mut last.outputs, last.targets, valid);
        }
        if accepted {
            self.accepted_warps += u64::from(self.beat == 0);
            self.beat = (self.beat + 1) & self.last_beat;
        }
        if inputs.reset != 0 {
            // A configuration write in the same cycle has no effect.
            self.reset();
        } else if config_taken
            && config_port::write(&mut self.config, inputs.config_address, inputs.config_data)
        {
            self.forget();
        }
        accepted
    }

    /// Enters the values of the input ports into stage 1, whether valid or not.
    #[inline(always)]
    fn enter(&mut self, inputs: &Inputs) {
        // Free: its entry left the port before this edge. At most one place is between it and the
        // last stage's.
        let first = self.behind(STAGES);
        self.last = self.behind(1);
        let (lanes, beat, last_beat) = (self.lanes, self.beat, self.last_beat);
        let config = &self.config;
        let stage = &mut self.results[first];
        stage.instruction = self.accepted_warps - u64::from(beat != 0);
        stage.dont_care = false;
        let (outputs, targets) = (&mut stage.outputs, &mut stage.targets);
        ports::respond_beat(inputs, lanes, config, (beat, last_beat), outputs, targets);
    }

    fn reset(&mut self) {
        self.valid = 0;
        self.port.valid = false;
        self.held = None;
        self.beat = 0;
        self.coalescer.reset();
        let config = WarpConfig::default();
        // The later beats of a warp depend on earlier ones, which reset may take away.
        if self.config != config || self.last_beat != 0 {
            self.config = config;
            self.forget();
        }
    }

    fn forget(&mut self) {
        for stages in 0..STAGES {
            let place = self.behind(stages);
            self.results[place].dont_care = true;
        }
        self.results[self.port.place].dont_care = true;
        if let Some(held) = self.held {
            self.results[held.place].dont_care = true;
        }
    }
}
