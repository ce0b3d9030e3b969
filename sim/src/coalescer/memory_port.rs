//! The memory port, cycle by cycle.

use super::MemoryRequest;
use super::parallel::{self, Parallel};
use super::serial::{self, Serial};
use crate::results::PortResult;

/// The memory port of a unit of `LANES` lanes after an edge: one of two, which give the same
/// requests in other cycles.
#[derive(Clone, Debug, Default)]
pub struct Coalescer<const LANES: usize> {
    parallel: Parallel,
    serial: Serial,
}

impl<const LANES: usize> Coalescer<LANES> {
    const IS_SERIAL: bool = LANES == 1;

    /// Edges from the one at which the last beat of a warp is taken to its first request.
    pub const LATENCY: usize = latency(LANES);

    /// A request is at the port.
    #[inline(always)]
    pub fn valid(&self) -> bool {
        self.request().lanes != 0
    }

    /// What is at the port.
    #[inline(always)]
    pub fn request(&self) -> &MemoryRequest {
        match Self::IS_SERIAL {
            true => &self.serial.port().request,
            false => &self.parallel.port().request,
        }
    }

    /// A beat would be taken at the next edge.
    #[inline(always)]
    pub fn ready(&self) -> bool {
        match Self::IS_SERIAL {
            true => self.serial.ready(),
            false => self.parallel.ready(),
        }
    }

    /// Passes one rising clock edge at the memory port.
    #[inline(always)]
    pub fn edge(&mut self, memory_ready: bool) {
        match Self::IS_SERIAL {
            true => self.serial.edge(memory_ready),
            false => self.parallel.edge(memory_ready),
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
    pub fn take(&mut self, beat: &PortResult<LANES>) {
        match Self::IS_SERIAL {
            true => self.serial.take(beat),
            false => self.parallel.take(beat),
        }
    }
}

/// [`Coalescer::LATENCY`] of a unit of `lanes` lanes.
pub const fn latency(lanes: usize) -> usize {
    match lanes {
        1 => serial::LATENCY,
        _ => parallel::LATENCY,
    }
}
