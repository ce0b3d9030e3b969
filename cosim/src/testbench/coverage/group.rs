//! Groups of named bins: hit, missing, or excluded as impossible.

use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A group of bins. Samplers number their bins; here bins have names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
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

impl Group {
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

    /// A group without bins.
    pub fn new(name: &str) -> Group {
        Group {
            name: name.to_owned(),
            ..Group::default()
        }
    }

    /// Adds one bin.
    pub fn bin(&mut self, hit: bool, name: impl FnOnce() -> String) {
        self.total += 1;
        if hit {
            self.hit += 1;
        } else {
            self.missing.push(name());
        }
    }

    /// Adds bins with one bit each, from bit 0 on.
    pub fn bits<N: AsRef<str>>(&mut self, hits: u64, names: impl IntoIterator<Item = N>) {
        for (bit, name) in names.into_iter().enumerate() {
            self.bin(hits >> bit & 1 != 0, || name.as_ref().to_string());
        }
    }

    /// Adds a combination, which is a bin unless `rule` excludes it.
    pub fn combination(
        &mut self,
        rule: Option<&'static str>,
        hit: bool,
        name: impl FnOnce() -> String,
    ) {
        let Some(rule) = rule else {
            return self.bin(hit, name);
        };
        if hit {
            self.contradictions.push(name());
        }
        match self.excluded.iter_mut().find(|other| other.rule == rule) {
            Some(excluded) => excluded.combinations += 1,
            None => self.excluded.push(Excluded {
                rule: rule.to_owned(),
                combinations: 1,
            }),
        }
    }
}
