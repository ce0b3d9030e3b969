//! The memory port of a unit of one lane. A lane is numbered as it is taken. The requests of a
//! warp are read after all of its lanes are taken.
//!
//! There is room for four whole warps whose requests are not all read. One request is
//! read a cycle; a warp without requests takes one cycle. Numbering never waits.

use super::MemoryRequest;
use super::requests::Requests;
use super::skid_buffer::SkidBuffer;
use isa::ports::Outputs;
use std::collections::VecDeque;

/// Number of warps with room.
const SLOTS: usize = 4;

/// Edges from the one that takes the last lane of a warp to the one that may take the warp up. The
/// next edge reads its first request.
const NUMBERING: usize = 8;

/// Edges from the one that takes the last lane of a warp to its first request. The request is made
/// one edge after it was read, and is at the port one edge after that.
pub(super) const LATENCY: usize = NUMBERING + 3;

/// The coalescer after an edge.
#[derive(Clone, Debug, Default)]
pub(super) struct Serial {
    port: SkidBuffer,
    /// Request that is made next.
    read: MemoryRequest,
    /// The warp whose lanes are being taken.
    requests: Requests,
    /// Warps that wait, the first one first.
    waiting: VecDeque<Waiting>,
    /// Requests of the warp that is read.
    reading: Option<VecDeque<MemoryRequest>>,
}

/// A warp that waits.
#[derive(Clone, Debug)]
struct Waiting {
    requests: VecDeque<MemoryRequest>,
    /// Number of edges until it may be taken up.
    edges: usize,
}

impl Serial {
    pub fn port(&self) -> &SkidBuffer {
        &self.port
    }

    pub fn ready(&self) -> bool {
        self.waiting.len() + usize::from(self.reading.is_some()) < SLOTS
    }

    pub fn edge(&mut self, memory_ready: bool) {
        let moves = self.port.moves();
        self.port.edge(memory_ready);
        let mut free = self.reading.is_none();
        if moves {
            self.port.made = std::mem::take(&mut self.read);
            if let Some(reading) = &mut self.reading {
                self.read = reading.pop_front().unwrap_or_default();
                free = reading.is_empty();
            }
        }
        for warp in &mut self.waiting {
            warp.edges = warp.edges.saturating_sub(1);
        }
        if free {
            let numbered = self.waiting.front().is_some_and(|warp| warp.edges == 0);
            let taken_up = numbered.then(|| self.waiting.pop_front()).flatten();
            self.reading = taken_up.map(|warp| warp.requests);
        }
    }

    pub fn reset(&mut self) {
        self.port = SkidBuffer::default();
        self.read = MemoryRequest::default();
        self.waiting.clear();
        self.reading = None;
    }

    pub fn take(&mut self, lanes: usize, beat: &Outputs) {
        if self.requests.take(lanes, beat) {
            self.requests.list();
            let listed = self.requests.listed().iter();
            self.waiting.push_back(Waiting {
                requests: listed
                    .filter(|request| request.lanes != 0)
                    .copied()
                    .collect(),
                edges: NUMBERING,
            });
        }
    }
}
