//! A sub-block that some widths of a block have and others have not.
//!
//! RustHDL knows arrays of sub-blocks, but none that may be missing. Where this is not present, it
//! is neither connected nor updated, and a walk over the blocks does not meet it. A kernel connects it
//! in a loop that runs once or not at all, whose variable begins with an underscore:
//!
//! ```text
//!     for _present in 0..usize::from(LANES == 1) { self.part.clock.next = self.clock.val(); }
//! ```

use rust_hdl::prelude::ast::{VerilogBlock, VerilogStatement};
use rust_hdl::prelude::*;
use std::ops::{Deref, DerefMut};

/// A sub-block, present or not.
pub struct Optional<B> {
    present: bool,
    block: Box<B>,
}

impl<B: Default> Optional<B> {
    /// One that is there where `present` is true.
    pub fn new(present: bool) -> Self {
        Optional {
            present,
            block: Box::default(),
        }
    }
}

impl<B> Deref for Optional<B> {
    type Target = B;

    fn deref(&self) -> &B {
        &self.block
    }
}

impl<B> DerefMut for Optional<B> {
    fn deref_mut(&mut self) -> &mut B {
        &mut self.block
    }
}

// Never visited itself.
impl<B: Block> Logic for Optional<B> {
    fn update(&mut self) {}
}

impl<B: Block> Block for Optional<B> {
    fn connect_all(&mut self) {
        if self.present {
            self.block.connect_all();
        }
    }

    fn update_all(&mut self) {
        if self.present {
            self.block.update_all();
        }
    }

    fn has_changed(&self) -> bool {
        self.present && self.block.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        if self.present {
            self.block.accept(name, probe);
        }
    }
}

/// `kernel` without the loops around sub-blocks that may be missing: what is in them is there as
/// often as they run, once or not at all.
pub fn present(kernel: &VerilogBlock) -> VerilogBlock {
    let open = |statement: &VerilogStatement| match statement {
        VerilogStatement::Loop(inner) if inner.index.starts_with('_') => {
            let times = inner.to.as_usize().saturating_sub(inner.from.as_usize());
            vec![inner.block.clone(); times].concat()
        }
        other => vec![other.clone()],
    };
    kernel.iter().flat_map(open).collect()
}
