//! The mnemonic of a line: which forms it can mean, and what its suffixes say.

use crate::Isa;
use crate::assembler::Failure;
use crate::form::Form;
use crate::lexer::{Kind, Token};
use crate::table;
use crate::values::FieldId;

/// The value of a modifier and the column of its suffix.
pub(crate) type Suffix = (FieldId, i64, usize);

/// A form, and what the suffixes mean to it.
pub(crate) type Candidate = (&'static Form, Vec<Suffix>);

/// The forms that a mnemonic can mean, at least one, and the number of its tokens.
pub(crate) fn resolve(isa: Isa, tokens: &[Token<'_>]) -> Result<(Vec<Candidate>, usize), Failure> {
    let [base, after @ ..] = tokens else {
        return Ok((Vec::new(), 0));
    };
    if base.kind != Kind::Word {
        return Err(Failure::found(base, ["an instruction".to_owned()]));
    }
    let suffixes = suffixes(after)?;
    let mut candidates = Vec::new();
    let mut failure: Option<Failure> = None;
    for form in table::forms(isa) {
        for spelling in form.spellings() {
            match place(form, spelling, base, &suffixes) {
                Fit::Other => {}
                Fit::Yes(values) => candidates.push((form, values)),
                Fit::No(other) => {
                    failure = Some(match failure {
                        Some(failure) => failure.or(other),
                        None => other,
                    });
                }
            }
        }
    }
    if !candidates.is_empty() {
        return Ok((candidates, 1 + 2 * suffixes.len()));
    }
    Err(failure.unwrap_or_else(|| unknown(isa, base)))
}

/// The words after dots.
fn suffixes<'a>(mut tokens: &'a [Token<'a>]) -> Result<Vec<&'a Token<'a>>, Failure> {
    let mut suffixes = Vec::new();
    while let [dot, suffix, after @ ..] = tokens
        && dot.is('.')
    {
        if suffix.kind != Kind::Word {
            return Err(Failure::found(suffix, ["a modifier".to_owned()]));
        }
        suffixes.push(suffix);
        tokens = after;
    }
    Ok(suffixes)
}

fn unknown(isa: Isa, base: &Token<'_>) -> Failure {
    let mut known = Vec::new();
    for spelling in table::forms(isa).iter().flat_map(Form::spellings) {
        if !known.iter().any(|other| other == spelling) {
            known.push(spelling.to_owned());
        }
    }
    let wrong = format!("unknown mnemonic {}", base.shown());
    Failure {
        column: base.column,
        wrong,
        expected: known,
        certain: true,
    }
}

enum Fit {
    /// Another instruction.
    Other,
    Yes(Vec<Suffix>),
    No(Failure),
}

/// Finds a meaning for each suffix: a part of the mnemonic or a modifier.
fn place(form: &Form, spelling: &str, base: &Token<'_>, suffixes: &[&Token<'_>]) -> Fit {
    let mut parts: Vec<&str> = spelling.split('.').collect();
    if !parts.remove(0).eq_ignore_ascii_case(base.text) {
        return Fit::Other;
    }
    let mut values: Vec<Suffix> = Vec::new();
    for suffix in suffixes {
        if let Some(at) = parts
            .iter()
            .position(|part| part.eq_ignore_ascii_case(suffix.text))
        {
            parts.remove(at);
            continue;
        }
        let free = || {
            let is_free = |field| values.iter().all(|(taken, _, _)| *taken != field);
            form.modifiers
                .iter()
                .filter(move |modifier| is_free(modifier.field))
        };
        let meaning =
            free().find_map(|modifier| Some((modifier.field, modifier.value(suffix.text)?)));
        let Some((field, value)) = meaning else {
            let spelled = free().flat_map(|modifier| modifier.spellings);
            let spelled = spelled
                .map(|(text, _)| *text)
                .filter(|text| !text.is_empty());
            let expected = parts
                .iter()
                .copied()
                .chain(spelled)
                .map(|text| format!(".{text}"));
            let wrong = format!("modifier .{} does not fit here", suffix.shown());
            let expected = expected.collect();
            return Fit::No(Failure {
                column: suffix.column,
                wrong,
                expected,
                certain: true,
            });
        };
        values.push((field, value, suffix.column));
    }
    if !parts.is_empty() {
        let column = suffixes.last().map_or(base.column, |suffix| suffix.column);
        let expected = parts.iter().map(|part| format!(".{part}")).collect();
        let wrong = format!("{} is not complete", base.shown());
        return Fit::No(Failure {
            column,
            wrong,
            expected,
            certain: false,
        });
    }
    for modifier in form.modifiers {
        if values.iter().all(|(field, _, _)| *field != modifier.field)
            && let Some(default) = modifier.value("")
        {
            values.push((modifier.field, default, 0));
        }
    }
    Fit::Yes(values)
}
