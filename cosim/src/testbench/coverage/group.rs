//! Groups of named bins: hit, missing, or excluded as impossible.

use super::cross::{Bins, Cross};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A group of bins with their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BinGroup {
    pub name: String,
    pub hit: usize,
    pub total: usize,
    /// Names of the bins that were not hit.
    pub missing: Vec<String>,
    /// Names of all bins, if tied inputs leave some of them out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bins: Vec<String>,
    /// Rules that exclude combinations, and the number of these.
    pub excluded: Vec<Excluded>,
    /// Names of excluded combinations that were hit: the rule is wrong.
    pub contradictions: Vec<String>,
}

/// A rule that makes combinations impossible.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excluded {
    pub rule: String,
    pub combinations: usize,
}

/// The rule for bins that tied inputs make unreachable.
const TIED: &str = "met by no traffic with the tied inputs";

impl BinGroup {
    /// Keeps those of `all` bins that are not `unreachable`.
    pub fn keep(&mut self, unreachable: &[String], all: Vec<String>) {
        if unreachable.is_empty() {
            return;
        }
        let unreachable: HashSet<&String> = unreachable.iter().collect();
        self.missing.retain(|bin| !unreachable.contains(bin));
        self.bins = all;
        self.bins.retain(|bin| !unreachable.contains(bin));
        self.excluded.push(Excluded {
            rule: TIED.to_owned(),
            combinations: unreachable.len(),
        });
        self.total = self.bins.len();
    }

    /// The bins of several crosses.
    pub fn new(name: &str, crosses: &[Cross], bins: &Bins) -> BinGroup {
        let mut group = BinGroup {
            name: name.to_owned(),
            ..BinGroup::default()
        };
        for cross in crosses {
            for (position, hit) in cross.positions().zip(bins.of(*cross)) {
                let name = || cross.name(position);
                match (cross.rule)(position) {
                    Some(rule) => group.exclude(rule, hit.then(name).flatten()),
                    None if hit => group.hit += name().iter().len(),
                    None => group.missing.extend(name()),
                }
            }
        }
        group.total = group.hit + group.missing.len();
        group
    }

    /// Adds a combination that `rule` excludes; it has a name if it was hit.
    fn exclude(&mut self, rule: &str, hit: Option<String>) {
        self.contradictions.extend(hit);
        match self.excluded.iter_mut().find(|other| other.rule == rule) {
            Some(excluded) => excluded.combinations += 1,
            None => self.excluded.push(Excluded {
                rule: rule.to_owned(),
                combinations: 1,
            }),
        }
    }
}
