//! The section of one form: its text, its bits, its operands, its rules, one word.

use agu_isa::Isa;
use agu_isa::fields::FieldId;
use agu_isa::form::{
    Address, Coding, Form, Legality, OffsetRanges, Operand, Optional, Range, Rule, Slot, Space,
    Test,
};
use agu_isa::instruction::{PT, RZ};

use super::bits::{is_predicate, layout, modifier, suffix};
use super::{code, list, markdown_table, sentence};
use crate::vectors::example;

/// Section of a form, all but its meaning.
pub fn section(isa: Isa, form: &Form) -> String {
    let aliases: Vec<_> = form.aliases.iter().map(|alias| code(alias)).collect();
    let aliases = if aliases.is_empty() {
        String::new()
    } else {
        format!("Also written {}.\n\n", aliases.join(", "))
    };
    let (word, text) = example(isa, form);
    let rows: Vec<_> = form
        .operands
        .iter()
        .map(|slot| operand(form, slot))
        .collect();
    let mut refused = rules(form, Legality::Refused);
    refused.extend(reserved(form));
    [
        aliases,
        format!("```\n{{@{{!}}Pg}} {}\n```\n\n", form.syntax()),
        layout(form),
        markdown_table(["operand", "takes"], &rows),
        legality("Refused by the assembler", refused),
        legality("Illegal to execute", rules(form, Legality::NotExecuted)),
        format!("Example: `{word:016x}` is `{text}`.\n\n"),
    ]
    .concat()
}

/// Row of an operand: its syntax and its values.
fn operand(form: &Form, slot: &Slot) -> [String; 2] {
    let value = |value| value_text(form, slot.operand.field(), value);
    let default = match slot.optional {
        Optional::No => String::new(),
        Optional::Input(default) => {
            format!("; left out it is {}, which prints", value(default))
        }
        Optional::Default(default) => format!("; left out for {}", value(default)),
    };
    [code(&slot.to_string()), takes(form, slot) + &default]
}

fn takes(form: &Form, slot: &Slot) -> String {
    let range = |field| form.field(field).expect("a field of the form").range();
    let registers = |field| format!("`R0` to `R{}`, `RZ`", range(field).max);
    // More values than the field has codes print in one of two ways.
    let number = |field| match range(field) {
        it if it.min < 0 && it.max > -it.min => format!("{it}, prints signed"),
        it => it.to_string(),
    };
    match slot.operand {
        Operand::Predicate(_) | Operand::Invertible(_) => "`P0` to `P6`, `PT`".to_owned(),
        Operand::Register(field) if slot.sign.is_some() => {
            format!("{}; the minus negates the whole offset", registers(field))
        }
        Operand::Register(field) => registers(field),
        Operand::Destination { register, cc } => {
            let cc = code(cc.symbol());
            format!("{}; {cc} writes the condition code", registers(register))
        }
        Operand::Address(&Address {
            space: Space::Constant(bank),
            base,
            offset,
            ..
        }) => {
            let index = base
                .map(|base| format!("index {} for none; ", registers(base)))
                .unwrap_or_default();
            format!("bank {}; {index}offset {}", range(bank), number(offset))
        }
        Operand::Address(address) => {
            let any = OffsetRanges {
                based: range(address.offset),
                absolute: range(address.offset),
            };
            let ranges = address.ranges.unwrap_or(&any);
            format!(
                "base {} for none; offset {} with a base, prints signed; {} without, prints unsigned",
                registers(address.base.expect("a base")),
                ranges.based,
                ranges.absolute
            )
        }
        Operand::Number(field) => number(field),
        Operand::Raw(field) => {
            let Range { min, max, .. } = range(field);
            format!("{}, the field's bits", Range::new(0, max - min))
        }
    }
}

/// Spelling of a field's value.
fn value_text(form: &Form, field: FieldId, value: i64) -> String {
    if let Some(modifier) = modifier(form, field) {
        return suffix(modifier.written_out(value).unwrap_or_default());
    }
    let is_register = form
        .field(field)
        .is_some_and(|it| it.coding == Coding::Register);
    if is_predicate(form, field) {
        name("P", value, PT, 'T')
    } else if is_register {
        name("R", value, RZ, 'Z')
    } else {
        value.to_string()
    }
}

fn name(letters: &str, index: i64, last: u8, last_letter: char) -> String {
    if index == last.into() {
        code(&format!("{letters}{last_letter}"))
    } else {
        code(&format!("{letters}{index}"))
    }
}

fn legality(title: &str, items: Vec<String>) -> String {
    if items.is_empty() {
        format!("{title}: nothing more.\n\n")
    } else {
        format!("{title}:\n\n{}", list(items.into_iter()))
    }
}

fn rules(form: &Form, legality: Legality) -> Vec<String> {
    let describe = |rule: &Rule| {
        let tests: Vec<_> = rule.tests.iter().map(|test| phrase(form, test)).collect();
        format!("{}: {}", tests.join(", "), sentence(rule.message))
    };
    let rules = form.rules.iter().filter(|rule| rule.legality == legality);
    rules.map(describe).collect()
}

/// Describes a test in words.
fn phrase(form: &Form, test: &Test) -> String {
    let field = test.field();
    let name = code(field.symbol());
    let text = |value| value_text(form, field, value);
    match (*test, modifier(form, field)) {
        (Test::Is(_, 1), _) if field == FieldId::Cc => name,
        (Test::Is(_, value), Some(_)) => text(value),
        (Test::Is(_, value), None) => format!("{name} is {}", text(value)),
        // A default has no suffix.
        (Test::IsNot(_, value), Some(it)) => spelled(it.spellings, |code| code != value),
        (Test::IsNot(_, value), None) => format!("{name} is not {}", text(value)),
        (Test::AtLeast(_, value), Some(it)) => spelled(it.spellings, |code| code >= value),
        (Test::AtLeast(_, value), None) => format!("{name} is {} or higher", text(value)),
        (Test::Below(_, value), _) => format!("{name} is below {}", text(value)),
        (Test::Any(_, bits), _) => format!("{name} has one of the bits {bits:#b}"),
        (Test::Unaligned(_, 2), _) => format!("{name} is odd"),
        (Test::Unaligned(_, size), _) => format!("{name} is no multiple of {size}"),
    }
}

/// All suffixes whose codes are chosen, as they print.
fn spelled(spellings: &[(&str, i64)], chosen: impl Fn(i64) -> bool) -> String {
    let mut codes = Vec::new();
    let mut texts = Vec::new();
    for (text, value) in spellings.iter().filter(|(_, code)| chosen(*code)) {
        if !text.is_empty() && !codes.contains(value) {
            codes.push(*value);
            texts.push(suffix(text));
        }
    }
    texts.join(" or ")
}

/// Lists codes without a spelling, whose words have no text.
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
