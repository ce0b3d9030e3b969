//! `agu`: the command line of the GPU address unit. This file only dispatches.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod commands;

use commands::{asm, bench, cosim, disasm, export, run};

/// The open GPU address unit: its golden model, its hardware, and their comparison.
///
/// Exit status: 0 all well; 1 a mismatch or a rejected line; 2 bad usage or a
/// file that cannot be read.
#[derive(Parser)]
#[command(name = "agu", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Arguments),
    Cosim(cosim::Arguments),
    Asm(asm::Arguments),
    Disasm(disasm::Arguments),
    Export(export::Arguments),
    Bench(bench::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Cosim(arguments) => cosim::run(&arguments),
        Command::Asm(arguments) => asm::run(&arguments),
        Command::Disasm(arguments) => disasm::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
    };
    commands::exit(outcome)
}
