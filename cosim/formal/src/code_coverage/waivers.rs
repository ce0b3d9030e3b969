//! What cannot be reached in the unit of 8 lanes, each with its reason: `constraints/coverage.toml`.

use super::points::Point;
use serde::Deserialize;

const WAIVERS: &str = include_str!("../../../../constraints/coverage.toml");

/// Points that cannot be hit.
#[derive(Clone, Debug)]
pub struct Waiver {
    pub module: String,
    /// A signal.
    pub name: String,
    pub bits: Bits,
    pub reason: String,
}

/// Bits of a signal, counted from 0; the file tells what they mean.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Bits {
    Only,
    Range(usize, usize),
    Each(usize, usize, usize),
    AllBut(usize),
    Mask(u32),
    /// Of each `period`, which has a row of 32 bits a lane from `first` on: those of the lane itself
    /// and of higher ones.
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

/// Waivers that differ in the signal alone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    module: String,
    signals: Vec<String>,
    bits: Bits,
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    waiver: Vec<Row>,
}

impl Waiver {
    /// Whether it is about `point`.
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
/// The file of the repository is not what was expected, and where.
pub fn waivers() -> Result<Vec<Waiver>, toml::de::Error> {
    let Rows { waiver } = toml::from_str(WAIVERS)?;
    let of_row = |row: Row| {
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
