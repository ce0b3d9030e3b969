//! Words, instructions and text of each instruction set: random ones, vector files, the tables
//! of forms, and the reference page that is printed from them.

mod accesses;
mod common;
mod fuzz;
mod lines;
mod memory_text;
mod reference;
mod rejected;
mod table;
mod text;
mod vectors;
mod visa;
mod words;
