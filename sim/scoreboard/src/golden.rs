//! The golden pipeline as a bench drives it: a warp at a time, whatever the number of lanes.

use crate::LANES;
use isa::ports::{Inputs, Outputs};
use sim::pipeline::Pipeline;
use std::ops::Deref;

/// Edges for which a golden pipeline keeps results.
pub const KEPT: usize = 128;

/// A golden pipeline.
pub struct Golden {
    pipeline: Pipeline,
    lanes: usize,
    /// The results of the beats of a warp so far in one, of fewer lanes than a warp has.
    warp: Outputs,
}

impl Deref for Golden {
    type Target = Pipeline;

    fn deref(&self) -> &Pipeline {
        &self.pipeline
    }
}

impl Golden {
    /// That of hardware of so many lanes, before the first edge.
    pub fn new(lanes: usize) -> Golden {
        Golden {
            pipeline: Pipeline::keeping(lanes, KEPT),
            lanes,
            warp: Outputs::default(),
        }
    }

    /// Lanes of the hardware.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// Passes one edge while `warp` is at the ports; true where a beat of it was accepted. `beat`
    /// becomes what the hardware is given.
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

    /// Beats of a warp were accepted, but not its last one.
    #[inline(always)]
    pub fn inside_warp(&self) -> bool {
        self.next_beat() != 0
    }

    /// Where the last beat of a warp is at the result port and valid, the results of all its beats in
    /// one.
    pub fn warp_result(&self) -> &Outputs {
        match self.lanes {
            LANES => &self.result().outputs,
            _ => &self.warp,
        }
    }
}
