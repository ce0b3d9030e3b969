//! Hardware beside the golden model: what is wrong in it is found where it is, and the models that
//! run fast do what those with waves do.

mod models;
mod tandem;

use verilated as _;
