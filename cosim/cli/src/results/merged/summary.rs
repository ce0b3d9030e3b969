//! What is told of results that were merged.

use super::bins::{Bins, bins};
use super::fold::{Fault, Fold};
use super::{COMMAND, Merged, Parts};
use crate::results::record::SCHEMA;
use crate::results::{Cosim, Coverage, Mutation, Prove, Record, Synth};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// One part, as tables and JUnit tell of it.
pub struct Part {
    pub command: &'static str,
    /// The command that runs it.
    pub name: String,
    pub seconds: f64,
    pub told: String,
    pub fault: Option<Fault>,
}

/// What the parts came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    pub good: bool,
    /// That have a result.
    pub parts: usize,
    pub missing: BTreeSet<String>,
    pub faults: Vec<Fault>,
    /// One of each hardware and way of comparing.
    pub cosim: Vec<Record<Cosim>>,
    /// Of each hardware in their order: of each bin how many parts have met it.
    pub bins: Vec<Vec<Bins>>,
    pub prove: Option<Record<Prove>>,
    pub mutate: Option<Record<Mutation>>,
    pub coverage: Option<Record<Coverage>>,
    pub synth: Option<Record<Synth>>,
}

/// A file. What is of one command and one hardware is a result as that command writes it.
#[derive(Serialize)]
struct File<'a> {
    #[serde(flatten)]
    result: Value,
    summary: &'a Summary,
    merged: &'a Merged,
}

impl Merged {
    /// All parts that have a result.
    pub fn parts(&self) -> Vec<Part> {
        fn of<T: Fold>(parts: &Parts<T>) -> impl Iterator<Item = Part> {
            parts.iter().map(|(name, record)| Part {
                command: T::COMMAND,
                name: name.clone(),
                seconds: record.result.seconds(),
                told: record.result.told(),
                fault: T::fault(record),
            })
        }
        of(&self.cosim)
            .chain(of(&self.prove))
            .chain(of(&self.mutate))
            .chain(of(&self.coverage))
            .chain(of(&self.synth))
            .collect()
    }

    /// The co-simulations of one hardware, compared one way, each.
    pub fn cosims(&self) -> Vec<Vec<&Record<Cosim>>> {
        let mut groups: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for record in self.cosim.values() {
            let compare = record.result.compare.to_string();
            let key = (&record.target, compare, &record.hardware.sha256);
            groups.entry(key).or_default().push(record);
        }
        groups.into_values().collect()
    }

    /// What the parts came to.
    pub fn summary(&self) -> Summary {
        let (parts, missing) = (self.parts(), self.missing());
        let cosims = self.cosims();
        let coverage = together(&self.coverage.values().collect::<Vec<_>>());
        let covered = coverage.as_ref().is_none_or(|it| it.result.is_good());
        let count = parts.len();
        let faults: Vec<Fault> = parts.into_iter().filter_map(|part| part.fault).collect();
        Summary {
            good: faults.is_empty() && missing.is_empty() && covered,
            parts: count,
            missing,
            faults,
            cosim: cosims.iter().filter_map(|it| together(it)).collect(),
            bins: cosims.iter().map(|it| bins(it)).collect(),
            prove: together(&self.prove.values().collect::<Vec<_>>()),
            mutate: together(&self.mutate.values().collect::<Vec<_>>()),
            synth: together(&self.synth.values().collect::<Vec<_>>()),
            coverage,
        }
    }

    /// The text of a file; `summary` is its own.
    ///
    /// # Errors
    /// None is expected.
    pub fn json(&self, summary: &Summary) -> serde_json::Result<String> {
        let mut results = summary
            .cosim
            .iter()
            .map(serde_json::to_value)
            .collect::<Vec<_>>();
        results.extend(summary.prove.as_ref().map(serde_json::to_value));
        results.extend(summary.mutate.as_ref().map(serde_json::to_value));
        results.extend(summary.coverage.as_ref().map(serde_json::to_value));
        results.extend(summary.synth.as_ref().map(serde_json::to_value));
        let result = match results.pop() {
            Some(result) if results.is_empty() => result?,
            _ => json!({ "schema": SCHEMA, "command": COMMAND }),
        };
        let merged = self;
        let file = File {
            result,
            summary,
            merged,
        };
        Ok(serde_json::to_string(&file)? + "\n")
    }
}

/// `parts`, of one hardware, as the result of one command: what is not of all of them is of the
/// first.
fn together<T: Fold>(parts: &[&Record<T>]) -> Option<Record<T>> {
    let first = *parts.first()?;
    let results: Vec<&T> = parts.iter().map(|part| &part.result).collect();
    let mut hardware = first.hardware.clone();
    for part in parts {
        hardware.exported.extend(part.hardware.exported.clone());
    }
    Some(Record {
        invocation: String::new(),
        shard: None,
        hardware,
        time: parts.iter().map(|part| part.time).max().unwrap_or_default(),
        result: T::fold(&results),
        ..first.clone()
    })
}
