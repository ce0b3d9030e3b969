//! Word layouts: where each field of an instruction word is.
//!
//! No other module of this crate has bit ranges. Masks, widths and ranges of values
//! are derived from these accessors by
//! [`Field`](crate::form::Field). The ranges are those of the encoding tables.

mod fermi;
mod lea;
mod maxwell;
mod visa;

pub use fermi::*;
pub use lea::*;
pub use maxwell::*;
pub use visa::*;
