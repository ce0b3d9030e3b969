//! Co-simulation of the GPU address unit: its hardware under Verilator against the golden
//! model.
//!
//! ```text
//!     dut          the hardware under test: linked, a netlist, an external design
//!     testbench    stimulus, predictor, scoreboard, coverage: one test run of random traffic
//!     tandem       a program on the golden model and on the hardware, side by side
//!     vectors      stimulus and expected results as a file, for other benches
//!     recorded     accesses of a trace, in batches
//!     debug        a failed test run explained: minimised, as a program, as waves
//!     regression   test runs in threads
//!     shard        one part of long work
//!     bench        throughput of all of this
//!     whole_file   files that appear whole or not at all
//!     unfinished   files and folders that a signal would leave behind
//! ```

pub mod bench;
pub mod debug;
pub mod dut;
pub mod recorded;
pub mod regression;
pub mod shard;
pub mod source;
pub mod tandem;
pub mod testbench;
pub mod unfinished;
pub mod vectors;
pub mod whole_file;
