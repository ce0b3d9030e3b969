//! A result as it was read from a file, and its verdict.

use super::fold::{each, has_rules, length, number, text, wrong_member};
use super::hardware::HardwareHashes;
use super::record::SCHEMA;
use crate::report::regression::grouped;
use cosim::shard::Shard;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};

/// A file that is no result.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    #[error("{0}: found no JSON ({1}), expected a result (doc/results.md)")]
    Json(PathBuf, serde_json::Error),
    #[error("{0}: found {1}, expected a result (doc/results.md)")]
    Other(PathBuf, String),
    #[error("{0}: result of `agu {1}`: {2}, expected the members of doc/results.md")]
    Format(PathBuf, String, serde_json::Error),
    #[error("{0}: result of `agu {1}`: `{2}` is {3}, expected {4} (doc/results.md)")]
    Member(PathBuf, String, &'static str, &'static str, &'static str),
    #[error("{0}: found a result with `schema` {1}, expected {SCHEMA} (doc/results.md)")]
    Schema(PathBuf, Value),
    #[error(
        "{0}: found a result of `agu {1}`, expected one of cosim, prove, mutate, coverage, synth, trace, bench or merge"
    )]
    Command(PathBuf, String),
}

/// Commands that have results, in the order of tables and pages.
pub const COMMANDS: [&str; 7] = [
    "cosim", "prove", "mutate", "coverage", "synth", "trace", "bench",
];

/// Metadata that merging reads.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ResultHead {
    pub command: String,
    #[serde(default)]
    pub invocation: String,
    pub shard: Option<Shard>,
    pub target: String,
    pub hardware: HardwareHashes,
}

/// The result of one command, or of one part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PartResult {
    pub head: ResultHead,
    pub value: Value,
}

/// A verdict against a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartFault {
    /// The command of the part.
    pub part: String,
    /// The command that shows it again, in the shortest time that is known.
    pub again: String,
    /// The seed, where it is of random traffic.
    pub seed: Option<u64>,
    pub text: String,
}

/// The command of part `shard` of `invocation`.
pub fn part_name(invocation: &str, shard: Shard) -> String {
    format!("{invocation} --shard {shard}")
}

impl PartResult {
    /// The result `value`, read from `path`.
    ///
    /// # Errors
    /// A member is missing or of another type, or it is of another command.
    pub fn new(path: &Path, value: Value) -> Result<PartResult, ResultsError> {
        let command = text(&value["command"]).to_owned();
        if !has_rules(&command) {
            return Err(ResultsError::Command(path.to_owned(), command));
        }
        let head = ResultHead::deserialize(&value)
            .map_err(|error| ResultsError::Format(path.to_owned(), command.clone(), error))?;
        let nameless = ("invocation", "missing", "a command line");
        let nameless = head.invocation.is_empty().then_some(nameless);
        match nameless.or_else(|| wrong_member(&command, &value)) {
            Some((member, found, expected)) => Err(ResultsError::Member(
                path.to_owned(),
                command,
                member,
                found,
                expected,
            )),
            None => Ok(PartResult { head, value }),
        }
    }

    /// The command that finds it again.
    pub fn name(&self) -> String {
        match self.head.shard {
            Some(shard) => part_name(&self.head.invocation, shard),
            None => self.head.invocation.clone(),
        }
    }

    /// Wall time in seconds.
    pub fn seconds(&self) -> f64 {
        self.value["seconds"].as_f64().unwrap_or_default()
    }

    /// The verdict against it, if there is one. Holes of the code coverage count only in the total:
    /// another part may reach them.
    pub fn fault(&self) -> Option<PartFault> {
        let (value, part) = (&self.value, self.name());
        let mismatch = &value["mismatch"];
        let (mut again, mut seed) = (part.clone(), value["seed"].as_u64());
        let verdict = match &*self.head.command {
            "cosim" => match contradictions(value) {
                _ if mismatch.is_object() => {
                    if let Some(command) = mismatch["again"].as_str() {
                        again = command.to_owned();
                    }
                    seed = mismatch["seed"].as_u64();
                    text(&mismatch["text"]).to_owned()
                }
                _ if number(value, "/mismatches") > 0 => {
                    "a mismatch that a second run did not show again".to_owned()
                }
                _ if value["interrupted"] == true => {
                    let operations = grouped(number(value, "/operations"));
                    format!("interrupted after {operations} lane-operations")
                }
                met if !met.is_empty() => met.join("\n"),
                _ => return None,
            },
            "prove" => {
                let failed: Vec<&str> = each(value, "proofs")
                    .filter(|proof| proof["proved"] != true)
                    .map(|proof| text(&proof["name"]))
                    .collect();
                if failed.is_empty() {
                    return None;
                }
                format!("refuted: {}", failed.join(", "))
            }
            "trace" if number(value, "/mismatches") > 0 => "a mismatch of the hardware".to_owned(),
            "mutate" if length(value, "survivors") > 0 => {
                let survivors = each(value, "survivors").map(|it| {
                    let [place, source] = ["place", "source"].map(|name| text(&it[name]));
                    format!("survived: {place}\n    {source}")
                });
                survivors.collect::<Vec<_>>().join("\n")
            }
            _ => return None,
        };
        Some(PartFault {
            part,
            again,
            seed,
            text: verdict,
        })
    }
}

/// Bins that were met although a rule of the coverage calls them impossible.
fn contradictions(value: &Value) -> Vec<String> {
    let of_group = |group| {
        let met = each(group, "contradictions").map(text);
        met.map(move |bin| format!("{bin} ({})", text(&group["name"])))
    };
    each(&value["coverage"], "groups")
        .flat_map(of_group)
        .collect()
}

/// Killed of the mutants that are not equivalent, in percent.
fn score(value: &Value) -> f64 {
    let killed = number(value, "/killed_by_cosim") + number(value, "/killed_by_proof");
    let mutants = number(value, "/mutants");
    match mutants.saturating_sub(number(value, "/equivalent")) {
        0 => 100.0,
        scored => 100.0 * killed as f64 / scored as f64,
    }
}

/// Rows of a traced kernel.
fn rows(kernel: &Value) -> impl Iterator<Item = &Value> {
    each(kernel, "rows")
}

/// A result, or a total, of `command` in a few words.
pub fn outline(command: &str, value: &Value) -> String {
    let count = |pointer: &str| number(value, pointer);
    let each = |name: &str| each(value, name);
    match command {
        "cosim" => {
            let bins = match count("/coverage/total") {
                0 => ", no bins apply".to_owned(),
                total => {
                    let hit = grouped(count("/coverage/hit"));
                    format!(", bins {hit}/{}", grouped(total))
                }
            };
            let operations = grouped(count("/operations"));
            format!(
                "{operations} lane-operations, mismatches {}{bins}",
                count("/mismatches")
            )
        }
        "prove" => {
            let queries: u64 = each("proofs").map(|proof| number(proof, "/queries")).sum();
            let failed = each("proofs").filter(|proof| proof["proved"] != true);
            let (proofs, failed) = (length(value, "proofs"), failed.count());
            let queries = grouped(queries);
            format!("{proofs} proofs, {queries} queries, failed {failed}")
        }
        "mutate" => {
            let (mutants, survived) = (grouped(count("/mutants")), length(value, "survivors"));
            format!(
                "{mutants} mutants, survived {survived}, score {:.1} %",
                score(value)
            )
        }
        "coverage" => {
            let kinds = each("kinds").map(|kind| {
                let reached = number(kind, "/hit") + number(kind, "/waived");
                let (name, points) = (text(&kind["kind"]), number(kind, "/points"));
                format!(", {name} {}/{}", grouped(reached), grouped(points))
            });
            let kinds: String = kinds.collect();
            let operations = grouped(count("/operations"));
            format!(
                "{operations} lane-operations{kinds}, left {}",
                length(value, "holes")
            )
        }
        "synth" => {
            let placed: u64 = each("rows").map(|row| length(row, "seeds")).sum();
            format!("{} rows, {placed} placements", length(value, "rows"))
        }
        "trace" => {
            let rows = each("kernels").flat_map(rows);
            let accesses: u64 = rows.map(|row| number(row, "/accesses")).sum();
            let (kernels, accesses) = (length(value, "kernels"), grouped(accesses));
            let mismatches = count("/mismatches");
            format!("{kernels} kernels, {accesses} accesses, mismatches {mismatches}")
        }
        "bench" => format!("medians of {} rounds", count("/rounds")),
        _ => String::new(),
    }
}
