//! Area and Fmax of a top on an FPGA, and its gates and their depth, with open tools.
//!
//! ```text
//!     top.v ─► Yosys ─► area of the top alone
//!                 └───► netlist of the top in its registered wrapper
//!                           └─► nextpnr, once a seed ─► Fmax and critical path
//! ```
//!
//! [`plan`] lists the tops and their devices; [`run`] measures them; [`baseline`] compares the
//! measurements with the recorded ones. See `doc/synthesis.md`.

mod area;
pub mod baseline;
mod device;
mod error;
mod files;
mod levels;
pub mod measurement;
pub mod plan;
pub mod process;
mod progress;
mod recorder;
mod route;
pub mod run;
mod steps;
mod tools;
pub mod wrapper;

pub use area::Area;
pub use device::Device;
pub use error::SynthError;
pub use levels::Levels;
pub use measurement::{Fmax, Measurement, Placed};
pub use progress::Progress;
pub use recorder::Recorder;
pub use route::{CriticalPath, Route, Utilisation};

#[cfg(test)]
mod tests;
