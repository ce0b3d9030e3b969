//! `agu`: the command line, linked with the Verilated units.

use std::process::ExitCode;
use verilated as _;

fn main() -> ExitCode {
    cli::main()
}
