//! What takes several crates: programs, vectors, wrong hardware that is found, the documentation
//! beside the tree.

mod decoder;
mod documentation;
mod minimise;
mod netlist;
mod programs;
mod seeded_bugs;
mod throughput;
mod vectors;

use verilated as _;
