//! Word layouts: where each field of an instruction word is.
//!
//! The only place in the project where a bit range is written. Everything else
//! (masks, widths, ranges of values) is derived from these accessors by
//! [`Field`](crate::form::Field). The ranges are those of the encoding tables.

mod fermi;
mod lea;
mod maxwell;
mod visa;

pub use fermi::*;
pub use lea::*;
pub use maxwell::*;
pub use visa::*;
