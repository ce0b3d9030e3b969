//! The mnemonic of a line: which forms it can mean, and what its suffixes say.

use crate::Isa;
use crate::failure::{Expected, Failure, Wrong, worse};
use crate::form::{Form, Modifier};
use crate::lexer::{Kind, Token};
use crate::parser::Reading;
use crate::table;

/// A form that a mnemonic can mean, and what the suffixes mean to it.
pub(crate) type Candidate = (&'static Form, Reading);

/// The forms that a mnemonic can mean, at least one, and the number of its tokens.
pub(crate) fn resolve<'a>(
    isa: Isa,
    base: &Token<'a>,
    after: &[Token<'a>],
) -> Result<(Vec<Candidate>, usize), Failure<'a>> {
    if base.kind != Kind::Word {
        return Err(Failure::found(base, &[Expected::Text("an instruction")]));
    }
    let suffixes = suffixes(after)?;
    let mut candidates = Vec::new();
    let mut failure = None;
    for form in table::forms(isa) {
        for spelling in form
            .spellings()
            .filter(|spelling| names_base(spelling, base))
        {
            match place(form, spelling, base, &suffixes) {
                Ok(reading) => candidates.push((form, reading)),
                Err(other) => failure = Some(worse(failure, other)),
            }
        }
    }
    if candidates.is_empty() {
        return Err(failure.unwrap_or_else(|| unknown(isa, base)));
    }
    // The base, and a dot before each suffix.
    Ok((candidates, 1 + 2 * suffixes.len()))
}

/// The words after dots.
fn suffixes<'a>(mut tokens: &[Token<'a>]) -> Result<Vec<Token<'a>>, Failure<'a>> {
    let mut suffixes = Vec::new();
    while let [dot, suffix, after @ ..] = tokens
        && dot.is('.')
    {
        if suffix.kind != Kind::Word {
            return Err(Failure::found(suffix, &[Expected::Text("a modifier")]));
        }
        suffixes.push(*suffix);
        tokens = after;
    }
    Ok(suffixes)
}

fn names_base(spelling: &str, base: &Token<'_>) -> bool {
    spelling
        .split('.')
        .next()
        .is_some_and(|first| first.eq_ignore_ascii_case(base.text))
}

fn unknown<'a>(isa: Isa, base: &Token<'a>) -> Failure<'a> {
    let mut known = Vec::new();
    for spelling in table::forms(isa).iter().flat_map(Form::spellings) {
        let spelling = Expected::Text(spelling);
        if !known.contains(&spelling) {
            known.push(spelling);
        }
    }
    Failure::at(
        base,
        Wrong::Unknown {
            what: "mnemonic",
            token: *base,
        },
        &known,
    )
}

/// Finds a meaning for each suffix: a part of the spelling or a modifier.
fn place<'a>(
    form: &'static Form,
    spelling: &'static str,
    base: &Token<'a>,
    suffixes: &[Token<'a>],
) -> Result<Reading, Failure<'a>> {
    let parts = || spelling.split('.').skip(1);
    let mut reading = Reading::default();
    for (index, suffix) in suffixes.iter().enumerate() {
        let before = &suffixes[..index];
        let free_parts = || parts().filter(|part| !has(before, part));
        if free_parts().any(|part| suffix.names(part)) {
            continue;
        }
        let is_free = |modifier: &&Modifier| !reading.values.has(modifier.field);
        let free_modifiers = || form.modifiers.iter().filter(is_free);
        let meaning = free_modifiers()
            .find_map(|modifier| Some((modifier.field, modifier.value(suffix.text)?)));
        let Some((field, value)) = meaning else {
            let texts = free_modifiers().flat_map(|modifier| modifier.spellings);
            let texts = texts.map(|(text, _)| *text).filter(|text| !text.is_empty());
            let expected: Vec<_> = free_parts().chain(texts).map(Expected::Modifier).collect();
            return Err(Failure::at(suffix, Wrong::Modifier(*suffix), &expected));
        };
        reading.set(field, value, suffix.column);
    }
    if let Some(part) = parts().find(|part| !has(suffixes, part)) {
        let last = suffixes.last().unwrap_or(base);
        return Err(Failure::found(last, &[Expected::Modifier(part)]));
    }
    for modifier in form.modifiers {
        if !reading.values.has(modifier.field)
            && let Some(default) = modifier.value("")
        {
            reading.values.set(modifier.field, default);
        }
    }
    Ok(reading)
}

fn has(suffixes: &[Token<'_>], part: &str) -> bool {
    suffixes.iter().any(|suffix| suffix.names(part))
}
