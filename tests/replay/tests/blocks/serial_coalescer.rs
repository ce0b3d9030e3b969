//! Vectors for the coalescer of one lane.

use crate::coalescer::{Beats, Skid};
use crate::testbench::{Case, device, replay};
use replay::random::Random;
use rtl::serial_coalescer::*;
use sim::coalescer::{MemoryRequest, WarpAccess, coalesce};
use std::collections::VecDeque;

device!(SerialCoalescer clock;
    reset memory_ready take last store global_mask shared_mask line top word;
    ready memory_valid memory_shared memory_store memory_line memory_sectors memory_lanes
    memory_pass memory_last);

replay!(serial_coalescer: [case()]
    => serial_coalescer_rusthdl serial_coalescer_icarus serial_coalescer_verilator);

/// Some sixty warps, of 32 cycles each or more.
const CYCLES: usize = 3000;

/// Warps, a lane at a time, with pauses in some phases and without in others; requests taken by
/// a fast memory, a slow one, and one that is.
fn case() -> Case {
    let mut random = Random::new(79);
    let mut beats = Beats::<1>::new(&mut random);
    let mut model = Model::default();
    let mut vectors = Vec::new();
    for cycle in 0..CYCLES {
        let memory_ready = match cycle / 150 % 4 {
            0 | 2 => true,
            1 => random.flag(),
            _ => random.once_in(40),
        };
        let pauses = !(cycle / 75).is_multiple_of(2);
        let reset = random.once_in(400);
        let take = model.ready() && !(pauses && random.once_in(4));
        let mut row = vec![reset.into(), memory_ready.into()];
        row.extend(beats.inputs(take));
        let mut expected = vec![model.ready().into()];
        expected.extend(model.skid.outputs());
        vectors.push((row, expected.into_iter().map(Some).collect()));

        model.edge(memory_ready);
        if take && let Some(access) = beats.take(&mut random) {
            model.taken(&access);
        }
        if reset {
            model = Model::default();
            beats = Beats::new(&mut random);
        }
    }
    Case::new("agu_serial_coalescer", SerialCoalescer::default, vectors)
}

/// When the coalescer is ready, and what it asks when.
#[derive(Default)]
struct Model {
    /// Warps whose last lane was taken, with the edges since.
    taken: VecDeque<(usize, VecDeque<MemoryRequest>)>,
    /// What is left of the warp whose requests are read.
    reading: Option<VecDeque<MemoryRequest>>,
    /// What is on its way to the port, the next one first.
    stages: [Option<MemoryRequest>; 2],
    skid: Skid,
}

impl Model {
    /// Warps that there is room for.
    const SLOTS: usize = 4;

    /// Edges between the one that takes a warp's last lane and the one from which on its requests
    /// are read.
    const NUMBERING: usize = 6;

    fn ready(&self) -> bool {
        self.taken.len() + usize::from(self.reading.is_some()) < Self::SLOTS
    }

    fn taken(&mut self, access: &WarpAccess) {
        let requests = coalesce(access).requests.into();
        self.taken.push_back((0, requests));
    }

    fn edge(&mut self, memory_ready: bool) {
        let advance = self.skid.ready();
        self.skid.edge(self.stages[0], memory_ready);
        let mut idle = self.reading.is_none();
        if advance {
            let read = self.reading.as_mut().and_then(VecDeque::pop_front);
            self.stages = [self.stages[1], read];
            idle |= self.reading.as_ref().is_some_and(VecDeque::is_empty);
        }
        if idle {
            let is_numbered = |(edges, _): &(usize, _)| *edges >= Self::NUMBERING;
            let next = match self.taken.front().is_some_and(is_numbered) {
                true => self.taken.pop_front(),
                false => None,
            };
            self.reading = next.map(|(_, requests)| requests);
        }
        for (edges, _) in &mut self.taken {
            *edges += 1;
        }
    }
}
