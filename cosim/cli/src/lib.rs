//! What `agu` says: texts, results kept from one command to the next, the page made of them.

pub mod package;
pub mod report;
pub mod results;

use verilated as _;
