//! Results of many parts as one: the set of them.
//!
//! All else follows from the set, so neither the order nor the groups in which results are merged
//! matter, nor how often one comes.

use super::fold::{kind, total};
use super::part_result::{COMMANDS, PartResult, ResultsError, part_name};
use super::record::SCHEMA;
use crate::results::HardwareHashes;
use cosim::shard::Shard;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

/// The command of results that are of several commands.
pub const COMMAND: &str = "merge";

/// The place of a part in tables, and its text: equal results are one.
type Key = (usize, String, Option<Shard>, String);

/// Results of many parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Merged {
    /// Regressions that had parts of it.
    pub names: BTreeSet<String>,
    /// The parts that they have, by their commands.
    pub planned: BTreeSet<String>,
    parts: BTreeMap<Key, PartResult>,
}

/// A [`Merged`] in a file.
#[derive(Default, Serialize, Deserialize)]
pub struct Stored {
    names: BTreeSet<String>,
    planned: BTreeSet<String>,
    results: Vec<Value>,
}

/// Results that cannot be one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "results of different hardware, expected one: {what} is {} in `{one}`, {} in `{other}`",
    short(&.hashes.0), short(&.hashes.1)
)]
pub struct OtherHardware {
    /// The top, or the design.
    what: String,
    hashes: (String, String),
    /// Parts that have them.
    one: String,
    other: String,
}

/// Enough digits of a hash to distinguish two.
fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

/// Members that a message names.
const NAMED: usize = 5;

/// A value that is no result, in a few words.
fn outlined(value: &Value) -> String {
    let Some(members) = value.as_object() else {
        return kind(value).to_owned();
    };
    let names = members.keys().take(NAMED).map(|name| format!("`{name}`"));
    let names = names.collect::<Vec<_>>().join(", ");
    match members.len().checked_sub(NAMED) {
        _ if members.is_empty() => "an object without members".to_owned(),
        None | Some(0) => format!("an object of {names}"),
        Some(more) => format!("an object of {names} and {more} more"),
    }
}

impl Merged {
    /// The results in a file: one, or some that were merged.
    pub fn read(path: &Path) -> Result<Merged, ResultsError> {
        let text = fs::read(path);
        let text = text.map_err(|error| ResultsError::File(path.to_owned(), error))?;
        let json = |error| ResultsError::Json(path.to_owned(), error);
        let value: Value = serde_json::from_slice(&text).map_err(json)?;
        let (schema, merged) = (&value["schema"], &value["merged"]);
        if schema.is_null() || !value["command"].is_string() {
            return Err(ResultsError::Other(path.to_owned(), outlined(&value)));
        }
        if *schema != SCHEMA {
            return Err(ResultsError::Schema(path.to_owned(), schema.clone()));
        }
        let format = |error| ResultsError::Format(path.to_owned(), COMMAND.to_owned(), error);
        let stored = match merged {
            Value::Null => Stored {
                results: vec![value],
                ..Stored::default()
            },
            merged => Stored::deserialize(merged).map_err(format)?,
        };
        let mut merged = Merged {
            names: stored.names,
            planned: stored.planned,
            parts: BTreeMap::new(),
        };
        for result in stored.results {
            merged.add(PartResult::new(path, result)?);
        }
        Ok(merged)
    }

    pub fn add(&mut self, part: PartResult) {
        let command = COMMANDS.iter().position(|it| *it == part.head.command);
        let text = part.value.to_string();
        let (invocation, shard) = (part.head.invocation.clone(), part.head.shard);
        let key = (command.unwrap_or_default(), invocation, shard, text);
        self.parts.insert(key, part);
    }

    /// All of `several` as one.
    pub fn merge(several: impl IntoIterator<Item = Merged>) -> Result<Merged, OtherHardware> {
        let mut all = Merged::default();
        for merged in several {
            all.names.extend(merged.names);
            all.planned.extend(merged.planned);
            all.parts.extend(merged.parts);
        }
        let mut met = HashMap::new();
        for part in all.parts() {
            meet(&mut met, part)?;
        }
        Ok(all)
    }

    /// All parts, in the order of commands and parts.
    pub fn parts(&self) -> impl Iterator<Item = &PartResult> {
        self.parts.values()
    }

    pub fn of(&self, command: &str) -> impl Iterator<Item = &PartResult> {
        let parts = self.parts();
        parts.filter(move |part| part.head.command == command)
    }

    /// The total of all parts of `command`; none without a part.
    pub fn total(&self, command: &str) -> Option<Value> {
        total(command, self.of(command).map(|part| &part.value))
    }

    /// Parts without a result: of a regression, and of a command of which other parts are there.
    pub fn missing(&self) -> BTreeSet<String> {
        let heads = self.parts().map(|part| &part.head);
        let shards: BTreeSet<(&str, u64)> = heads
            .filter_map(|head| Some((&*head.invocation, head.shard?.of())))
            .collect();
        let siblings = shards.into_iter().flat_map(|(invocation, of)| {
            Shard::all(of).map(move |shard| part_name(invocation, shard))
        });
        let mut missing: BTreeSet<String> = siblings.chain(self.planned.iter().cloned()).collect();
        for part in self.parts() {
            missing.remove(&part.name());
        }
        missing
    }

    /// The form in a file.
    pub fn stored(&self) -> Stored {
        Stored {
            names: self.names.clone(),
            planned: self.planned.clone(),
            results: self.parts().map(|part| part.value.clone()).collect(),
        }
    }
}

/// A design by its name, with its hash and the part that has it.
type MetDesigns = HashMap<String, (String, String)>;

/// Compares the hardware of a part with that of parts before: each top, and the whole.
fn meet(met: &mut MetDesigns, part: &PartResult) -> Result<(), OtherHardware> {
    let HardwareHashes {
        sha256, exported, ..
    } = &part.head.hardware;
    let tops: Vec<&str> = exported.keys().map(String::as_str).collect();
    let whole = match tops.as_slice() {
        [] => format!("the design `{}`", part.head.target),
        tops => format!("{} of {}", part.head.target, tops.join(", ")),
    };
    let tops = exported.iter().map(|(top, hash)| (top.clone(), hash));
    for (what, hash) in tops.chain([(whole, sha256)]) {
        let first = || (hash.clone(), part.name());
        let (known, one) = met.entry(what.clone()).or_insert_with(first);
        if known != hash {
            return Err(OtherHardware {
                what,
                hashes: (known.clone(), hash.clone()),
                one: one.clone(),
                other: part.name(),
            });
        }
    }
    Ok(())
}
