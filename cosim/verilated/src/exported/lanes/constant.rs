//! Constants: literals, and their values at a number of lanes.

use std::collections::BTreeMap;

/// Width and bits of a literal such as `5'h1f`: the bits from the highest 1 on.
pub fn bits(literal: &str) -> Option<(usize, String)> {
    let (width, digits) = literal.split_once('\'')?;
    let (base, digits) = digits.split_at_checked(1)?;
    let bits = match base {
        "h" => digits
            .chars()
            .map(|digit| Some(format!("{:04b}", digit.to_digit(16)?)))
            .collect::<Option<String>>()?,
        "d" => format!("{:b}", digits.parse::<u64>().ok()?),
        _ => digits.to_owned(),
    };
    Some((width.parse().ok()?, bits.trim_start_matches('0').to_owned()))
}

/// The literal of `width` bits, as the exporter prints it: decimal where it is short.
pub fn literal(width: usize, bits: &str) -> String {
    match number(bits) {
        Some(value) if width == 1 => format!("1'b{value}"),
        Some(value) if value < 10 => format!("{width}'d{value}"),
        _ => {
            let digits = format!("{bits:0>0$}", bits.len().next_multiple_of(4));
            let digits = digits.as_bytes().chunks(4).map(|digit| {
                let value = digit
                    .iter()
                    .fold(0, |sum, &bit| 2 * sum + u32::from(bit == b'1'));
                char::from_digit(value, 16).unwrap_or('0')
            });
            format!("{width}'h{}", digits.collect::<String>())
        }
    }
}

/// The value of at most 63 bits.
pub fn number(bits: &str) -> Option<u64> {
    match bits {
        "" => Some(0),
        bits => u64::from_str_radix(bits, 2)
            .ok()
            .filter(|value| *value >> 63 == 0),
    }
}

/// The bits of `value` modulo 2^`width`, of up to 62 bits.
pub fn modulo(value: i64, width: usize) -> String {
    let value = value.rem_euclid(1 << width.min(62));
    format!("{value:b}").trim_start_matches('0').to_owned()
}

/// The bits of an expression of literals and of the constants `known`, in the forms that
/// [`merged`](super::merged) prints.
pub fn evaluate(text: &str, known: &BTreeMap<String, String>) -> Option<String> {
    if let Some((test, values)) = text.split_once(" ? ") {
        let (yes, no) = values.split_once(" : ")?;
        let (lanes, least) = test.trim_matches(['(', ')']).split_once(" >= ")?;
        let holds = lanes.parse::<usize>().ok()? >= least.parse().ok()?;
        return evaluate(if holds { yes } else { no }, known);
    }
    if let Some((value, amount)) = text.split_once(" >> ") {
        let amount = amount.trim_matches(['(', ')']);
        let amount = match known.get(amount) {
            Some(bits) => number(bits)?,
            None => amount.parse().ok()?,
        };
        let bits = evaluate(value, known)?;
        let left = bits.len().saturating_sub(usize::try_from(amount).ok()?);
        return Some(bits[..left].to_owned());
    }
    if let Some((name, part)) = text.split_once('[') {
        let width = part.strip_suffix(":0]")?.parse::<usize>().ok()? + 1;
        let bits = known.get(name)?;
        let low = &bits[bits.len().saturating_sub(width)..];
        return Some(low.trim_start_matches('0').to_owned());
    }
    if let Some(lanes) = text.strip_prefix("$clog2(") {
        let lanes: usize = lanes.strip_suffix(')')?.parse().ok()?;
        return Some(modulo(i64::from(lanes.checked_ilog2()?), 32));
    }
    if let Some((left, right)) = text.split_once(" - ") {
        let (width, _) = bits(left)?;
        let [left, right] = [left, right].map(|side| number(&evaluate(side, known)?));
        return Some(modulo(left?.cast_signed() - right?.cast_signed(), width));
    }
    if let Some((left, right)) = text.split_once(" * ") {
        let (width, left) = bits(left)?;
        let product = number(&left)?.wrapping_mul(number(&bits(right)?.1)?);
        return Some(modulo(product.cast_signed(), width));
    }
    Some(bits(text)?.1)
}
