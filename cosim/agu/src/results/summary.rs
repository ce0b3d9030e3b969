//! Merged results in numbers: verdict, faults, totals.

use super::bins::{Bins, bins};
use super::fold::{length, total};
use super::merged::{COMMAND, Merged, Stored};
use super::part_result::{PartFault, PartResult};
use super::record::SCHEMA;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Totals of many parts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    pub good: bool,
    /// Number of parts with a result.
    pub parts: usize,
    pub missing: BTreeSet<String>,
    pub faults: Vec<PartFault>,
    /// One of each hardware and way of comparing.
    pub cosim: Vec<Value>,
    /// Bins of each co-simulation, in their order, with the number of parts that have met each.
    pub bins: Vec<Vec<Bins>>,
    pub prove: Option<Value>,
    pub mutate: Option<Value>,
    pub coverage: Option<Value>,
    pub synth: Option<Value>,
    pub trace: Option<Value>,
    /// One of each machine.
    pub bench: Vec<Value>,
}

/// A file. Results of one command and one hardware are a result as that command writes it.
#[derive(Serialize)]
struct MergedFile<'a> {
    #[serde(flatten)]
    result: Value,
    summary: &'a Summary,
    merged: Stored,
}

/// The parts of `command` with equal `keys`, each a list.
fn groups<'a>(
    merged: &'a Merged,
    command: &str,
    keys: impl Fn(&PartResult) -> Vec<&Value>,
) -> Vec<Vec<&'a PartResult>> {
    let mut groups: BTreeMap<String, Vec<&PartResult>> = BTreeMap::new();
    for part in merged.of(command) {
        let key = Value::from_iter(keys(part).into_iter().cloned()).to_string();
        groups.entry(key).or_default().push(part);
    }
    groups.into_values().collect()
}

impl Summary {
    /// The totals of `merged`.
    pub fn new(merged: &Merged) -> Summary {
        let totals = |command: &str, groups: &[Vec<&PartResult>]| {
            let totals = groups
                .iter()
                .map(|parts| total(command, parts.iter().map(|it| &it.value)));
            totals.flatten().collect()
        };
        let cosim = groups(merged, "cosim", |part| {
            let value = &part.value;
            let sha256 = &value["hardware"]["sha256"];
            vec![&value["target"], &value["compare"], sha256]
        });
        let bench = groups(merged, "bench", |part| vec![&part.value["host"]]);
        let coverage = merged.total("coverage");
        let left = |name| coverage.as_ref().map_or(0, |it| length(it, name));
        let covered = left("holes") + left("stale") == 0;
        let missing = merged.missing();
        let faults: Vec<PartFault> = merged.parts().filter_map(PartResult::fault).collect();
        Summary {
            good: faults.is_empty() && missing.is_empty() && covered,
            parts: merged.parts().count(),
            missing,
            faults,
            bins: cosim.iter().map(|parts| bins(parts)).collect(),
            cosim: totals("cosim", &cosim),
            prove: merged.total("prove"),
            mutate: merged.total("mutate"),
            coverage,
            synth: merged.total("synth"),
            trace: merged.total("trace"),
            bench: totals("bench", &bench),
        }
    }

    /// Each total with its command, in the order of tables.
    pub fn totals(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        let cosim = self.cosim.iter().map(|total| ("cosim", total));
        let one = [
            ("prove", &self.prove),
            ("mutate", &self.mutate),
            ("coverage", &self.coverage),
            ("synth", &self.synth),
            ("trace", &self.trace),
        ];
        let one = one
            .into_iter()
            .filter_map(|(command, total)| Some((command, total.as_ref()?)));
        let bench = self.bench.iter().map(|total| ("bench", total));
        cosim.chain(one).chain(bench)
    }

    /// The text of a file of `merged`.
    pub fn json(&self, merged: &Merged) -> serde_json::Result<String> {
        let mut totals = self.totals();
        let result = match (totals.next(), totals.next()) {
            (Some((_, total)), None) => total.clone(),
            _ => json!({ "schema": SCHEMA, "command": COMMAND }),
        };
        let file = MergedFile {
            result,
            summary: self,
            merged: merged.stored(),
        };
        Ok(serde_json::to_string(&file)? + "\n")
    }
}
