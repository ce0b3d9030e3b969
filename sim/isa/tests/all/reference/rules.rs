//! What a form forbids.

use agu_isa::fields::FieldId;
use agu_isa::form::{Form, Rule, Scope, Test};

use super::fields::modifier;
use super::markdown::{code, list, sentence};
use super::operands::value_text;

/// Both kinds of rules of a form.
pub fn legality(form: &Form) -> String {
    let mut refused = rules(form, Scope::Text);
    refused.extend(reserved(form));
    let illegal = rules(form, Scope::Execution);
    let part = |title: &str, items: &[String]| match items {
        [] => format!("{title}: nothing more.\n\n"),
        items => format!("{title}:\n\n{}", list(items)),
    };
    part("Refused by the assembler", &refused) + &part("Illegal to execute", &illegal)
}

fn rules(form: &Form, scope: Scope) -> Vec<String> {
    let rules = form.rules.iter().filter(|rule| rule.scope == scope);
    rules.map(|rule| describe(form, rule)).collect()
}

fn describe(form: &Form, rule: &Rule) -> String {
    let tests: Vec<_> = rule.tests.iter().map(|test| phrase(form, test)).collect();
    format!("{}: {}", tests.join(", "), sentence(rule.message))
}

/// A test in words.
fn phrase(form: &Form, test: &Test) -> String {
    let field = test.field();
    let name = code(field.symbol());
    let text = |value| value_text(form, field, value);
    match *test {
        Test::Is(_, 1) if field == FieldId::Cc => name,
        Test::Is(_, value) if modifier(form, field).is_some() => text(value),
        Test::Is(_, value) => format!("{name} is {}", text(value)),
        // A default has no suffix.
        Test::IsNot(_, value) => match modifier(form, field) {
            Some(modifier) => spelled(modifier.spellings.iter(), |code| code != value),
            None => format!("{name} is not {}", text(value)),
        },
        Test::AtLeast(_, value) => match modifier(form, field) {
            Some(modifier) => spelled(modifier.spellings.iter(), |code| code >= value),
            None => format!("{name} is {} or higher", text(value)),
        },
        Test::Unaligned(_, 2) => format!("{name} is odd"),
        Test::Unaligned(_, size) => format!("{name} is no multiple of {size}"),
    }
}

/// All suffixes whose codes are chosen.
fn spelled<'a>(
    spellings: impl Iterator<Item = &'a (&'a str, i64)>,
    chosen: impl Fn(i64) -> bool,
) -> String {
    let chosen = spellings.filter(|(_, code)| chosen(*code));
    let mut codes = Vec::new();
    let mut texts = Vec::new();
    for (text, value) in chosen {
        // The printed spelling is enough.
        if !text.is_empty() && !codes.contains(value) {
            codes.push(*value);
            texts.push(code(&format!(".{text}")));
        }
    }
    texts.join(" or ")
}

/// Codes without a spelling: their words have no text.
fn reserved(form: &Form) -> Option<String> {
    let mut reserved = Vec::new();
    for modifier in form.modifiers {
        let range = form.field(modifier.field)?.range();
        let codes = (range.min..=range.max).filter(|code| modifier.spelling(*code).is_none());
        reserved.extend(codes.map(|code| format!("{} {code}", modifier.field.name())));
    }
    let codes = reserved.join(", ");
    (!codes.is_empty()).then(|| format!("Reserved codes, whose words have no text: {codes}."))
}
