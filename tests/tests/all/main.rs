//! Tests across several crates: programs, vectors, wrong hardware that has to be caught, and the
//! documentation against the tree.

mod decoder;
mod documentation;
mod lanes;
mod minimise;
mod netlist;
mod programs;
mod replay;
mod seeded_bugs;
mod throughput;
mod vectors;
