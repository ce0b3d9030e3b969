//! Typed access to parsed TOML that keeps positions.

use super::error::InitProblem;
use super::located::{Key, Located, Value};
use std::collections::BTreeMap;
use toml::de::{DeArray, DeTable, DeValue};

/// Entries of a table in the order of the file.
pub(super) fn entries<'table, 'text>(
    table: &'table DeTable<'text>,
) -> Vec<(&'table Key<'text>, &'table Value<'text>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

pub(super) fn table<'value, 'text>(
    key: &Key,
    value: &'value Value<'text>,
) -> Result<&'value DeTable<'text>, Located> {
    value
        .get_ref()
        .as_table()
        .ok_or_else(|| Located::wrong_type(key, value, "a table"))
}

/// An array of at most `most` elements.
pub(super) fn array<'value, 'text>(
    key: &Key,
    value: &'value Value<'text>,
    most: usize,
) -> Result<&'value DeArray<'text>, Located> {
    let array = value
        .get_ref()
        .as_array()
        .ok_or_else(|| Located::wrong_type(key, value, "an array of integers"))?;
    if array.len() > most {
        let (key, count) = (key.get_ref().to_string(), array.len());
        return Err(Located::new(
            value.span().start,
            InitProblem::TooMany { key, count, most },
        ));
    }
    Ok(array)
}

/// An integer from `least` to `most`.
pub(super) fn integer(key: &Key, value: &Value, least: i128, most: i128) -> Result<i128, Located> {
    let number = match value.get_ref() {
        DeValue::Integer(integer) => i128::from_str_radix(integer.as_str(), integer.radix()).ok(),
        DeValue::String(text) => {
            if !is_number(text) {
                return Err(Located::wrong_type(key, value, "an integer"));
            }
            parse_number(text)
        }
        _ => return Err(Located::wrong_type(key, value, "an integer")),
    };
    // A number of more than 128 bits is out of every range.
    match number {
        Some(number) if (least..=most).contains(&number) => Ok(number),
        _ => {
            let problem = InitProblem::OutOfRange {
                key: key.get_ref().to_string(),
                value: match value.get_ref() {
                    DeValue::Integer(integer) => integer.to_string(),
                    other => other.as_str().unwrap_or_default().to_owned(),
                },
                expected: range(least, most),
            };
            Err(Located::new(value.span().start, problem))
        }
    }
}

/// An integer from 0 to `most`.
pub(super) fn unsigned(key: &Key, value: &Value, most: u64) -> Result<u64, Located> {
    integer(key, value, 0, i128::from(most)).map(|number| number as u64)
}

/// An integer of 32 bits without a sign.
pub(super) fn unsigned32(key: &Key, value: &Value) -> Result<u32, Located> {
    unsigned(key, value, u64::from(u32::MAX)).map(|number| number as u32)
}

/// One bit a lane.
pub(super) fn mask(key: &Key, value: &Value) -> Result<u32, Located> {
    unsigned32(key, value)
}

pub(super) fn boolean(key: &Key, value: &Value) -> Result<bool, Located> {
    let boolean = value.get_ref().as_bool();
    boolean.ok_or_else(|| Located::wrong_type(key, value, "true or false"))
}

/// Data of up to 64 bits; negative numbers are taken as two's complement.
pub(super) fn data(key: &Key, value: &Value, bits: u32) -> Result<u64, Located> {
    let least = -(1_i128 << (bits - 1));
    let most = (1_i128 << bits) - 1;
    integer(key, value, least, most).map(|number| (number & most) as u64)
}

/// 32 bits of data.
pub(super) fn word(key: &Key, value: &Value) -> Result<u32, Located> {
    data(key, value, 32).map(|number| number as u32)
}

/// One word, or an array of words.
pub(super) fn words(key: &Key, value: &Value) -> Result<Vec<u32>, Located> {
    match value.get_ref().as_array() {
        Some(array) => array.iter().map(|element| word(key, element)).collect(),
        None => Ok(vec![word(key, value)?]),
    }
}

/// Byte offset that a key names; it and `bytes` of data end at most at `limit`.
pub(super) fn offset(key: &Key, bytes: usize, limit: u64) -> Result<u64, Located> {
    let text = key.get_ref();
    let end = parse_number(text)
        .filter(|&offset| offset >= 0)
        .and_then(|offset| offset.checked_add(bytes as i128));
    match end {
        Some(end) if end <= i128::from(limit) => Ok((end - bytes as i128) as u64),
        _ => Err(Located::unknown_name(
            key,
            format!("a byte address with data up to address {limit:#x} at most"),
        )),
    }
}

/// Number that a key is, from 0 to `most`.
pub(super) fn number(key: &Key, most: u32) -> Result<u32, Located> {
    parse_number(key.get_ref())
        .and_then(|number| u32::try_from(number).ok())
        .filter(|&number| number <= most)
        .ok_or_else(|| Located::unknown_name(key, format!("0 to {most}")))
}

/// Number after `prefix` in a name such as `R12`, from 0 to `most`.
pub(super) fn numbered(key: &Key, prefix: &str, most: u32) -> Result<u32, Located> {
    key.get_ref()
        .strip_prefix(prefix)
        .filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|digits| digits.parse().ok())
        .filter(|&number: &u32| number <= most)
        .ok_or_else(|| Located::unknown_name(key, format!("{prefix}0 to {prefix}{most}")))
}

/// Entries of a table whose keys are a prefix and a number, by number.
pub(super) fn by_number<K, T>(
    table: &DeTable,
    prefix: &str,
    most: K,
    read: impl Fn(&Key, &Value) -> Result<T, Located>,
) -> Result<BTreeMap<K, T>, Located>
where
    K: Copy + Ord + Into<u32> + TryFrom<u32>,
{
    let mut found = BTreeMap::new();
    for (key, value) in entries(table) {
        let number = numbered(key, prefix, most.into())?;
        // A number up to `most` fits a `K`.
        let number = K::try_from(number).unwrap_or(most);
        if found.insert(number, read(key, value)?).is_some() {
            return Err(Located::duplicate(key));
        }
    }
    Ok(found)
}

fn range(least: i128, most: i128) -> String {
    let hexadecimal = |number: i128| {
        let sign = if number < 0 { "-" } else { "" };
        let magnitude = number.unsigned_abs();
        if magnitude < 10 {
            format!("{sign}{magnitude}")
        } else {
            format!("{sign}{magnitude:#x}")
        }
    };
    format!("{} to {}", hexadecimal(least), hexadecimal(most))
}

/// The digits and the radix of a number without its sign.
fn digits(text: &str) -> (&str, u32) {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    if let Some(hexadecimal) = unsigned.strip_prefix("0x") {
        (hexadecimal, 16)
    } else if let Some(binary) = unsigned.strip_prefix("0b") {
        (binary, 2)
    } else {
        (unsigned, 10)
    }
}

/// Returns whether a string is spelt like a number, whatever its size.
fn is_number(text: &str) -> bool {
    let (digits, radix) = digits(text);
    // Each `_` is between two digits.
    digits
        .split('_')
        .all(|part| !part.is_empty() && part.chars().all(|c| c.is_digit(radix)))
}

/// Parses the number that a string spells; `None` if it spells none, or one beyond 128 bits.
fn parse_number(text: &str) -> Option<i128> {
    if !is_number(text) {
        return None;
    }
    let (digits, radix) = digits(text);
    let magnitude = i128::from_str_radix(&digits.replace('_', ""), radix).ok()?;
    Some(if text.starts_with('-') {
        -magnitude
    } else {
        magnitude
    })
}
