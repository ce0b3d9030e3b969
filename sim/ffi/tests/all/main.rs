//! The library from C, C++, Python and the examples, and the files that are printed from its sources.

mod c;
mod common;
mod examples;
mod generated;
mod python;
