//! Tests across several crates: programs, vectors, wrong hardware that has to be caught, and the
//! documentation against the tree.

mod decoder;
mod documentation;
mod minimise;
mod netlist;
mod programs;
mod seeded_bugs;
mod throughput;
mod vectors;

use verilated as _;
