//! Programs from text: one instruction a line, as text, as a word, or as bytes.

use crate::dut::decoder::Encoded;
use crate::source::{Rejections, Source, SourceError};
use isa::bundle::{Bundles, Control};
use isa::listing::{self, ListingEntry, Summary};
use isa::visa::ADDRESS_ELEMENTS_SIMD32;
use isa::{Isa, Line, Targets, TextError, assemble, disassemble, line, visa};
use sim::{Code, Generation, Meaning, Names, Statement, VisaState, check_executed};
use std::io::Cursor;

/// Code in the form for a decoder with `address_elements`.
pub fn encoded(code: &Code, isa: Isa, address_elements: u8) -> Encoded {
    match code {
        Code::Word(word) => Encoded::Word(isa, *word),
        Code::Bytes(bytes) => Encoded::bytes(bytes, address_elements == ADDRESS_ELEMENTS_SIMD32),
    }
}

/// A program in both forms: code for the hardware's decoder, and the meaning according to `isa`
/// for the golden model.
#[derive(Clone, Debug)]
pub struct TandemProgram {
    /// The instruction set of the code.
    pub isa: Isa,
    /// The code of each statement: the line itself, or its assembled text.
    pub code: Vec<Code>,
    /// The statements of the golden model.
    pub golden: sim::Program,
}

impl TandemProgram {
    /// Reads a whole program, one instruction a line: text or code. Illegal code is part of it;
    /// its execution raises IllegalInstruction.
    ///
    /// `variables` has the variables that vISA text refers to. Its declarations are added.
    ///
    /// # Errors
    /// A file that cannot be read or has no instruction, and all lines that are neither text nor
    /// code.
    pub fn read(
        isa: Isa,
        source: &mut Source,
        variables: &mut VisaState,
    ) -> Result<TandemProgram, SourceError> {
        let mut reader = Reader::new(isa, ProgramFormat::default());
        reader.read(source, variables)
    }

    /// Reads the program `text`, as [`TandemProgram::read`] does.
    pub fn parse(
        isa: Isa,
        text: impl Into<Vec<u8>>,
        variables: &mut VisaState,
    ) -> Result<TandemProgram, SourceError> {
        let input = Box::new(Cursor::new(text.into()));
        let mut source = Source::new("program".to_owned(), input);
        TandemProgram::read(isa, &mut source, variables)
    }

    /// Everything that the program names, including illegal instructions that have text.
    pub fn names(&self) -> Names {
        let mut legible = self.golden.clone();
        for (statement, code) in legible.statements.iter_mut().zip(&self.code) {
            if statement.meaning == Meaning::Illegal
                && let Some(meaning) = text_of_illegal(self.isa, code)
            {
                statement.meaning = meaning;
            }
        }
        let mut names = legible.names();
        // The register group of an illegal instruction may run past the last register.
        let registers = Generation::from(self.isa).registers();
        names.registers.retain(|&index| index < registers);
        names
    }
}

/// Format of a program.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProgramFormat {
    /// Whether every fourth line of digits is a control word of Maxwell.
    pub bundles: bool,
    /// Whether it is a disassembler's listing, in which other instructions are skipped.
    pub listing: bool,
    /// Bytes of a row of vISA's register file, if not the init file's value.
    pub grf_bytes: Option<u8>,
}

/// A reader of programs, with counts of what it skips.
#[derive(Debug)]
pub struct Reader {
    isa: Isa,
    format: ProgramFormat,
    targets: Targets,
    bundles: Bundles,
    summary: Summary,
    /// Number of legible words of this instruction set, and of the other one.
    legible: [usize; 2],
}

impl Reader {
    /// A reader of programs in `format`.
    pub fn new(isa: Isa, format: ProgramFormat) -> Reader {
        Reader {
            isa,
            format,
            targets: Targets::new(isa, true),
            bundles: Bundles::new(format.bundles),
            summary: Summary::default(),
            legible: [0; 2],
        }
    }

    /// Reads a whole program.
    pub fn read(
        &mut self,
        source: &mut Source,
        variables: &mut VisaState,
    ) -> Result<TandemProgram, SourceError> {
        let isa = self.isa;
        if let Some(bytes) = self.format.grf_bytes {
            variables.variables.grf_bytes = bytes;
        }
        let (mut code, mut golden) = (Vec::new(), sim::Program::default());
        let mut rejections = Rejections::default();
        loop {
            let joins_halves = self.format.listing && self.targets.has_halves();
            let Some(line) = source.next_line(joins_halves)? else {
                break;
            };
            let read = self.line(&line, variables);
            drop(line);
            match read {
                Err(error) => drop(rejections.add(source.reject(error))),
                Ok(None) => {}
                Ok(Some((of_line, meaning))) => {
                    code.push(of_line);
                    golden.statements.push(Statement {
                        line: source.number(),
                        meaning,
                    });
                }
            }
        }
        rejections.end()?;
        if code.is_empty() {
            return Err(source.empty("no instruction, expected at least one"));
        }
        Ok(TandemProgram { isa, code, golden })
    }

    fn line(
        &mut self,
        text: &str,
        variables: &mut VisaState,
    ) -> Result<Option<(Code, Meaning)>, TextError> {
        if self.isa == Isa::Visa {
            variables.declare(text)?;
            return Code::parse(self.isa, text, variables);
        }
        if self.format.listing && self.targets.isa_of(text)?.is_none() {
            return Ok(None);
        }
        if let Some(word) = line::word(self.isa, &Line::parse(self.isa, text)?.code) {
            let taken = self.bundles.take(word);
            if taken
                .map_err(|message| TextError::new(1, message))?
                .is_some()
            {
                return Ok(None);
            }
            for (isa, count) in [self.isa, self.other()].into_iter().zip(&mut self.legible) {
                *count += usize::from(disassemble(isa, word).is_ok());
            }
        }
        if !self.format.listing {
            return Code::parse(self.isa, text, variables);
        }
        match listing::entry(self.isa, text)? {
            ListingEntry::Nothing | ListingEntry::Lone(_) => Ok(None),
            ListingEntry::Other(mnemonic) => {
                self.summary.skip(mnemonic);
                Ok(None)
            }
            ListingEntry::Known(known) => {
                check_executed(self.isa, known.word)?;
                self.summary.known += 1;
                let meaning = match known.illegal {
                    None => Meaning::Instruction(known.instruction),
                    Some(_) => Meaning::Illegal,
                };
                Ok(Some((Code::Word(known.word), meaning)))
            }
        }
    }

    /// The other instruction set with words of 64 bits.
    fn other(&self) -> Isa {
        match self.isa {
            Isa::Maxwell => Isa::Fermi,
            Isa::Fermi | Isa::Visa | Isa::Sm(_) => Isa::Maxwell,
        }
    }

    /// Remarks about the program, for standard error.
    pub fn remarks(&self) -> Vec<String> {
        let is_bundled = self.isa == Isa::Maxwell && self.bundles.is_found();
        let [here, there] = self.legible;
        let (isa, other) = (self.isa, self.other());
        let remarks = [
            self.format.listing.then(|| self.summary.to_string()),
            is_bundled.then(|| format!("warning: {}", Control::UNREAD)),
            (there > here).then(|| {
                format!(
                    "warning: of {} words {there} are instructions of {other} and {here} of {isa}, \
                     expected --isa {other}",
                    self.bundles.words()
                )
            }),
        ];
        remarks.into_iter().flatten().collect()
    }
}

/// The meaning that illegal code would have if it were legal, if it has text.
fn text_of_illegal(isa: Isa, code: &Code) -> Option<Meaning> {
    match code {
        Code::Word(word) => {
            let text = disassemble(isa, *word).ok()?;
            let (instruction, _) = assemble(isa, &text).ok()??;
            Some(Meaning::Instruction(instruction))
        }
        Code::Bytes(bytes) => visa::from_bytes(bytes).ok().map(Meaning::AddrAdd),
    }
}
