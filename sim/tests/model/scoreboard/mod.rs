//! The scoreboard with requests, results and memory requests as benches report them.

mod memory;
mod requests;
mod stability;
mod transactions;
