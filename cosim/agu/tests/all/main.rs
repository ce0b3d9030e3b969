//! The program `agu`, from its command line: what it prints, writes, refuses and leaves behind.
//!
//! Most of it is in the files of commands in `tests/cmd`, which [`commands`] runs. Here is what they
//! cannot say: signals, values in files, and what is done for each of many.

#[path = "../../../formal/tests/all/broken.rs"]
mod broken;
mod commands;
mod common;
mod cosim;
mod counterexample;
mod cubins;
mod export;
mod external;
mod folders;
mod regress;
mod run;
mod synth;
mod text;
mod vectors;
mod waves;
