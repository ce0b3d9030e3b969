//! The scoreboard, given requests, results and memory requests as benches give them.

mod memory;
mod requests;
mod transactions;
