//! What is at the memory port: a skid buffer.

use super::MemoryRequest;

/// The port after an edge.
#[derive(Clone, Debug, Default)]
pub(super) struct Port {
    /// What is there, and what is held beside it; zeros where there is no request.
    pub request: MemoryRequest,
    held: Option<MemoryRequest>,
    /// What comes to the port next.
    pub made: MemoryRequest,
}

impl Port {
    /// A request is there.
    #[inline(always)]
    pub fn valid(&self) -> bool {
        self.request.lanes != 0
    }

    /// What is made moves on at the next edge.
    #[inline(always)]
    pub fn moves(&self) -> bool {
        self.held.is_none()
    }

    /// Passes one rising clock edge; what is made next is up to the caller, where it moves.
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
