//! One part of long work; the parts can run anywhere.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Maximum number of parts of one command.
pub const MOST: u64 = 100_000;

/// Seeds reserved for each part: more than it has jobs.
pub const SEEDS: u64 = 1024;

/// Part `index` of `of`, counted from 1, as in `3/12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// All work in one part.
    pub const WHOLE: Shard = Shard { index: 1, of: 1 };

    /// All parts of work that is divided into `of`.
    pub fn all(of: u64) -> impl Iterator<Item = Shard> {
        (1..=of).map(move |index| Shard { index, of })
    }

    /// The number of parts.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Its share of `all`. The shares of all parts cover `all` once, in order.
    pub fn share(self, all: u64) -> Range<u64> {
        let end = |index: u64| {
            let end = u128::from(all) * u128::from(index) / u128::from(self.of);
            u64::try_from(end).unwrap_or(all)
        };
        end(self.index - 1)..end(self.index)
    }

    /// The size of its share.
    pub fn amount(self, all: u64) -> u64 {
        let share = self.share(all);
        share.end - share.start
    }

    /// Whether item `place` of a list belongs to it. Items are dealt in turn, since neighbours
    /// take about as long.
    pub fn takes(self, place: usize) -> bool {
        place as u64 % self.of == self.index - 1
    }

    /// Its first seed. No other part of work with the same `seed` has one of the [`SEEDS`] from
    /// there.
    pub fn seed(self, seed: u64) -> u64 {
        seed.wrapping_add((self.index - 1) * SEEDS)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((index, of)) if (1..=of).contains(&index) && of <= MOST => Ok(Shard { index, of }),
            _ => Err(format!(
                "expected I/N, part I of N, 1/1 to {MOST}/{MOST}, say 3/12"
            )),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_everything_once() {
        for (all, of) in [(10, 3), (2, 5), (u64::MAX, 7), (0, 2)] {
            let shares: Vec<_> = Shard::all(of).map(|shard| shard.share(all)).collect();
            assert_eq!(shares[0].start, 0);
            assert_eq!(shares[shares.len() - 1].end, all);
            assert!(shares.windows(2).all(|pair| pair[0].end == pair[1].start));
        }
        for place in 0..20 {
            let takers = Shard::all(7).filter(|shard| shard.takes(place));
            assert_eq!(takers.count(), 1);
        }
    }

    #[test]
    fn no_seed_is_of_two_parts() {
        let seeds: Vec<u64> = Shard::all(9)
            .map(|shard| shard.seed(u64::MAX - 5))
            .collect();
        let apart = |pair: &[u64]| pair[1].wrapping_sub(pair[0]) == SEEDS;
        assert!(seeds.windows(2).all(apart));
    }

    #[test]
    fn spellings() {
        let part: Shard = "3/12".parse().unwrap();
        assert_eq!(part.to_string(), "3/12");
        for text in ["0/3", "4/3", "3", "1/0", "-1/3", "1/100001", "1/2/3", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
