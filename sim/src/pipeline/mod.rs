//! In which cycle each result leaves the hardware, and what is at its ports.
//!
//! A warp of 32 lanes passes the unit in `32 / LANES` beats. A beat accepted at one
//! clock edge is at the result port after the edge [`LATENCY`] - 1 later, unless
//! a result that is not taken holds the unit up. The port is a skid buffer: it stops the
//! stages before it one edge later, and what leaves the last of them meanwhile is held beside
//! it. An access's result is taken by its reader and by the coalescer at one edge.
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
mod outputs;
mod ports;

pub use crate::results::PortResult;
pub use config_port::config_writes;
pub use outputs::{PortOutputs, PortState};
pub use ports::PortInputs;

use crate::coalescer::{Coalescer, MemoryRequest};
use crate::results::{Targets, WarpSoFar};
use crate::warp::WarpConfig;
use isa::instruction::WARP_LANES;

/// Edges to a result: it is at the port after the sixth that follows the one that took its
/// beat.
pub const LATENCY: usize = 7;

/// Stages before the result port.
pub const STAGES: usize = LATENCY - 1;

/// What is at the result port, or is held beside it: where, and whether it is a result.
#[derive(Clone, Copy, Debug, Default)]
struct Leaving {
    place: usize,
    valid: bool,
}

/// The unit's state after an edge.
#[derive(Clone, Debug)]
pub struct Pipeline<const LANES: usize> {
    /// A ring of what the stages hold, whether valid or not, and of what they held before.
    results: Vec<PortResult<LANES>>,
    /// The same ring, for the last stage to gather.
    targets: Vec<Targets>,
    /// Place in the ring of the last stage; that of stage 1 is `STAGES - 1` behind it.
    last: usize,
    port: Leaving,
    held: Option<Leaving>,
    /// Bit s - 1: stage s holds a beat.
    valid: u8,
    beat: u8,
    so_far: WarpSoFar,
    coalescer: Coalescer<LANES>,
    config: WarpConfig,
    accepted_warps: u64,
}

impl<const LANES: usize> Default for Pipeline<LANES> {
    fn default() -> Self {
        Pipeline::keeping(0)
    }
}

impl<const LANES: usize> Pipeline<LANES> {
    /// Number of the last beat of a warp.
    pub const LAST_BEAT: u8 = (WARP_LANES / LANES - 1) as u8;

    const ALL_STAGES: u8 = u8::MAX >> (8 - STAGES);

    /// Places in the ring: the stages', the port's, and that of what is held.
    const PLACES: usize = STAGES + 2;

    /// A pipeline that keeps what left the result port for so many edges, for
    /// [`results`](Pipeline::results).
    pub fn keeping(edges: usize) -> Self {
        let empty = PortResult {
            dont_care: true,
            ..PortResult::default()
        };
        Pipeline {
            results: vec![empty; Self::PLACES + edges],
            targets: vec![Targets::default(); Self::PLACES + edges],
            last: 0,
            port: Leaving::default(),
            held: None,
            valid: 0,
            beat: 0,
            so_far: WarpSoFar::default(),
            coalescer: Coalescer::default(),
            config: WarpConfig::default(),
            accepted_warps: 0,
        }
    }

    /// A result can be taken at the port.
    #[inline(always)]
    pub fn result_valid(&self) -> bool {
        self.result_stands() & (!self.result().access | self.coalescer.ready())
    }

    /// A result is at the port, whether the coalescer lets it be taken or not.
    #[inline(always)]
    pub fn result_stands(&self) -> bool {
        self.port.valid
    }

    /// What is at the result port, valid or not.
    #[inline(always)]
    pub fn result(&self) -> &PortResult<LANES> {
        &self.results[self.port.place]
    }

    /// Where the result of [`result`](Pipeline::result) is in
    /// [`results`](Pipeline::results).
    #[inline(always)]
    pub fn place(&self) -> usize {
        self.port.place
    }

    /// What is at the result port, what was there, and what will be. Of what was there
    /// only [`dont_care`](PortResult::dont_care) may have changed since.
    #[inline(always)]
    pub fn results(&self) -> &[PortResult<LANES>] {
        &self.results
    }

    /// Place in the ring of what stands `stages` behind the last stage, or where the next
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

    /// A request would be taken at the next edge.
    #[inline(always)]
    pub fn request_ready(&self, config_valid: bool) -> bool {
        self.held.is_none() & ((self.beat() != 0) | !config_valid)
    }

    /// A configuration write would be taken at the next edge.
    #[inline(always)]
    pub fn config_ready(&self) -> bool {
        (self.valid == 0) & !self.port.valid & (self.beat() == 0)
    }

    /// A request is at the memory port.
    #[inline(always)]
    pub fn memory_valid(&self) -> bool {
        self.coalescer.valid()
    }

    /// What is at the memory port; zeros where there is no request.
    #[inline(always)]
    pub fn memory(&self) -> &MemoryRequest {
        self.coalescer.request()
    }

    /// Warps whose first beat was accepted since the start.
    pub fn accepted_warps(&self) -> u64 {
        self.accepted_warps
    }

    /// The configuration in force.
    pub fn config(&self) -> &WarpConfig {
        &self.config
    }

    /// Number of the beat that comes next.
    #[inline(always)]
    fn beat(&self) -> u8 {
        if LANES < WARP_LANES { self.beat } else { 0 }
    }

    #[inline(always)]
    fn last_stage_valid(&self) -> bool {
        self.valid >> (STAGES - 1) & 1 != 0
    }

    /// Passes one rising clock edge; true where a beat was accepted.
    #[inline(always)]
    pub fn edge(&mut self, inputs: &PortInputs<'_, LANES>) -> bool {
        let (result_ready, memory_ready) = (inputs.result_ready, inputs.memory_ready);
        let config_taken = inputs.config_valid & self.config_ready();
        let accepted = inputs.request_valid & self.request_ready(inputs.config_valid);
        let leaves = result_ready & self.result_valid();

        self.coalescer.edge(memory_ready);
        if leaves & self.result().access {
            self.coalescer.take(&self.results[self.port.place]);
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
            let (last, valid) = (self.last, self.last_stage_valid());
            self.so_far
                .pass(&mut self.results[last], self.targets[last], valid);
        }
        if accepted {
            self.accepted_warps += u64::from(self.beat() == 0);
            self.beat = if self.beat() == Self::LAST_BEAT {
                0
            } else {
                self.beat + 1
            };
        }
        if inputs.reset {
            // What is written in the same cycle comes to nothing.
            self.reset();
        } else if config_taken
            && config_port::write(&mut self.config, inputs.config_address, inputs.config_data)
        {
            self.forget();
        }
        accepted
    }

    /// What the ports hold enters stage 1, whether valid or not.
    #[inline(always)]
    fn enter(&mut self, inputs: &PortInputs<'_, LANES>) {
        // Free: what it holds left the port before this edge, which at most one place is between.
        let first = self.behind(STAGES);
        self.last = self.behind(1);
        let (beat, warps) = (self.beat(), self.accepted_warps);
        let stage = &mut self.results[first];
        stage.instruction = warps - u64::from(beat != 0);
        stage.dont_care = false;
        inputs.respond(&self.config, beat, stage, &mut self.targets[first]);
    }

    fn reset(&mut self) {
        self.valid = 0;
        self.port.valid = false;
        self.held = None;
        self.beat = 0;
        self.coalescer.reset();
        let config = WarpConfig::default();
        // The later beats of a warp depend on earlier ones, which reset may take away.
        if self.config != config || LANES < WARP_LANES {
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
