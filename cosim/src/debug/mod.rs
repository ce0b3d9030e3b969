//! A failed test run for people: what was asked, as little as shows it, waves.
//!
//! [`program`] is the one writer of programs, [`waves`] the one of wave files; counterexamples of
//! proofs and `agu run --vcd` are written by them too.

pub mod failure;
pub mod files;
pub mod minimise;
pub mod program;
pub mod request;
pub mod trace;
pub mod waves;
