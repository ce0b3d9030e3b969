//! One test run: stimulus for hardware and predictor, the scoreboard that compares them, and
//! coverage of the specification.

pub mod bfm;
pub mod coverage;
pub mod decoder;
pub mod driver;
pub mod foresight;
pub mod instruction;
pub mod monitor;
pub mod predictor;
pub mod random;
pub mod setup;
pub mod source;
pub mod stimulus;
pub mod test_run;
pub mod tied;
pub mod traffic;
