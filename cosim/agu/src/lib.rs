//! `agu`: the command line of the GPU address unit. This file only dispatches.
//!
//! `report` has texts and the page, `results` the files of `--json`, `regress` work in parts.

mod commands;
mod instance;
pub mod package;
mod regress;
pub mod report;
pub mod results;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use commands::{
    adapt, asm, bench, completions, cosim, coverage, disasm, examples, export, folders, groups,
    merge, mutate, prove, run, synth, target, trace, vectors,
};

/// The open GPU address unit: its golden model, its hardware, and their comparison.
///
/// Exit status: 0 all well; 1 a mismatch, a failed check or proof, a rejected line; 2 bad
/// usage or a file that cannot be read.
#[derive(Parser)]
#[command(name = "agu", version, max_term_width = 80)]
#[command(help_template = groups::template(&Command::augment_subcommands(clap::Command::new("agu"))))]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    folders: folders::Folders,
}

#[derive(Subcommand)]
enum Command {
    #[command(after_help = examples::of("run"))]
    Run(run::RunArguments),
    #[command(after_help = examples::of("cosim"), mut_arg("target", target::described_too))]
    Cosim(cosim::CosimArguments),
    #[command(after_help = examples::of("adapt"), mut_args(adapt::placed))]
    Adapt(adapt::AdaptArguments),
    #[command(after_help = examples::of("trace"), mut_args(trace::placed))]
    Trace(trace::TraceArguments),
    #[command(after_help = examples::of("vectors"))]
    Vectors(vectors::VectorsArguments),
    /// Assemble: text to words in hex, one instruction a line
    ///
    /// A word is 16 hex digits, 32 from sm_70 on, the highest bit first. `//` and `#` start
    /// comments, and `/* */` on one line holds one, as the addresses and words that disassemblers
    /// print; blank and comment lines print nothing. A closing `;`, annotations (`?WAIT6`,
    /// `&req_6`), braces of dual issue, labels, addresses and directives mean nothing. Control
    /// prefixes (`[B------:R-:W-:Y:S02]`, `--:-:-:Y:1`) and `.reuse` set the control fields of
    /// words from sm_70 on, and mean nothing for older parts. doc/listings.md has all of them.
    #[command(after_help = examples::of("asm"))]
    Asm(asm::AsmArguments),
    /// Disassemble: words in hex, or a cubin, to canonical text
    ///
    /// A word is 16 hex digits, 32 from sm_70 on, one a line. `0x` before the digits and `_` among
    /// them are accepted, and for older parts halves as in `0x00401c85, 0x84000000`, the low one
    /// first; comments are those of `agu asm`, which takes the text back to the same word; blank
    /// and comment lines print nothing. Of a cubin it lists the address instructions of each kernel
    /// with their offsets, and the number of others; the file has the instruction set.
    #[command(after_help = examples::of("disasm"))]
    Disasm(disasm::DisasmArguments),
    #[command(after_help = examples::of("export"))]
    Export(export::ExportArguments),
    #[command(after_help = examples::of("mutate"))]
    Mutate(mutate::MutateArguments),
    #[command(after_help = examples::of("prove"))]
    Prove(prove::ProveArguments),
    #[command(after_help = examples::of("synth"))]
    Synth(synth::SynthArguments),
    #[command(after_help = examples::of("coverage"))]
    Coverage(coverage::CoverageArguments),
    #[command(after_help = examples::of("bench"))]
    Bench(bench::BenchArguments),
    #[command(after_help = examples::of("regress"))]
    Regress(commands::regress::RegressArguments),
    #[command(after_help = examples::of("merge"))]
    Merge(merge::MergeArguments),
    #[command(after_help = examples::of("report"))]
    Report(commands::report::ReportArguments),
    #[command(after_help = examples::of("completions"))]
    Completions(completions::CompletionsArguments),
}

/// The whole command line, for its man pages.
pub fn command_line() -> clap::Command {
    Cli::command()
}

/// The program: takes the command line, and gives the exit status.
pub fn main() -> ExitCode {
    let Cli {
        command,
        mut folders,
    } = Cli::parse();
    folders.complete();
    if let Err(error) = commands::handle_signals() {
        return commands::exit(Err(error));
    }
    let outcome = match command {
        Command::Run(arguments) => run::run(&arguments, &folders),
        Command::Cosim(arguments) => cosim::run(&arguments, &folders),
        Command::Adapt(arguments) => adapt::run(&arguments, &folders),
        Command::Trace(arguments) => trace::run(arguments, &folders),
        Command::Vectors(arguments) => vectors::run(&arguments),
        Command::Asm(arguments) => asm::run(&arguments),
        Command::Disasm(arguments) => disasm::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Mutate(arguments) => mutate::run(&arguments, &folders),
        Command::Prove(arguments) => prove::run(&arguments),
        Command::Synth(arguments) => synth::run(&arguments),
        Command::Coverage(arguments) => coverage::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Regress(arguments) => commands::regress::run(&arguments, &folders),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Report(arguments) => commands::report::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments, command_line()),
    };
    commands::exit(outcome)
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use super::commands::groups::GROUPS;
    use clap::{Command, CommandFactory, Parser};

    /// The program and its commands, as they are before a command line is parsed.
    fn program() -> Command {
        let mut program = Cli::command();
        program.build();
        program
    }

    #[test]
    fn each_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        grouped.sort_unstable();
        let program = program();
        let mut all: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    #[test]
    fn help_fits_80_columns() {
        let mut program = program();
        let mut texts = vec![program.render_help(), program.render_long_help()];
        for command in program.get_subcommands_mut() {
            texts.extend([command.render_help(), command.render_long_help()]);
        }
        for text in texts {
            let text = text.to_string();
            let wide = text.lines().find(|line| line.chars().count() > 80);
            assert_eq!(wide, None, "{text}");
        }
    }

    #[test]
    fn every_command_has_examples_that_it_takes() {
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let help = command.get_after_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
            let mut examples = 0;
            for line in lines {
                assert!(line.len() <= 78, "broken in 80 columns: {line}");
                // Two spaces begin a remark.
                let example = line.split("  ").next().unwrap_or_default();
                assert!(example.starts_with(&format!("agu {name}")), "{example}");
                let parsed = Cli::try_parse_from(example.split_whitespace());
                assert!(parsed.is_ok(), "{example}: {:?}", parsed.err());
                examples += 1;
            }
            assert!(examples >= 2, "examples of {name}");
        }
    }
}
