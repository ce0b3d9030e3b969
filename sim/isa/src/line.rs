//! Lines as tools print them: an instruction or its word, and the columns around it.

use std::borrow::Cow;

use crate::bundle::Schedule;
use crate::error::TextError;
use crate::lexer;
use crate::{Isa, Word};

/// A line without the parts around its instruction: comments, a label, a directive, the
/// address, scheduling, the braces of dual issue.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// Remaining text. Blanks stand for removed parts, so that columns stay as they are.
    pub code: Cow<'a, str>,
    /// The instruction's schedule, if a prefix has it.
    pub schedule: Option<Schedule>,
    /// The word in a comment of the line.
    pub word: Option<CommentWord>,
    /// True if a column or a semicolon marks an instruction.
    pub is_marked: bool,
}

/// Words of 64 bits in comments, as disassemblers print them beside the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommentWord {
    /// The word. Its upper half, from Volta on, is in a second comment.
    pub word: Word,
    /// True if the second comment is missing.
    pub is_half: bool,
    /// Column of its comment, in characters, from 1.
    pub column: usize,
}

/// Most columns and most comments that are read in a line.
const COLUMNS: usize = 8;

/// Digits of an address without a colon.
const ADDRESS_DIGITS: std::ops::RangeInclusive<usize> = 4..=8;

impl<'a> Line<'a> {
    /// Parses a line. A line of vISA loses its comments alone.
    ///
    /// # Errors
    /// A comment without an end.
    pub fn parse(isa: Isa, text: &'a str) -> Result<Line<'a>, TextError> {
        let (mut word, mut is_marked) = (None, false);
        let mut comments = 0;
        let code = lexer::strip_comments_into(text, |before, comment| {
            comments += 1;
            if comments > COLUMNS {
                return;
            }
            let is_before = before.trim().is_empty();
            if let Some(found) = comment_word(comment) {
                let column = before.chars().count() + 1;
                let first = CommentWord {
                    word: found.into(),
                    is_half: isa.part().is_some(),
                    column,
                };
                word = Some(match word {
                    Some((is_before, low @ CommentWord { is_half: true, .. })) => {
                        let word = low.word | first.word << u64::BITS;
                        let is_half = false;
                        (
                            is_before,
                            CommentWord {
                                word,
                                is_half,
                                ..low
                            },
                        )
                    }
                    _ => (is_before, first),
                });
            } else {
                is_marked |= is_before && is_digits(comment.trim(), 16);
            }
        })?;
        let mut line = Line {
            code,
            schedule: None,
            word: None,
            is_marked,
        };
        if isa != Isa::Visa {
            (0..COLUMNS)
                .take_while(|_| line.strip_column())
                .for_each(drop);
            line.strip_brace();
        }
        let is_empty = line.code.trim().is_empty();
        // Old listings have the word before the text, its low half first.
        line.word = word.map(|(is_before, found)| {
            if is_before && !is_empty {
                CommentWord {
                    word: (found.word as u64).rotate_left(32).into(),
                    ..found
                }
            } else {
                found
            }
        });
        line.is_marked &= !is_empty;
        line.is_marked |= line.code.trim_end().ends_with(';');
        Ok(line)
    }

    /// Blanks a directive, a label, an address or a schedule at the start.
    fn strip_column(&mut self) -> bool {
        let code = self.code.trim_start();
        let start = self.code.len() - code.len();
        let is_label = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
        let name = code.find(|c| !is_label(c)).unwrap_or(code.len());
        let (name, after) = code.split_at(name);
        let digits = name.strip_prefix("0x").unwrap_or(name);
        let is_address = is_digits(digits, 16) && digits.len() <= *ADDRESS_DIGITS.end();
        let length = if let Some((length, schedule)) = Schedule::prefix(code) {
            self.schedule = Some(schedule);
            self.is_marked = true;
            length
        } else if after.starts_with(':')
            && !name.is_empty()
            && (is_address || !starts_with_digit(name))
        {
            self.is_marked |= is_address;
            name.len() + 1
        } else if is_address
            && starts_with_digit(name)
            && ADDRESS_DIGITS.contains(&digits.len())
            && is_after_address(after)
        {
            self.is_marked = true;
            name.len()
        } else if code.starts_with("=>") {
            self.is_marked = true;
            2
        } else if let Some(offset) = debugger_offset(after).filter(|_| is_digits(digits, 16)) {
            self.is_marked = true;
            name.len() + offset
        } else if code
            .strip_prefix('.')
            .is_some_and(|rest| rest.starts_with(is_name))
        {
            code.len()
        } else if code.starts_with('{') {
            1
        } else {
            return false;
        };
        self.blank(start, length);
        true
    }

    /// Blanks a brace that ends a dual issue. Those of an annotation come in pairs.
    fn strip_brace(&mut self) {
        let count = |brace| self.code.matches(brace).count();
        let code = self.code.trim_end();
        let code = code.strip_suffix(';').unwrap_or(code).trim_end();
        let is_dual = code.ends_with('}') && count('}') > count('{');
        if is_dual {
            self.blank(code.len() - 1, 1);
        }
    }

    fn blank(&mut self, start: usize, length: usize) {
        let range = start..start + length;
        // All blanked parts are ASCII, but for the rest of a directive.
        let blanks = " ".repeat(self.code[range.clone()].chars().count());
        self.code.to_mut().replace_range(range, &blanks);
    }
}

/// Reads a word, a line with nothing but digits: 16 of them, from Volta on 32, or two halves, the
/// low one first, as `0x00401c85, 0x84000000`.
pub fn word(isa: Isa, code: &str) -> Option<Word> {
    match isa {
        Isa::Sm(_) => long_word(code.trim()),
        Isa::Maxwell | Isa::Fermi | Isa::Visa => short_word(code.trim()).map(Word::from),
    }
}

fn long_word(code: &str) -> Option<Word> {
    let is_word = code.len() == 32 && is_digits(code, 16);
    is_word.then(|| Word::from_str_radix(code, 16).ok())?
}

fn short_word(code: &str) -> Option<u64> {
    if let Some((low, high)) = code.trim_end_matches(',').split_once(',') {
        let half = |text: &str| {
            let digits = text.trim().strip_prefix("0x")?;
            let is_half = is_digits(digits, 16) && digits.len() == 8;
            is_half.then(|| u64::from_str_radix(digits, 16).ok())?
        };
        return Some(half(high)? << 32 | half(low)?);
    }
    let is_word = code.len() == 16 && is_digits(code, 16);
    is_word.then(|| u64::from_str_radix(code, 16).ok())?
}

/// Returns whether a line has nothing but hex digits, as many as a word or more.
pub(crate) fn is_digits_alone(code: &str) -> bool {
    let parts = code
        .split(|c: char| c.is_whitespace() || ",_:".contains(c))
        .map(|part| part.strip_prefix("0x").unwrap_or(part))
        .filter(|part| !part.is_empty());
    parts.clone().all(|part| is_digits(part, 16)) && parts.map(str::len).sum::<usize>() >= 16
}

/// Reads `0x5bd7000000270100`, or its halves with a blank between them.
fn comment_word(comment: &str) -> Option<u64> {
    let digits = comment.trim().strip_prefix("0x")?;
    let digits = match digits.split_once(' ') {
        Some((low, high)) if low.len() == 8 => format!("{low}{}", high.trim()),
        _ => digits.to_owned(),
    };
    short_word(digits.trim())
}

/// Returns whether an instruction or a word follows, and so the text before may be its address.
fn is_after_address(after: &str) -> bool {
    let code = after.trim_start();
    code.len() < after.len()
        && (short_word(code.trim()).is_some()
            || long_word(code.trim()).is_some()
            || code.starts_with(|c: char| c.is_ascii_alphabetic() || "@{[-".contains(c)))
}

/// Length of a debugger's offset in a function, ` <+72>:` or ` <_Z3addPi+72>:`.
fn debugger_offset(after: &str) -> Option<usize> {
    let (name, _) = after.trim_start().strip_prefix('<')?.split_once(">:")?;
    let (_, offset) = name.rsplit_once('+')?;
    let end = after.find(">:")? + 2;
    is_digits(offset, 10).then_some(end)
}

fn is_digits(text: &str, radix: u32) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_digit(radix))
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}
