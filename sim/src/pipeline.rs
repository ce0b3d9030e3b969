//! In which cycle each result leaves the hardware, and what stands at its ports.
//!
//! A warp of 32 lanes passes the unit in `32 / LANES` beats. A beat accepted at one
//! clock edge stands at the result port after the edge [`LATENCY`] - 1 later, unless
//! a result that is not taken holds the unit up: then no stage moves.
//!
//! ```text
//! advance       = result_ready or not result_valid
//! request_ready = advance and (inside a warp, or no configuration write waits)
//! config_ready  = nothing in the unit, and not inside a warp
//! ```

use crate::lea_lanes::{LaneOperands, LaneResults, lea_lanes};
use crate::lea_warp::LeaControl;
use isa::instruction::{PT, RZ, WARP_LANES};

/// Pipeline stages: a result stands three edges after the one that took its beat.
pub const LATENCY: usize = 4;

/// The shared window's base after reset.
pub const RESET_SHARED_BASE: u64 = 0xfe00_0000;

/// Bits of a window's base that can be written.
const WINDOW_BITS: u64 = !0xff_ffff;

/// Inputs of one clock edge.
#[derive(Clone, Copy, Debug)]
pub struct PortInputs<'a, const LANES: usize> {
    pub reset: bool,
    pub config_valid: bool,
    /// 0 is the shared window's base; others are not used yet.
    pub config_address: u8,
    pub config_data: u64,
    pub request_valid: bool,
    /// Its `shared_base` is not looked at: that is the unit's configuration.
    pub control: LeaControl,
    pub write_cc: bool,
    pub predicate: u8,
    pub destination: u8,
    pub active_mask: u32,
    pub guard_mask: u32,
    pub operands: LaneOperands<'a, LANES>,
    pub result_ready: bool,
}

/// What stands at the result port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortResult<const LANES: usize> {
    /// Number of the warp among those accepted, from 0; not a port.
    pub instruction: u64,
    pub beat: u8,
    pub predicate: u8,
    pub destination: u8,
    /// Lanes that write the register, the predicate, CC.
    pub rd_write: u32,
    pub predicate_write: u32,
    pub cc_write: u32,
    pub lanes: LaneResults<LANES>,
    /// The lanes were computed under a configuration that has changed since: what
    /// passes the unit without being valid sees the change, and its condition code
    /// is not predicted.
    pub stale: bool,
}

/// The unit's state after an edge.
#[derive(Clone, Debug)]
pub struct Pipeline<const LANES: usize> {
    /// A ring of what the stages hold, whether valid or not.
    stages: [PortResult<LANES>; LATENCY],
    /// Place in the ring of stage 1.
    first: usize,
    /// Bit s - 1: stage s holds a beat.
    valid: u8,
    beat: u8,
    shared_base: u64,
    accepted_warps: u64,
}

impl<const LANES: usize> Default for Pipeline<LANES> {
    fn default() -> Self {
        let empty = PortResult {
            instruction: 0,
            beat: 0,
            predicate: 0,
            destination: 0,
            rd_write: 0,
            predicate_write: 0,
            cc_write: 0,
            lanes: LaneResults::default(),
            stale: true,
        };
        Pipeline {
            stages: std::array::from_fn(|_| empty.clone()),
            first: 0,
            valid: 0,
            beat: 0,
            shared_base: RESET_SHARED_BASE,
            accepted_warps: 0,
        }
    }
}

impl<const LANES: usize> Pipeline<LANES> {
    /// Number of the last beat of a warp.
    pub const LAST_BEAT: u8 = (WARP_LANES / LANES - 1) as u8;

    const ALL_LANES: u32 = u32::MAX >> (32 - LANES);

    /// A result stands at the port.
    pub fn result_valid(&self) -> bool {
        self.valid >> (LATENCY - 1) & 1 != 0
    }

    /// What stands at the result port, valid or not.
    pub fn result(&self) -> &PortResult<LANES> {
        &self.stages[(self.first + 1) % LATENCY]
    }

    /// A request would be taken at the next edge.
    pub fn request_ready(&self, result_ready: bool, config_valid: bool) -> bool {
        self.advances(result_ready) & ((self.beat != 0) | !config_valid)
    }

    /// A configuration write would be taken at the next edge.
    pub fn config_ready(&self) -> bool {
        (self.valid == 0) & (self.beat == 0)
    }

    /// Warps whose first beat was accepted since the start.
    pub fn accepted_warps(&self) -> u64 {
        self.accepted_warps
    }

    /// The shared window's base in force.
    pub fn shared_base(&self) -> u64 {
        self.shared_base
    }

    fn advances(&self, result_ready: bool) -> bool {
        result_ready | !self.result_valid()
    }

    /// Passes one rising clock edge; true where a beat was accepted.
    #[inline(always)]
    pub fn edge(&mut self, inputs: &PortInputs<'_, LANES>) -> bool {
        let config_taken = inputs.config_valid & self.config_ready();
        let accepted =
            inputs.request_valid & self.request_ready(inputs.result_ready, inputs.config_valid);
        if self.advances(inputs.result_ready) {
            self.enter(inputs);
            self.valid = (self.valid << 1 | u8::from(accepted)) & ((1 << LATENCY) - 1);
        }
        if accepted {
            self.accepted_warps += u64::from(self.beat == 0);
            self.beat = if self.beat == Self::LAST_BEAT {
                0
            } else {
                self.beat + 1
            };
        }
        if config_taken && inputs.config_address == 0 {
            self.configure(inputs.config_data & WINDOW_BITS);
        }
        if inputs.reset {
            self.valid = 0;
            self.beat = 0;
            self.configure(RESET_SHARED_BASE);
        }
        accepted
    }

    /// What the ports hold enters stage 1, whether valid or not.
    #[inline(always)]
    fn enter(&mut self, inputs: &PortInputs<'_, LANES>) {
        self.first = (self.first + 1) % LATENCY;
        let control = LeaControl {
            shared_base: self.shared_base,
            ..inputs.control
        };
        let execute = inputs.active_mask & inputs.guard_mask & Self::ALL_LANES;
        let where_asked = |asked: bool| if asked { execute } else { 0 };
        let stage = &mut self.stages[self.first];
        stage.instruction = self.accepted_warps - u64::from(self.beat != 0);
        stage.beat = self.beat;
        stage.predicate = inputs.predicate;
        stage.destination = inputs.destination;
        stage.rd_write = where_asked(inputs.destination != RZ);
        stage.predicate_write = where_asked(inputs.predicate != PT);
        stage.cc_write = where_asked(inputs.write_cc);
        stage.stale = false;
        lea_lanes(&control, inputs.operands, &mut stage.lanes);
    }

    fn configure(&mut self, shared_base: u64) {
        if shared_base != self.shared_base {
            self.stages.iter_mut().for_each(|stage| stage.stale = true);
        }
        self.shared_base = shared_base;
    }
}
