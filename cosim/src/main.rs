//! `agu`: the command line of the GPU address unit. This file only dispatches.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod commands;

use commands::{
    asm, bench, cosim, coverage, disasm, export, mutate, prove, report, run, synth, translate,
};

/// The open GPU address unit: its golden model, its hardware, and their comparison.
///
/// Exit status: 0 all well; 1 a mismatch, a failed check or proof, a rejected line; 2 bad
/// usage or a file that cannot be read.
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
    /// Assemble: one instruction a line to 16 hex digits, bit 63 first
    ///
    /// `//` and `#` start comments; blank and comment lines print nothing; a closing
    /// `;` and scheduling annotations (`?WAIT6`, `&req_6`, `&wr0`) mean nothing.
    Asm(translate::Arguments),
    /// Disassemble: one word a line, 16 hex digits, to canonical text
    ///
    /// `0x` before the digits and `_` among them are accepted; `//` and `#` start
    /// comments; blank and comment lines print nothing. `agu asm` takes the text back
    /// to the same word.
    Disasm(translate::Arguments),
    Export(export::Arguments),
    Mutate(mutate::Arguments),
    Prove(prove::Arguments),
    Synth(synth::Arguments),
    Coverage(coverage::Arguments),
    Bench(bench::Arguments),
    Report(report::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Cosim(arguments) => cosim::run(&arguments),
        Command::Asm(arguments) => asm::run(&arguments),
        Command::Disasm(arguments) => disasm::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Mutate(arguments) => mutate::run(&arguments),
        Command::Prove(arguments) => prove::run(&arguments),
        Command::Synth(arguments) => synth::run(&arguments),
        Command::Coverage(arguments) => coverage::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
    };
    commands::exit(outcome)
}
