//! The golden pipeline as a bench drives it: a warp at a time, whatever the number of lanes.

use crate::pipeline::Pipeline;
use crate::scoreboard::LANES;
use isa::ports::{Inputs, Outputs};
use std::ops::Deref;

/// Edges for which a golden pipeline keeps results.
pub const KEPT: usize = 128;

/// A golden pipeline.
pub struct Golden {
    pipeline: Pipeline,
    lanes: usize,
    /// Results of the beats of a warp so far, joined, for hardware with fewer lanes than a warp.
    warp: Outputs,
}

impl Deref for Golden {
    type Target = Pipeline;

    fn deref(&self) -> &Pipeline {
        &self.pipeline
    }
}

impl Golden {
    /// Golden pipeline of hardware of `lanes` lanes, before the first edge.
    pub fn new(lanes: usize) -> Golden {
        Golden::of_warps(lanes, LANES)
    }

    /// Golden pipeline for warps of `warp_lanes` lanes.
    pub fn of_warps(lanes: usize, warp_lanes: usize) -> Golden {
        Golden {
            pipeline: Pipeline::keeping(lanes, warp_lanes, KEPT),
            lanes,
            warp: Outputs::default(),
        }
    }

    /// Lanes of the hardware.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// Passes one edge while `warp` is at the ports. `beat` becomes the input of the hardware.
    /// Returns whether a beat was accepted.
    #[inline(always)]
    pub fn edge(&mut self, warp: &Inputs, beat: &mut Inputs) -> bool {
        beat.set(warp);
        if self.lanes == LANES {
            return self.pipeline.edge(warp);
        }
        beat.narrow(usize::from(self.next_beat()) * self.lanes, self.lanes);
        let accepted = self.pipeline.edge(beat);
        let result = &self.pipeline.result().outputs;
        let first = usize::from(result.result_beat) * self.lanes;
        self.warp.put(result, first, self.lanes);
        accepted
    }

    /// Returns whether beats of a warp were accepted, but not its last one.
    #[inline(always)]
    pub fn inside_warp(&self) -> bool {
        self.next_beat() != 0
    }

    /// Results of all beats of a warp, joined, while its last beat is at the result port and valid.
    pub fn warp_result(&self) -> &Outputs {
        match self.lanes {
            LANES => &self.result().outputs,
            _ => &self.warp,
        }
    }
}
