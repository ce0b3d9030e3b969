//! A failed test run for people: what was asked, as little as shows it, waves.

pub mod failure;
pub mod files;
pub mod minimise;
pub mod trace;
pub mod waves;
