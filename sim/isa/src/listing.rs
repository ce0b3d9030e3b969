//! Listings of disassemblers: known instructions, and counts of all others.

use std::collections::BTreeMap;
use std::fmt;

use crate::assembler::{self, Assembled};
use crate::bundle::Schedule;
use crate::error::TextError;
use crate::lexer::{self, Token, TokenKind};
use crate::line::{self, CommentWord, Line};
use crate::names::{Names, PREDICATE, REGISTER, UNIFORM_PREDICATE, UNIFORM_REGISTER};
use crate::{Isa, Word, code, disassemble, table};

/// Content of a listing's line.
#[derive(Clone, Debug)]
pub enum ListingEntry {
    /// A heading, a label, a directive, a comment.
    Nothing,
    /// A word in a comment of its own: on Maxwell a control word.
    Lone(u64),
    /// An instruction of the tables.
    Known(Assembled),
    /// Another instruction, by its mnemonic up to the first dot.
    Other(String),
}

/// Operands that the name of a function does not have after a mnemonic.
const REGISTERS: [Names; 4] = [REGISTER, UNIFORM_REGISTER, PREDICATE, UNIFORM_PREDICATE];

/// Placeholder for the mnemonic of a word without text.
pub const WORD: &str = "(word)";

/// Reads a line of a listing. If it has text and word, they have to agree.
///
/// # Errors
/// An instruction with a known mnemonic that cannot be understood, also behind something else on
/// the line; text and word that differ; digits that are no word; and a marked line without a
/// mnemonic.
pub fn entry(isa: Isa, text: &str) -> Result<ListingEntry, TextError> {
    let line = Line::parse(isa, text)?;
    if line.code.trim().is_empty() {
        return Ok(line.word.map_or(ListingEntry::Nothing, |found| {
            ListingEntry::Lone(found.word as u64)
        }));
    }
    if let Some(word) = line::word(isa, &line.code) {
        return Ok(match assembler::from_word(isa, word) {
            Some(known) => ListingEntry::Known(known),
            None => ListingEntry::Other(WORD.to_owned()),
        });
    }
    let (tokens, end) = lexer::tokens(&line.code);
    let mnemonic = mnemonic(&tokens);
    let is_known = mnemonic.is_some_and(|it| !table::spelled(isa, it.text).is_empty());
    if !is_known && let Some(inside) = inside(isa, &tokens) {
        let message = format!(
            "found {} in the middle of a line, expected an instruction at the start",
            inside.shown()
        );
        return Err(TextError::new(inside.column, message));
    }
    let first = tokens.first().unwrap_or(&end);
    let mnemonic = match mnemonic {
        Some(it) if line.is_marked || !table::isas_with(it.text).is_empty() => it,
        _ if line::is_digits_alone(&line.code) => {
            let message = format!(
                "found {}, expected a word of {} hex digits",
                first.shown(),
                isa.digits()
            );
            return Err(known_to(first.column, message, |isa| {
                code::load(isa, line::word(isa, &line.code)?).ok()
            }));
        }
        None if line.is_marked => {
            let message = format!("found {}, expected an instruction", first.shown());
            return Err(TextError::new(first.column, message));
        }
        _ => return Ok(ListingEntry::Nothing),
    };
    if is_known && let Some(error) = assembler::symbolic(&line.code) {
        return Err(error);
    }
    match (assembler::assemble_line(isa, &line), line.word) {
        (Ok(Some(known)), None) => Ok(ListingEntry::Known(known)),
        (Ok(Some(known)), Some(found)) => match agreed(isa, &known, found) {
            Some(word) => Ok(ListingEntry::Known(Assembled { word, ..known })),
            None => Err(disagreement(isa, text, &known, found)),
        },
        (_, Some(found)) if !found.is_half && code::load(isa, found.word).is_ok() => {
            let text = disassemble(isa, found.word).unwrap_or_default();
            let message = format!("the word is that of `{text}`, expected one of the text's");
            Err(TextError::new(found.column, message))
        }
        (Err(error), _) if is_known => Err(error),
        _ => Ok(ListingEntry::Other(mnemonic.text.to_ascii_uppercase())),
    }
}

/// Error of a line whose word is not that of its text.
fn disagreement(isa: Isa, text: &str, known: &Assembled, found: CommentWord) -> TextError {
    let expected = isa.hex(known.word);
    let found_word = if found.is_half {
        format!("lower half {:016x}, expected that of", found.word)
    } else {
        format!("word {}, expected", isa.hex(found.word))
    };
    let message = format!("found the {found_word} {expected} as the text has it");
    known_to(found.column, message, |isa| {
        let line = Line::parse(isa, text).ok()?;
        let known = assembler::assemble_line(isa, &line).ok()??;
        agreed(isa, &known, line.word?)
    })
}

/// An error that names the instruction sets with `found`.
fn known_to<T>(column: usize, message: String, found: impl Fn(Isa) -> Option<T>) -> TextError {
    let has = |isa: &Isa| found(*isa).is_some();
    TextError {
        known_to: Isa::ALL.into_iter().filter(has).collect(),
        ..TextError::new(column, message)
    }
}

/// The word that a listing has beside a text, if it is one of the text and of the control fields in
/// front. From Volta on words of one text differ in control fields and unused bits.
fn agreed(isa: Isa, known: &Assembled, found: CommentWord) -> Option<Word> {
    if isa.part().is_none() {
        return (known.word == found.word).then_some(known.word);
    }
    let upper = if found.is_half {
        known.word >> u64::BITS << u64::BITS
    } else {
        0
    };
    let word = upper | found.word;
    let text = |word| disassemble(isa, word).ok();
    let has_schedule = |it| it == Schedule::of_word(word);
    let is_same = text(word)? == text(known.word)? && known.schedule.is_none_or(has_schedule);
    is_same.then_some(word)
}

/// The first word after a guard.
fn mnemonic<'a>(tokens: &'a [Token<'a>]) -> Option<&'a Token<'a>> {
    let after_guard = match tokens {
        [at, bang, _, rest @ ..] if at.is('@') && bang.is('!') => rest,
        [at, _, rest @ ..] if at.is('@') => rest,
        tokens => tokens,
    };
    let first = after_guard
        .iter()
        .find(|token| token.kind != TokenKind::Annotation)?;
    (first.kind == TokenKind::Word && !first.is_number()).then_some(first)
}

/// A known mnemonic after other text, with an operand after it.
fn inside<'a>(isa: Isa, tokens: &'a [Token<'a>]) -> Option<&'a Token<'a>> {
    let mut places = 1..tokens.len();
    let place = places.find(|&place| {
        let before = tokens[place - 1].text;
        let mut after = &tokens[place + 1..];
        while let [dot, _, rest @ ..] = after
            && dot.is('.')
        {
            after = rest;
        }
        // Names of functions may hold a mnemonic: no register comes after it.
        let is_operand = |operand: &Token<'_>| match before {
            "." | "$" => false,
            "(" | "`" => operand.is('[') || REGISTERS.iter().any(|it| it.is_name(operand.text)),
            _ => operand.is('[') || operand.kind == TokenKind::Word,
        };
        after.first().is_some_and(is_operand) && !table::spelled(isa, tokens[place].text).is_empty()
    })?;
    tokens.get(place)
}

/// Counts of a listing's instructions.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Number of instructions of the tables.
    pub known: usize,
    others: BTreeMap<String, usize>,
}

impl Summary {
    /// Counts a skipped instruction.
    pub fn skip(&mut self, mnemonic: String) {
        *self.others.entry(mnemonic).or_default() += 1;
    }
}

impl fmt::Display for Summary {
    /// `8 instructions, 3 others skipped: 2 XMAD, 1 EXIT`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.known == 1 { "" } else { "s" };
        let skipped: usize = self.others.values().sum();
        write!(
            out,
            "{} instruction{plural}, {skipped} others skipped",
            self.known
        )?;
        let mut others: Vec<_> = self.others.iter().collect();
        others.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (index, (mnemonic, count)) in others.into_iter().enumerate() {
            write!(
                out,
                "{} {count} {mnemonic}",
                if index == 0 { ":" } else { "," }
            )?;
        }
        Ok(())
    }
}
