//! The co-simulation in a user's test: a program in lockstep on golden model and Verilated
//! hardware, then random traffic.
//!
//! `cargo run -p cosim --example tandem`

use cosim::dut::unit::{DutTable, Unit};
use cosim::source::Source;
use cosim::tandem::Tandem;
use cosim::tandem::hardware::Verilated;
use cosim::tandem::program::TandemProgram;
use cosim::testbench::setup::Setup;
use cosim::testbench::test_run::TestRun;
use isa::Isa;
use std::error::Error;
// The Verilated hardware, which the program is linked with.
const TEXT: &str = "LEA R6, R2, R4, 0x3\nLDG.E R8, [R6]\n";

fn main() -> Result<(), Box<dyn Error>> {
    let init = sim::parse_init("[registers]\nR2 = { base = 0, step = 1 }\nR4 = 0x1000")?;
    let mut warp = init.warp()?;
    let mut source = Source::new("example".to_owned(), Box::new(TEXT.as_bytes()));
    let program = TandemProgram::read(Isa::Maxwell, &mut source, &mut warp.visa)?;
    let hardware = Verilated::new(Unit::new(DutTable::fast()));
    let mut tandem = Tandem::new(warp, program, hardware)?;
    while let Some(executed) = tandem.step() {
        println!("cycle {}: {}", executed.cycle, executed.text);
        assert_eq!(executed.mismatches, []);
    }

    let mut test_run = TestRun::new(&Setup::new(DutTable::fast(), 7));
    assert!(test_run.run_to(100_000), "{:?}", test_run.mismatch());
    println!("{:?}", test_run.counts());
    Ok(())
}
