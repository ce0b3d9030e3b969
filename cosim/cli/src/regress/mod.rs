//! A regression: long work as a file, cut into parts that run anywhere.
//!
//! ```text
//!     file.toml ─► plan ─► folder: a script and a result a part
//!                             │ local: a slot a core
//!                             │ slurm: an array job, and one that merges
//!                             └──► merged.json, junit.xml, coverage.info
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`file`](mod@file) | the TOML file |
//! | [`plan`] | its parts, each a command of `agu` |
//! | [`folder`] | what is on disk |
//! | [`local`] | parts as processes of this machine |
//! | [`script`] | the array script of a farm |
//! | [`slurm`] | Slurm's own commands |

mod file;
pub mod folder;
pub mod local;
pub mod plan;
pub mod script;
pub mod slurm;

pub use folder::Folder;
pub use plan::Plan;

/// How often a part is tried that ends without a result, killed or lost.
pub const TRIES: u32 = 3;
