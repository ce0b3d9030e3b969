//! The coalescer, and its parts: where lanes meet, the collector of a warp, the memory port.

mod collector;
mod meet;
mod port;

pub(crate) use collector::{Beats, warp};
pub(crate) use port::Skid;

use crate::testbench::{Case, device, replay};
use isa::instruction::WARP_LANES;
use replay::random::Random;
use rtl::coalescer::Coalescer;
use sim::coalescer::{Coalesced, MemoryRequest, WarpAccess, coalesce};
use std::collections::VecDeque;

device!(Coalescer[LANES] clock;
    reset memory_ready take last store global_mask shared_mask line top word;
    ready memory_valid memory_shared memory_store memory_line memory_sectors memory_lanes
    memory_pass memory_last);

replay!(coalescer: [case::<4>(), case::<32>()]
    => coalescer_rusthdl coalescer_icarus coalescer_verilator);

/// Cycles of a collector, of a whole coalescer.
const CYCLES: usize = 400;

/// What the coalescer keeps of an address: bits 38:7, 39 and 23:2.
pub(crate) fn kept(address: u64) -> [u64; 3] {
    [
        address >> 7 & 0xffff_ffff,
        address >> 39 & 1,
        address >> 2 & 0x3f_ffff,
    ]
}

/// One bit a lane, where `holds`.
fn mask(holds: impl Fn(usize) -> bool) -> u32 {
    (0..WARP_LANES).fold(0, |mask, lane| mask | u32::from(holds(lane)) << lane)
}

/// Warps in beats, each taken where the coalescer is ready; requests taken in phases of
/// a fast and a slow memory.
fn case<const LANES: usize>() -> Case {
    let mut random = Random::new(72 + LANES as u64);
    let mut beats = Beats::<LANES>::new(&mut random);
    let mut model = Model::default();
    let mut vectors = Vec::new();
    for cycle in 0..CYCLES {
        let slow = !(cycle / 50).is_multiple_of(2);
        let memory_ready = !(slow && random.flag());
        let reset = random.once_in(80);
        let take = model.ready() && !random.once_in(4);
        let mut row = vec![reset.into(), memory_ready.into()];
        row.extend(beats.inputs(take));
        let mut expected = vec![model.ready().into()];
        expected.extend(model.skid.outputs());
        vectors.push((row, expected.into_iter().map(Some).collect()));

        model.edge(memory_ready);
        if take && let Some(access) = beats.take(&mut random) {
            model.whole(&access);
        }
        if reset {
            model = Model::default();
            beats = Beats::new(&mut random);
        }
    }
    let module = format!("agu_coalescer{LANES}");
    Case::new(&module, Coalescer::<LANES>::default, vectors)
}

/// When the coalescer is ready, and what it asks when.
#[derive(Default)]
struct Model {
    /// The slots of a whole warp that waits; none where there is no such warp.
    full: VecDeque<Option<MemoryRequest>>,
    /// Those of the warp that was loaded, which are due.
    due: VecDeque<Option<MemoryRequest>>,
    /// Those on their way to the port, the next one first.
    stages: [Option<MemoryRequest>; 2],
    skid: Skid,
}

impl Model {
    fn loads(&self) -> bool {
        !self.full.is_empty() && self.due.is_empty() && self.skid.ready()
    }

    fn ready(&self) -> bool {
        self.full.is_empty() || self.loads()
    }

    /// A warp is whole.
    fn whole(&mut self, access: &WarpAccess) {
        self.full = slots(access);
    }

    fn edge(&mut self, memory_ready: bool) {
        let (loads, advance) = (self.loads(), self.skid.ready());
        self.skid.edge(self.stages[0], memory_ready);
        if advance {
            self.stages = [self.stages[1], self.due.pop_front().flatten()];
        }
        if loads {
            self.due = std::mem::take(&mut self.full);
        }
    }
}

/// What the warp asks, a cycle each. Lanes that start a line are picked one after the other,
/// but those whose line is seen to be served, as it is from the third pick on; a pick of a line
/// that was picked before asks nothing.
fn slots(access: &WarpAccess) -> VecDeque<Option<MemoryRequest>> {
    let Coalesced {
        requests,
        conflict_degree,
    } = coalesce(access);
    let (passes, lines): (Vec<MemoryRequest>, Vec<MemoryRequest>) =
        requests.into_iter().partition(|request| request.shared);
    assert_eq!(passes.len().max(1), conflict_degree as usize, "{access:x?}");

    let mut slots = VecDeque::new();
    let mut picks = Vec::new();
    // The line of the lane before, where it accesses global memory.
    let mut before = None;
    for lane in 0..WARP_LANES {
        let global = access.global >> lane & 1 != 0;
        let line = global.then_some(access.address[lane] / 128);
        let starts = line != before;
        before = line;
        let Some(line) = line.filter(|_| starts) else {
            continue;
        };
        if picks.iter().rev().skip(2).any(|&picked| picked == line) {
            continue;
        }
        let request = lines.iter().find(|request| request.line == line);
        slots.push_back(request.filter(|_| !picks.contains(&line)).copied());
        picks.push(line);
    }
    slots.extend(passes.into_iter().map(Some));
    slots
}
