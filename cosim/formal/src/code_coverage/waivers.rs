//! Unreachable points of the unit of 8 lanes, each with its reason: `constraints/coverage.toml`.

use super::points::Point;
use serde::Deserialize;
use std::fmt;

const WAIVERS: &str = include_str!("../../../../constraints/coverage.toml");

/// Points that cannot be hit.
#[derive(Clone, Debug)]
pub struct Waiver {
    pub module: String,
    /// Name of a signal.
    pub name: String,
    pub bits: Bits,
    pub reason: String,
}

/// Bits of a signal, counted from 0; the file explains the forms.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Bits {
    Only,
    Range(usize, usize),
    Each(usize, usize, usize),
    AllBut(usize),
    Mask(u32),
    /// In each `period`: the bits of the lane itself and of higher lanes. A period has a row of 32
    /// bits for each lane, from lane `first` on.
    NotLower {
        period: usize,
        first: usize,
    },
}

impl Bits {
    fn contains(self, bit: Option<usize>) -> bool {
        match (self, bit) {
            (Bits::Only, None) => true,
            (Bits::Range(low, high), Some(bit)) => (low..=high).contains(&bit),
            (Bits::Each(width, low, high), Some(bit)) => (low..=high).contains(&(bit % width)),
            (Bits::AllBut(one), Some(bit)) => bit != one,
            (Bits::NotLower { period, first }, Some(bit)) => {
                let (lane, other) = (bit % period / 32, bit % period % 32);
                (first + lane..first + period / 32).contains(&other)
            }
            (Bits::Mask(mask), Some(bit)) => bit < 32 && mask >> bit & 1 != 0,
            _ => false,
        }
    }
}

impl fmt::Display for Bits {
    /// Text after the name of the signal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bits::Only => Ok(()),
            Bits::Range(low, high) if low == high => write!(f, "[{low}]"),
            Bits::Range(low, high) => write!(f, "[{high}:{low}]"),
            Bits::Each(width, low, high) => write!(f, ", bits {high}:{low} of each {width}"),
            Bits::AllBut(bit) => write!(f, ", all bits but {bit}"),
            Bits::Mask(mask) => write!(f, ", bits of the mask {mask:#x}"),
            Bits::NotLower { period, first } => {
                write!(
                    f,
                    ", those of no lower lane from {first} on in each {period}"
                )
            }
        }
    }
}

/// Waivers that differ only in the signal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WaiverRow {
    module: String,
    signals: Vec<String>,
    bits: Bits,
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    waiver: Vec<WaiverRow>,
}

impl Waiver {
    /// Whether it covers `point`.
    pub fn excuses(&self, point: &Point) -> bool {
        let (name, bit) = match point.name.split_once('[') {
            Some((name, bit)) => (name, bit.trim_end_matches(']').parse().ok()),
            None => (point.name.as_str(), None),
        };
        self.module == point.module && self.name == name && self.bits.contains(bit)
    }
}

/// All waivers.
///
/// # Errors
/// The place and reason of an error in the file of the repository.
pub fn waivers() -> Result<Vec<Waiver>, toml::de::Error> {
    let Rows { waiver } = toml::from_str(WAIVERS)?;
    let of_row = |row: WaiverRow| {
        let (module, bits, reason) = (row.module, row.bits, row.reason);
        let waiver = move |name| Waiver {
            module: module.clone(),
            name,
            bits,
            reason: reason.clone(),
        };
        row.signals.into_iter().map(waiver)
    };
    Ok(waiver.into_iter().flat_map(of_row).collect())
}

#[cfg(test)]
mod tests {
    use super::waivers;

    #[test]
    fn bits_are_written_as_in_verilog() {
        let waivers = waivers().unwrap();
        let texts: Vec<String> = waivers.iter().map(|it| it.bits.to_string()).collect();
        for text in ["[33]", "[31:16]", ", bits 31:22 of each 32"] {
            assert!(texts.iter().any(|other| other == text), "{text}: {texts:?}");
        }
    }
}
