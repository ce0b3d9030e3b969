//! `agu disasm`: words, of ADDR_ADD bytes, to canonical text.

use std::fmt::{self, Write};

use clap::Args;
use cosim::source::Source;
use isa::bundle::{Bundles, Control};
use isa::listing::{self, ListingEntry, Summary};
use isa::visa::ADDRESS_ELEMENTS_SIMD32;
use isa::{
    DecodeError, Isa, Line, Targets, TextError, Word, disassemble, disassemble_into,
    disassemble_with_control, line, symbol, visa,
};

use super::translate::{self, Convert};
use super::{Outcome, cubin};

/// Source of the words, and the parts of their text.
#[derive(Args)]
pub struct DisasmArguments {
    #[command(flatten)]
    lines: translate::TranslateArguments,

    /// Of a cubin, print other instructions too, as words
    #[arg(long)]
    all: bool,

    /// Print the control fields of words from sm_70 on in front: `[B------:R-:W0:-:S02]`
    #[arg(long)]
    control: bool,
}

pub fn run(arguments: &DisasmArguments) -> anyhow::Result<Outcome> {
    let DisasmArguments {
        lines,
        all,
        control,
    } = arguments;
    let mut source = Source::open(&lines.file)?;
    if source.starts_with(cubin::MAGIC)? {
        let style = cubin::ListingStyle {
            all: *all,
            bundles: lines.bundles,
            control: *control,
        };
        return cubin::run(&mut source, style);
    }
    let isa = lines.isa;
    if *control && isa.part().is_none() && !lines.listing {
        return Err(no_control(format_args!("--isa {isa}")));
    }
    let mut disassembler = Disassembler {
        isa: lines.isa,
        targets: Targets::new(lines.isa, lines.bundles),
        control: *control,
        summary: lines.listing.then(Summary::default),
        bundles: Bundles::new(lines.bundles),
    };
    translate::run(lines, &mut source, &mut disassembler)
}

struct Disassembler {
    isa: Isa,
    targets: Targets,
    control: bool,
    summary: Option<Summary>,
    bundles: Bundles,
}

/// Appends the text of a word, with its control fields if they are wanted and the word has them.
pub(super) fn text(
    isa: Isa,
    word: Word,
    control: bool,
    out: &mut String,
) -> Result<(), DecodeError> {
    if control && isa.part().is_some() {
        disassemble_with_control(isa, word, out)
    } else {
        disassemble_into(isa, word, out)
    }
}

/// Refusal of `--control` for words without control fields.
pub(super) fn no_control(found: impl fmt::Display) -> anyhow::Error {
    anyhow::anyhow!("found --control and {found}, expected a part from sm_70 on")
}

impl Disassembler {
    /// Reads a line of a listing, and prints its instruction, with the symbol of a relocation.
    fn listed(&self, isa: Isa, line: &str, out: &mut String) -> Result<ListingEntry, TextError> {
        let symbol = symbol::find(line);
        let entry = match &symbol {
            None => listing::entry(isa, line),
            // Constants of users are in bank 3; their words may have bank 0 as long as they are not linked.
            Some(symbol) => listing::entry(isa, &symbol::removed(line, symbol, 3))
                .or_else(|_| listing::entry(isa, &symbol::removed(line, symbol, 0))),
        }?;
        if let ListingEntry::Known(known) = entry {
            let mut text = String::new();
            // It has text, since it came from text.
            let _ = self::text(isa, known.word, self.control, &mut text);
            let text = match symbol {
                None => text,
                Some(symbol) => match symbol::placed(&text, &line[symbol]) {
                    Some(text) => text,
                    None => return listing::entry(isa, line),
                },
            };
            let _ = writeln!(out, "{text}");
        }
        Ok(entry)
    }

    fn word(&mut self, isa: Isa, word: Word, out: &mut String) -> Result<(), String> {
        if let Some(control) = self.bundles.take(word)? {
            // Writing to a String cannot fail.
            let _ = writeln!(out, "{control}");
            return Ok(());
        }
        let disassembled = text(isa, word, self.control, out);
        match (disassembled, &mut self.summary) {
            (Ok(()), summary) => {
                out.push('\n');
                if let Some(summary) = summary {
                    summary.known += 1;
                }
            }
            (Err(_), Some(summary)) => summary.skip(listing::WORD.to_owned()),
            (Err(error), None) => return Err(self.explained(word, &error)),
        }
        Ok(())
    }

    /// The error about a word, and the instruction set that has it.
    fn explained(&self, word: Word, error: &DecodeError) -> String {
        let others = [Isa::Maxwell, Isa::Fermi].into_iter();
        let is_other = |isa: &Isa| *isa != self.isa && isa.digits() == self.isa.digits();
        let others = others.filter(is_other);
        let known = others.filter(|isa| disassemble(*isa, word).is_ok());
        let hint = known.map(|isa| format!("; known with --isa {isa}"));
        format!("{error}{}", hint.collect::<String>())
    }
}

impl Convert for Disassembler {
    fn line(&mut self, text: &str, out: &mut String) -> Result<Option<String>, TextError> {
        let isa = match self.summary {
            Some(_) => self.targets.isa_of(text)?,
            None => Some(self.isa),
        };
        let Some(isa) = isa else {
            return Ok(None);
        };
        let line = Line::parse(isa, text)?;
        let digits = line.code.trim();
        if digits.is_empty() && self.summary.is_none() {
            return Ok(None);
        }
        let indent = line.code.chars().take_while(|c| c.is_whitespace()).count();
        let at = |(place, message)| TextError::new(indent + place + 1, message);
        if self.isa == Isa::Visa {
            let bytes = parse_bytes(digits).map_err(at)?;
            let text = visa::disassemble(&bytes, ADDRESS_ELEMENTS_SIMD32)
                .map_err(|reason| at((0, reason.to_string())))?;
            out.push_str(&text);
            out.push('\n');
            return Ok(None);
        }
        let word = match line::word(isa, digits) {
            Some(word) => Ok(word),
            None => parse_word(isa, digits),
        };
        match (word, self.summary.is_some()) {
            (Ok(word), _) => {
                let taken = self.word(isa, word, out);
                taken.map_err(|message| at((0, message)))?;
            }
            (Err(error), false) => return Err(at(error)),
            (Err(_), true) => match (self.listed(isa, text, out)?, &mut self.summary) {
                (ListingEntry::Known(_), Some(summary)) => summary.known += 1,
                (ListingEntry::Other(mnemonic), Some(summary)) => summary.skip(mnemonic),
                (ListingEntry::Lone(word), _) if self.bundles.is_read() => {
                    let control = Control::from_word(word);
                    let control = control.ok_or_else(|| at((0, Control::EXPECTED.to_owned())))?;
                    let _ = writeln!(out, "{control}");
                }
                _ => {}
            },
        }
        Ok(None)
    }

    fn has_halves(&self) -> bool {
        self.summary.is_some() && self.targets.has_halves()
    }

    fn summary(&self) -> Option<&Summary> {
        self.summary.as_ref()
    }

    fn warning(&self) -> Option<String> {
        let is_bundled = self.isa == Isa::Maxwell && self.bundles.is_found();
        is_bundled.then(|| format!("warning: {}", Control::UNREAD))
    }
}

/// Column of wrong digits, and the reason.
type DigitsError = (usize, String);

/// The hexadecimal digits of `text`, `expected` so many.
fn hex_digits(text: &str, expected: &str) -> Result<Vec<u8>, DigitsError> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let prefix = digits.map_or(0, |digits| text.len() - digits.len());
    let characters = text.chars().enumerate().skip(prefix);
    let digit = |(place, character): (usize, char)| {
        let digit = character.to_digit(16).map(|digit| digit as u8);
        let found = character.escape_debug();
        digit.ok_or_else(|| (place, format!("found `{found}`, expected {expected}")))
    };
    characters.filter(|&(_, c)| c != '_').map(digit).collect()
}

/// A word from its digits, all of them: fewer would leave open which end is missing.
fn parse_word(isa: Isa, text: &str) -> Result<Word, DigitsError> {
    let expected = isa.digits();
    let digits = hex_digits(text, &format!("{expected} hex digits"))?;
    if digits.len() != expected {
        let found = digits.len();
        return Err((0, format!("found {found} hex digits, expected {expected}")));
    }
    let digits = digits.into_iter();
    Ok(digits.fold(0, |word, digit| word << 4 | Word::from(digit)))
}

/// Bytes from two digits each, first byte first.
fn parse_bytes(text: &str) -> Result<Vec<u8>, DigitsError> {
    let digits = hex_digits(text, "two hex digits a byte")?;
    match digits.as_chunks() {
        (pairs, []) => Ok(pairs.iter().map(|[high, low]| high << 4 | low).collect()),
        _ => {
            let found = digits.len();
            Err((0, format!("found {found} hex digits, expected two a byte")))
        }
    }
}
