//! `agu`: the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
