//! A failed test run for people: its request, a minimal case, waves.
//!
//! [`program`] is the one writer of programs, [`waves`] the one of wave files. Counterexamples of
//! proofs and `agu run --vcd` use them too.

pub mod failure;
pub mod files;
pub mod minimise;
pub mod program;
pub mod request;
pub mod trace;
pub mod waves;
