//! Tests of the golden model: against equations written by hand, against z3, and on text and files.
//! Cases that are worked out by hand are rows of `tests/data`.

mod access;
mod access_random;
mod addr_add;
mod addr_add_random;
mod coalescer;
mod common;
mod config;
mod init;
mod lane;
mod lea;
mod lea_random;
mod memory;
mod memory_random;
mod pipeline;
mod programs;
mod scoreboard;
mod smt;
mod smt_access;
mod smt_addr_add;
mod volta;
mod volta_random;
mod warp;
