//! The mnemonic of a line: its possible forms, and the values of its suffixes.

use crate::failure::{Expected, Failure, FailureCause};
use crate::fields::Values;
use crate::form::{Form, Modifier};
use crate::lexer::{Token, TokenKind};
use crate::parser::Reading;
use crate::table::Spelled;
use crate::{Isa, table};

/// A mnemonic that some form has.
pub(crate) struct Mnemonic<'a> {
    base: Token<'a>,
    suffixes: Vec<Token<'a>>,
    /// Possible forms, at least one, each with its spelling of the mnemonic.
    pub forms: &'static [Spelled],
}

impl<'a> Mnemonic<'a> {
    /// Reads a line's mnemonic, from its first token and those after it.
    pub fn read(isa: Isa, base: Token<'a>, after: &[Token<'a>]) -> Result<Self, Failure<'a>> {
        if base.kind != TokenKind::Word {
            return Err(Failure::found(&base, ["an instruction"]));
        }
        let suffixes = suffixes(after)?;
        match table::spelled(isa, base.text) {
            [] => Err(unknown(isa, &base)),
            forms => Ok(Mnemonic {
                base,
                suffixes,
                forms,
            }),
        }
    }

    /// Number of tokens: the base, and a dot before each suffix.
    pub fn length(&self) -> usize {
        1 + 2 * self.suffixes.len()
    }

    /// Values of the suffixes in a form. Finds a meaning for each: a part of the spelling or a
    /// modifier.
    pub fn place(
        &self,
        form: &'static Form,
        spelling: &'static str,
    ) -> Result<Reading, Failure<'a>> {
        let Mnemonic { base, suffixes, .. } = self;
        let parts = || spelling.split('.').skip(1);
        let mut reading = Reading::new(form, Values::default());
        let mut index = 0;
        while let Some(suffix) = suffixes.get(index) {
            let before = &suffixes[..index];
            let free_parts = || parts().filter(|part| !has(before, part));
            if free_parts().any(|part| suffix.names(part)) {
                index += 1;
                continue;
            }
            let is_free = |modifier: &&Modifier| !reading.values.has(modifier.field);
            let free_modifiers = || form.modifiers.iter().filter(is_free);
            let meaning = free_modifiers().find_map(|modifier| {
                let (count, value) = meaning(modifier, &suffixes[index..])?;
                Some((count, value, modifier.field))
            });
            let Some((count, value, field)) = meaning else {
                let texts = free_modifiers().flat_map(|modifier| modifier.spellings);
                let texts = texts.map(|(text, _)| *text).filter(|text| !text.is_empty());
                let expected = free_parts().chain(texts).map(Expected::Modifier);
                return Err(Failure::at(
                    suffix,
                    FailureCause::Modifier(*suffix),
                    expected,
                ));
            };
            reading.set(field, value, suffix.column);
            index += count;
        }
        if let Some(part) = parts().find(|part| !has(suffixes, part)) {
            let last = suffixes.last().unwrap_or(base);
            return Err(Failure::found(last, [Expected::Modifier(part)]));
        }
        for modifier in form.modifiers {
            if reading.values.has(modifier.field) {
                continue;
            }
            match modifier.default() {
                Some(default) => reading.values.set(modifier.field, default),
                None => {
                    let last = suffixes.last().unwrap_or(base);
                    let texts = modifier.spellings.iter();
                    let expected = texts.map(|(text, _)| Expected::Modifier(text));
                    return Err(Failure::found(last, expected));
                }
            }
        }
        Ok(reading)
    }
}

/// Collects the words after dots.
fn suffixes<'a>(mut tokens: &[Token<'a>]) -> Result<Vec<Token<'a>>, Failure<'a>> {
    let mut suffixes = Vec::new();
    while let [dot, suffix, after @ ..] = tokens
        && dot.is('.')
    {
        if suffix.kind != TokenKind::Word {
            return Err(Failure::found(suffix, ["a modifier"]));
        }
        suffixes.push(*suffix);
        tokens = after;
    }
    Ok(suffixes)
}

fn unknown<'a>(isa: Isa, base: &Token<'a>) -> Failure<'a> {
    let mut known = Vec::new();
    for spelling in table::forms(isa).flat_map(Form::spellings) {
        let spelling = Expected::Text(spelling);
        if !known.contains(&spelling) {
            known.push(spelling);
        }
    }
    let wrong = if table::is_unsupported(isa, base.text) {
        FailureCause::Unsupported(*base, isa)
    } else {
        FailureCause::Mnemonic(*base)
    };
    Failure::at(base, wrong, known)
}

/// Number of first suffixes that spell a value of a modifier, as many as possible, and that value.
pub(crate) fn meaning(modifier: &Modifier, suffixes: &[Token<'_>]) -> Option<(usize, i64)> {
    let spelled = |(text, value): &(&str, i64)| {
        let mut count = 0;
        for part in text.split('.') {
            if !suffixes.get(count)?.names(part) {
                return None;
            }
            count += 1;
        }
        Some((count, *value))
    };
    let meanings = modifier.spellings.iter().filter_map(spelled);
    meanings.max_by_key(|(count, _)| *count)
}

fn has(suffixes: &[Token<'_>], part: &str) -> bool {
    suffixes.iter().any(|suffix| suffix.names(part))
}
