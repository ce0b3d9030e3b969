//! A regression: long work as a list of commands, cut into parts that run anywhere.
//!
//! ```text
//!     file.toml ─► Work ─► folder: a script and a result a part
//!                             │ local: a slot a core
//!                             │ slurm: one array, and a job that merges
//!                             └──► merged.json, junit.xml, coverage.info
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`file`](mod@file) | the list of commands |
//! | [`work`] | a command that can be cut into parts |
//! | [`folder`] | what is on disk |
//! | [`local`] | parts as processes of this machine |
//! | [`slurm`] | parts as an array of Slurm, or the script of one for another farm |

pub mod file;
pub mod folder;
pub mod local;
pub mod slurm;
pub mod work;

pub use folder::Folder;
pub use work::Work;
