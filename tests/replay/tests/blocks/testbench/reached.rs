//! What vectors reach: replaying them shows nothing of what they miss.

use std::collections::BTreeMap;

/// How often each goal was reached.
#[derive(Clone, Debug, Default)]
pub struct Reached(BTreeMap<&'static str, usize>);

impl Reached {
    /// Counts `goal` where it `holds`.
    pub fn note(&mut self, goal: &'static str, holds: bool) {
        if holds {
            *self.0.entry(goal).or_default() += 1;
        }
    }

    /// Adds what `other` reached.
    pub fn merge(&mut self, other: &Reached) {
        for (goal, count) in &other.0 {
            *self.0.entry(goal).or_default() += count;
        }
    }

    /// How often `goal` was reached.
    pub fn count(&self, goal: &str) -> usize {
        self.0.get(goal).copied().unwrap_or(0)
    }

    /// Panics where one of `goals` was not reached, or something else was.
    #[track_caller]
    pub fn assert_all(&self, goals: &[&'static str]) {
        let missing = goals.iter().filter(|goal| !self.0.contains_key(*goal));
        let missing: Vec<_> = missing.collect();
        assert!(missing.is_empty(), "not reached: {missing:?}");
        let unknown = self.0.keys().filter(|goal| !goals.contains(goal));
        let unknown: Vec<_> = unknown.collect();
        assert!(unknown.is_empty(), "no goals: {unknown:?}");
    }
}
