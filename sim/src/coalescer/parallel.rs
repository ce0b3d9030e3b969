//! The memory port of a unit of several lanes. It makes the requests of one warp while it collects
//! the next.
//!
//! A warp's requests are listed when it is taken up, one a cycle. There is a gap for a picked lane
//! whose line is about to be served.

use super::MemoryRequest;
use super::requests::Requests;
use super::skid_buffer::SkidBuffer;
use isa::ports::Outputs;

/// Edges from the one that takes a warp up to the one that finds the lanes of its first request.
const DEPTH: usize = 2;

/// Edges from the one that takes the last beat of a warp to its first request. The next edge takes
/// the warp up. The request is made one edge after its lanes are found, and is at the port one edge
/// after that.
pub(super) const LATENCY: usize = DEPTH + 3;

/// The coalescer after an edge.
#[derive(Clone, Debug, Default)]
pub(super) struct Parallel {
    port: SkidBuffer,
    /// Request whose lanes are found, which is made next.
    found: MemoryRequest,
    /// The warp whose beats are being taken.
    requests: Requests,
    /// True if all its beats were taken, and it waits to be taken up.
    full: bool,
    /// Number of edges since a warp was taken up at which its requests moved on.
    elapsed: usize,
}

impl Parallel {
    #[inline(always)]
    pub fn port(&self) -> &SkidBuffer {
        &self.port
    }

    #[inline(always)]
    pub fn ready(&self) -> bool {
        !self.full | self.loads()
    }

    /// Returns whether the waiting warp is taken up at the next edge, which makes the last request
    /// of the warp before.
    #[inline(always)]
    fn loads(&self) -> bool {
        self.full & self.port.moves() & (self.elapsed >= self.requests.count())
    }

    #[inline(always)]
    pub fn edge(&mut self, memory_ready: bool) {
        let (loads, moves) = (self.loads(), self.port.moves());
        self.port.edge(memory_ready);
        if moves {
            let count = self.requests.count();
            self.port.made = std::mem::take(&mut self.found);
            if self.elapsed < count + DEPTH {
                self.elapsed += 1;
                if (DEPTH..count + DEPTH).contains(&self.elapsed) {
                    self.found = self.requests.get(self.elapsed - DEPTH);
                }
            }
        }
        if loads {
            self.full = false;
            self.elapsed = 0;
            self.requests.list();
        }
    }

    pub fn reset(&mut self) {
        self.port = SkidBuffer::default();
        self.found = MemoryRequest::default();
        self.requests.clear();
        self.elapsed = 0;
        self.full = false;
    }

    #[inline(always)]
    pub fn take(&mut self, lanes: usize, beat: &Outputs) {
        if self.requests.take(lanes, beat) {
            self.full = self.requests.asks();
        }
    }
}
