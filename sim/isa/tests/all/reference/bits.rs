//! Bits of a form's words: fields, and the meaning of their codes.

use agu_isa::fields::FieldId;
use agu_isa::form::{Coding, Field, Form, Modifier, Operand};

use super::{code, markdown_table};

/// A stretch of bits: the highest, the lowest, the field, its values.
type Stretch = (u32, u32, String, String);

/// Every bit of a form's words, from bit 63 down.
pub fn layout(form: &Form) -> String {
    let mut rows: Vec<Stretch> = form
        .fields
        .iter()
        .flat_map(|field| pieces(form, field))
        .collect();
    rows.extend(stretches(form.opcode_mask() as u64).map(|(high, low)| {
        let width = (high - low + 1) as usize;
        let value = (form.opcode_bits() as u64) << (63 - high) >> (63 - high + low);
        (
            high,
            low,
            "opcode".to_owned(),
            code(&format!("{value:0width$b}")),
        )
    }));
    let free = !(form.opcode_mask() | form.fields_mask()) as u64;
    let none = |(high, low)| (high, low, "none".to_owned(), "0".to_owned());
    rows.extend(stretches(free).map(none));
    rows.sort_by_key(|(high, ..)| std::cmp::Reverse(*high));
    let rows: Vec<_> = rows
        .into_iter()
        .map(|(high, low, what, values)| [place(high, low), what, values])
        .collect();
    markdown_table(["bits", "field", "values"], &rows)
}

/// Pieces of a field, the upper one first. Its bits need not stand side by side.
fn pieces(form: &Form, field: &Field) -> Vec<Stretch> {
    let whole = label(field.id);
    let mut values = values(form, field);
    let mut rest = field.width();
    let piece = |(high, low): (u32, u32)| {
        let top = rest;
        rest -= high - low + 1;
        let label = match (rest + 1 == top, field.width() == high - low + 1) {
            (_, true) => whole.clone(),
            (true, _) => format!("bit {rest} of {whole}"),
            (false, _) => format!("bits {} of {whole}", place(top - 1, rest)),
        };
        let values = std::mem::replace(&mut values, "as above".to_owned());
        (high, low, label, values)
    };
    stretches(field.mask() as u64).map(piece).collect()
}

fn label(field: FieldId) -> String {
    let symbol = field.symbol();
    match field {
        FieldId::GuardInverted | FieldId::Negate => field.name().to_owned(),
        _ if field.name() == symbol => code(symbol),
        _ => format!("{} {}", field.name(), code(symbol)),
    }
}

fn place(high: u32, low: u32) -> String {
    if high == low {
        format!("{high}")
    } else {
        format!("{high}:{low}")
    }
}

/// Stretches of ones in a mask, the highest first.
fn stretches(mask: u64) -> impl Iterator<Item = (u32, u32)> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let high = rest.checked_ilog2()?;
        let length = (rest << (63 - high)).leading_ones();
        let low = high + 1 - length;
        rest &= (1 << low) - 1;
        Some((high, low))
    })
}

/// Meaning of a field's codes.
fn values(form: &Form, field: &Field) -> String {
    if let Some(modifier) = modifier(form, field.id) {
        return codes(modifier, field);
    }
    match (field.id, field.coding) {
        (FieldId::GuardInverted, _) => "1 `@!Pg`".to_owned(),
        (FieldId::Cc, _) => "1 `.CC`".to_owned(),
        (FieldId::Negate, _) => "1 `-Ra`".to_owned(),
        _ if is_predicate(form, field.id) => "0 to 6 `P0` to `P6`, 7 `PT`".to_owned(),
        (_, Coding::Register) => {
            let last = field.range().max;
            format!("0 to {last} `R0` to `R{last}`, {} `RZ`", last + 1)
        }
        (_, Coding::Signed) => "two's complement".to_owned(),
        (_, Coding::Wrapping { shift: 0 }) => "two's complement, wraps".to_owned(),
        (_, Coding::Wrapping { shift }) => {
            format!("two's complement, wraps, counts {} bytes", 1 << shift)
        }
        _ => field.range().to_string(),
    }
}

/// Each code with its suffixes, the printed one first.
fn codes(modifier: &Modifier, field: &Field) -> String {
    let one = |value: i64| {
        let same = modifier.spellings.iter().filter(|(_, code)| *code == value);
        let texts: Vec<_> = same.map(|(text, _)| suffix(text)).collect();
        if texts.is_empty() {
            format!("{value} reserved")
        } else {
            format!("{value} {}", texts.join(" "))
        }
    };
    let range = field.range();
    let codes: Vec<_> = (range.min..=range.max).map(one).collect();
    codes.join(", ")
}

/// The modifier that a field is written as.
pub fn modifier(form: &Form, field: FieldId) -> Option<&'static Modifier> {
    form.modifiers
        .iter()
        .find(|modifier| modifier.field == field)
}

pub fn is_predicate(form: &Form, field: FieldId) -> bool {
    let mut slots = form.operands.iter();
    field == FieldId::Guard || slots.any(|slot| slot.operand == Operand::Predicate(field))
}

/// A modifier as it is written; none is the default.
pub fn suffix(text: &str) -> String {
    match text {
        "" => "none".to_owned(),
        text => code(&format!(".{text}")),
    }
}
