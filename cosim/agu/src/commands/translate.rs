//! One line in, one line out: what `asm` and `disasm` share.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use cosim::source::{Rejections, Source, message};
use isa::listing::Summary;
use isa::{Isa, TextError};

use super::instruction_set::instruction_sets;
use super::{Outcome, output};

/// Refusal of a listing or a cubin without an instruction of the tables.
pub const NO_INSTRUCTION: &str = "no instruction of the tables, expected at least one";

/// The source of the lines, and the effect of a bad one.
#[derive(Args)]
pub struct TranslateArguments {
    /// The instruction set
    #[arg(long, value_name = "ISA", default_value_t = Isa::Maxwell, ignore_case = true,
        value_parser = instruction_sets())]
    pub isa: Isa,

    /// The file to translate; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Words come in bundles of Maxwell: a control word, then three instructions
    #[arg(long)]
    pub bundles: bool,

    /// The file is a listing of a disassembler: instructions that are known are taken, others are
    /// skipped, and standard error has their number. Text and word of a line have to agree. Headings
    /// as `code for sm_52` select the instruction set
    #[arg(long)]
    pub listing: bool,

    /// Print `error: MESSAGE` in the place of a bad line and go on; the exit status is still 1.
    /// Blank and comment lines print nothing
    #[arg(long)]
    keep_going: bool,
}

/// The work of a command on each line.
pub trait Convert {
    /// Appends what a line means; a line that means nothing appends nothing. Returns a warning.
    fn line(&mut self, line: &str, out: &mut String) -> Result<Option<String>, TextError>;

    /// Whether the next instruction may have a second line, with the upper half of its word.
    fn has_halves(&self) -> bool;

    /// Appends a line of output in the place of a bad one.
    fn bad_line(&mut self, text: &str, out: &mut String) {
        out.push_str(text);
        out.push('\n');
    }

    /// Appends what is left after the last line.
    fn end(&mut self, _out: &mut String) {}

    /// Counts of a listing.
    fn summary(&self) -> Option<&Summary>;

    /// Warning about the whole, for standard error.
    fn warning(&self) -> Option<String> {
        None
    }
}

/// Refuses formats that an instruction set does not have.
pub fn check_format(bundles: bool, listing: bool, isa: Isa) -> anyhow::Result<()> {
    if bundles && isa != Isa::Maxwell {
        bail!("found --bundles and --isa {isa}, expected --isa maxwell");
    }
    if listing && isa == Isa::Visa {
        bail!("found --listing and --isa {isa}, expected maxwell or fermi");
    }
    Ok(())
}

/// Converts every line. After a bad one, unless it goes on, it prints nothing more and looks for
/// other bad lines.
pub fn run(
    arguments: &TranslateArguments,
    source: &mut Source,
    convert: &mut impl Convert,
) -> anyhow::Result<Outcome> {
    check_format(arguments.bundles, arguments.listing, arguments.isa)?;
    let mut output = output::stdout();
    let mut errors = output::stderr();
    let mut rejections = Rejections::default();
    let mut outcome = Outcome::Good;
    let mut text = String::new();
    while output.get_ref().has_reader() {
        // A program that writes one line and waits for its answer gets it.
        if !source.has_line() {
            output.flush()?;
            errors.flush()?;
        }
        let Some(line) = source.next_line(convert.has_halves())? else {
            break;
        };
        text.clear();
        match convert.line(&line, &mut text) {
            Ok(None) => {}
            Ok(Some(warning)) => {
                writeln!(
                    errors,
                    "{}:{}:1: warning: {warning}",
                    source.name(),
                    source.number()
                )?;
            }
            Err(error) => {
                text.clear();
                convert.bad_line(&format!("error: {}", message(&error)), &mut text);
                outcome = Outcome::Bad;
                if let Some(rejected) = rejections.add(source.reject(error)) {
                    writeln!(errors, "{rejected}")?;
                }
            }
        }
        if outcome == Outcome::Good || arguments.keep_going {
            output.write_all(text.as_bytes())?;
        }
    }
    text.clear();
    convert.end(&mut text);
    if outcome == Outcome::Good || arguments.keep_going {
        output.write_all(text.as_bytes())?;
    }
    output.flush()?;
    if let Some(rest) = rejections.rest() {
        writeln!(errors, "{rest}")?;
    }
    let summary = convert.summary();
    if outcome == Outcome::Good && summary.is_some_and(|it| it.known == 0) {
        writeln!(errors, "{}", source.empty(NO_INSTRUCTION))?;
        outcome = Outcome::Bad;
    }
    let remarks = summary.map(Summary::to_string).into_iter();
    for remark in remarks.chain(convert.warning()) {
        writeln!(errors, "{}: {remark}", source.name())?;
    }
    errors.flush()?;
    Ok(outcome)
}
