//! What is told of results that were merged.

use super::bins::{Bins, bins};
use super::fold::{Fault, Fold};
use super::{Merged, Parts};
use crate::results::{Cosim, Coverage, Mutation, Prove, Record, Synth};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

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
#[derive(Serialize)]
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

/// A file: for programs the summary first.
#[derive(Serialize)]
struct File<'a> {
    summary: Summary,
    #[serde(flatten)]
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

    /// Writes the file `path`.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let file = File {
            summary: self.summary(),
            merged: self,
        };
        let text = serde_json::to_string(&file)? + "\n";
        crate::results::file::write_whole(path, text.as_bytes())
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
