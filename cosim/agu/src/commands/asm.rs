//! `agu asm`: text to words, of ADDR_ADD to bytes.

use std::fmt::Write;
use std::mem;

use cosim::source::Source;
use isa::bundle::{BUNDLE, Control, Schedule};
use isa::listing::{self, ListingEntry, Summary};
use isa::visa::{ADDRESS_ELEMENTS_SIMD32, GRF_BYTES, Variables};
use isa::{Assembled, Isa, Line, Targets, TextError, assemble_line, visa};

use super::translate::{self, Convert};
use super::{Outcome, grf_bytes};

/// Source of the lines, and names in them.
#[derive(clap::Args)]
pub struct AsmArguments {
    #[command(flatten)]
    pub lines: translate::TranslateArguments,

    /// Bytes of a row of vISA's register file, 32 or 64: `&V38[64]` is row 2 or row 1
    #[arg(long, value_name = "BYTES", default_value_t = GRF_BYTES[0], value_parser = grf_bytes)]
    grf_bytes: u8,
}

pub fn run(arguments: &AsmArguments) -> anyhow::Result<Outcome> {
    let grf_bytes = arguments.grf_bytes;
    let arguments = &arguments.lines;
    let mut assembler = Assembler {
        isa: arguments.isa,
        targets: Targets::new(arguments.isa, arguments.bundles),
        variables: Variables::of_part(ADDRESS_ELEMENTS_SIMD32, grf_bytes),
        summary: arguments.listing.then(Summary::default),
        bundle: arguments.bundles.then(OpenBundle::default),
    };
    translate::run(
        arguments,
        &mut Source::open(&arguments.file)?,
        &mut assembler,
    )
}

struct Assembler {
    isa: Isa,
    targets: Targets,
    variables: Variables,
    summary: Option<Summary>,
    bundle: Option<OpenBundle>,
}

/// A bundle that is not whole yet.
#[derive(Default)]
struct OpenBundle {
    /// The control word of the text, and how many of its instructions came.
    control: Option<(Control, usize)>,
    /// Lines of output after the control word.
    lines: String,
    schedules: Vec<Schedule>,
}

impl OpenBundle {
    /// The next instruction's schedule in the control word before it.
    fn scheduled(&mut self) -> Option<Schedule> {
        let (control, count) = self.control.as_mut()?;
        *count += 1;
        control.0.get(*count - 1).copied()
    }

    fn push(&mut self, known: &Assembled, out: &mut String) {
        let schedule = self.scheduled();
        self.schedules.push(known.schedule(schedule));
        let _ = writeln!(self.lines, "{:016x}", known.word);
        if self.schedules.len() == BUNDLE {
            self.end(out);
        }
    }

    fn end(&mut self, out: &mut String) {
        if !self.schedules.is_empty() {
            self.schedules.resize(BUNDLE, Schedule::default());
            let mut control = Control([Schedule::default(); BUNDLE]);
            control.0.copy_from_slice(&self.schedules);
            let _ = writeln!(out, "{:016x}", control.word());
        }
        self.schedules.clear();
        out.push_str(&mem::take(&mut self.lines));
    }
}

impl Assembler {
    /// The meaning of a line, and its instruction set.
    fn entry(&mut self, line: &str) -> Result<(Isa, ListingEntry), TextError> {
        if self.summary.is_some() {
            return match self.targets.isa_of(line)? {
                Some(isa) => Ok((isa, listing::entry(isa, line)?)),
                None => Ok((self.isa, ListingEntry::Nothing)),
            };
        }
        let line = Line::parse(self.isa, line)?;
        let entry = match (assemble_line(self.isa, &line)?, line.word) {
            (Some(known), _) => ListingEntry::Known(known),
            (None, Some(found)) => ListingEntry::Lone(found.word as u64),
            (None, None) => ListingEntry::Nothing,
        };
        Ok((self.isa, entry))
    }
}

impl Convert for Assembler {
    fn line(&mut self, line: &str, out: &mut String) -> Result<Option<String>, TextError> {
        if self.isa == Isa::Visa {
            self.variables.declare(line)?;
            if let Some(instruction) = visa::assemble(line, &self.variables)? {
                for byte in visa::encode(&instruction) {
                    // Writing to a String cannot fail.
                    let _ = write!(out, "{byte:02x}");
                }
                out.push('\n');
            }
            return Ok(None);
        }
        let (isa, entry) = self.entry(line)?;
        match (entry, &mut self.bundle) {
            (ListingEntry::Nothing, _) | (ListingEntry::Lone(_), None) => {}
            (ListingEntry::Lone(word), Some(bundle)) => {
                let control = Control::from_word(word);
                let control = control.ok_or_else(|| TextError::new(1, Control::EXPECTED))?;
                bundle.control = Some((control, 0));
            }
            (ListingEntry::Other(mnemonic), bundle) => {
                bundle.as_mut().map(OpenBundle::scheduled);
                if let Some(summary) = &mut self.summary {
                    summary.skip(mnemonic);
                }
            }
            (ListingEntry::Known(known), bundle) => {
                match bundle {
                    Some(bundle) => bundle.push(&known, out),
                    None => {
                        let _ = writeln!(out, "{}", isa.hex(known.word));
                    }
                }
                if let Some(summary) = &mut self.summary {
                    summary.known += 1;
                }
                return Ok(known.illegal.map(|reason| reason.to_string()));
            }
        }
        Ok(None)
    }

    fn has_halves(&self) -> bool {
        self.summary.is_some() && self.targets.has_halves()
    }

    fn bad_line(&mut self, text: &str, out: &mut String) {
        let out = match &mut self.bundle {
            Some(bundle) => &mut bundle.lines,
            None => out,
        };
        out.push_str(text);
        out.push('\n');
    }

    fn end(&mut self, out: &mut String) {
        if let Some(bundle) = &mut self.bundle {
            bundle.end(out);
        }
    }

    fn summary(&self) -> Option<&Summary> {
        self.summary.as_ref()
    }
}
