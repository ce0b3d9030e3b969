//! The memory port, cycle by cycle.

use super::MemoryRequest;
use super::parallel::{self, Parallel};
use super::serial::{self, Serial};
use isa::ports::Outputs;

/// Memory port of a unit after an edge. A unit of one lane has the serial one, others the parallel
/// one: both give the same requests, in different cycles.
#[derive(Clone, Debug)]
pub struct Coalescer {
    lanes: usize,
    parallel: Parallel,
    serial: Serial,
}

impl Coalescer {
    /// Memory port of a unit of `lanes` lanes.
    pub fn new(lanes: usize) -> Coalescer {
        Coalescer {
            lanes,
            parallel: Parallel::default(),
            serial: Serial::default(),
        }
    }

    #[inline(always)]
    fn is_serial(&self) -> bool {
        self.lanes == 1
    }

    /// Returns whether a request is at the port.
    #[inline(always)]
    pub fn valid(&self) -> bool {
        self.request().lanes != 0
    }

    /// Request at the port; zeros if there is none.
    #[inline(always)]
    pub fn request(&self) -> &MemoryRequest {
        if self.is_serial() {
            &self.serial.port().request
        } else {
            &self.parallel.port().request
        }
    }

    /// Returns whether a beat would be taken at the next edge.
    #[inline(always)]
    pub fn ready(&self) -> bool {
        if self.is_serial() {
            self.serial.ready()
        } else {
            self.parallel.ready()
        }
    }

    /// Passes one rising clock edge at the memory port.
    #[inline(always)]
    pub fn edge(&mut self, memory_ready: bool) {
        if self.is_serial() {
            self.serial.edge(memory_ready)
        } else {
            self.parallel.edge(memory_ready)
        }
    }

    /// Drops all requests, and the beats that were taken.
    pub fn reset(&mut self) {
        self.parallel.reset();
        self.serial.reset();
    }

    /// Takes one beat of an access from the result port, at an edge before which
    /// [`Coalescer::ready`] held, and after [`Coalescer::edge`].
    #[inline(always)]
    pub fn take(&mut self, beat: &Outputs) {
        if self.is_serial() {
            self.serial.take(self.lanes, beat)
        } else {
            self.parallel.take(self.lanes, beat)
        }
    }
}

/// Latency of the memory port of a unit of `lanes` lanes. It is the number of edges from the one
/// that takes the last beat of a warp to its first request.
pub const fn latency(lanes: usize) -> usize {
    match lanes {
        1 => serial::LATENCY,
        _ => parallel::LATENCY,
    }
}
