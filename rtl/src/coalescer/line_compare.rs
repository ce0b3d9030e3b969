//! A lane that comes in, against the lane before it, as to global memory.
//!
//! ```text
//!     starts = it accesses global memory, and not (the lane before does, in the same line)
//! ```
//!
//! A line of a warp has a lane that starts, its lowest one, and others where its lanes are not
//! next to each other. Nothing is compared while `compare` is low, so that a simulator skips it.
//! Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// A lane against the one before it, combinational.
#[derive(Default, LogicBlock)]
pub struct LineCompare {
    /// a lane of the beat accesses global memory
    pub compare: Signal<In, Bit>,
    /// the lane accesses global memory; `address[38:7]`, `address[48:39]`
    pub accesses: Signal<In, Bit>,
    pub line: Signal<In, Bits<32>>,
    pub top: Signal<In, Bits<10>>,
    /// the same of the lane before it
    pub global_before: Signal<In, Bit>,
    pub line_before: Signal<In, Bits<32>>,
    pub top_before: Signal<In, Bits<10>>,
    pub starts: Signal<Out, Bit>,
    joins: Signal<Local, Bit>,
}

impl Logic for LineCompare {
    #[kernel]
    fn update(&mut self) {
        wire! {
            joins = false;
            if compare { joins = global_before & (top == top_before) & (line == line_before); }
            starts = accesses & !joins;
        }
    }
}
