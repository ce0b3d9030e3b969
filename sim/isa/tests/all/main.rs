//! Words, instructions and text of each instruction set: rows of `tests/data`, the vectors of the
//! project, random words and damaged lines, and the reference page.

mod cases;
mod change;
mod data;
mod fuzz;
mod lines;
mod reference;
mod table;
mod vectors;
mod visa;
mod words;
