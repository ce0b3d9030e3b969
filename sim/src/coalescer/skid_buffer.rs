//! Skid buffer at the memory port.

use super::MemoryRequest;

/// The port after an edge.
#[derive(Clone, Debug, Default)]
pub(super) struct SkidBuffer {
    /// Request at the port; zeros if there is none.
    pub request: MemoryRequest,
    /// Request that is held beside the port.
    held: Option<MemoryRequest>,
    /// Request that is at the port next; zeros if there is none.
    pub made: MemoryRequest,
}

impl SkidBuffer {
    /// Returns whether a request is at the port.
    #[inline(always)]
    pub fn valid(&self) -> bool {
        self.request.lanes != 0
    }

    /// Returns whether `made` moves on at the next edge.
    #[inline(always)]
    pub fn moves(&self) -> bool {
        self.held.is_none()
    }

    /// Passes one rising clock edge. If `made` moves, the caller sets the next one.
    #[inline(always)]
    pub fn edge(&mut self, memory_ready: bool) {
        let moves = self.moves();
        if memory_ready | !self.valid() {
            self.request = self.held.take().unwrap_or(self.made);
        } else if moves {
            self.held = Some(self.made);
        }
    }
}
