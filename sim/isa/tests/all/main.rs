//! Tests of words, instructions and text of each instruction set. Inputs are rows of `tests/data`,
//! the vectors of the project, random words, damaged lines, and the reference page.

mod cases;
mod change;
mod data;
mod fuzz;
mod lines;
mod reference;
mod table;
mod vectors;
mod visa;
mod volta;
mod words;
