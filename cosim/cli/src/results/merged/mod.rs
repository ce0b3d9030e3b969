//! Results of many parts as one.
//!
//! A [`Merged`] is the set of its parts, by the command that finds each again; all else is told
//! from that. So it is no matter in which order and in which groups results are merged, or how
//! often one is.

mod bins;
mod fold;
mod summary;
#[cfg(test)]
mod tests;

pub use bins::{Bins, bins};
pub use fold::{Fault, Fold};
pub use summary::{Part, Summary};

use super::record::{Kept, Record, SCHEMA, part_name};
use super::{Cosim, Coverage, Hardware, Mutation, Prove, ResultsError, Synth};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

/// Results of one command, by [`Record::name`].
pub type Parts<T> = BTreeMap<String, Record<T>>;

/// Results of many parts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Merged {
    /// Of the regressions that had parts of it.
    pub names: BTreeSet<String>,
    /// The parts that they have.
    pub planned: BTreeSet<String>,
    pub cosim: Parts<Cosim>,
    pub prove: Parts<Prove>,
    pub mutate: Parts<Mutation>,
    pub coverage: Parts<Coverage>,
    pub synth: Parts<Synth>,
}

/// The command of results that are of several commands.
pub const COMMAND: &str = "merge";

/// Why results cannot be one.
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

/// As many digits of a hash as tell two apart.
fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

/// The part of a file that names the rest.
#[derive(Deserialize)]
struct Head {
    schema: u32,
    command: String,
    merged: Option<Merged>,
}

impl Merged {
    /// What is in a file: one result, or some that were merged.
    ///
    /// # Errors
    /// It cannot be read, or is none of this version.
    pub fn read(path: &Path) -> Result<Merged, ResultsError> {
        let text = fs::read(path);
        let text = text.map_err(|error| ResultsError::File(path.to_owned(), error))?;
        let format = |error| ResultsError::Format(path.to_owned(), COMMAND, error);
        let head: Head = serde_json::from_slice(&text).map_err(format)?;
        if head.schema != SCHEMA {
            return Err(ResultsError::Schema(path.to_owned(), head.schema));
        }
        if let Some(merged) = head.merged {
            return Ok(merged);
        }
        let mut merged = Merged::default();
        match &*head.command {
            Cosim::COMMAND => merged.cosim = one(path, &text)?,
            Prove::COMMAND => merged.prove = one(path, &text)?,
            Mutation::COMMAND => merged.mutate = one(path, &text)?,
            Coverage::COMMAND => merged.coverage = one(path, &text)?,
            Synth::COMMAND => merged.synth = one(path, &text)?,
            _ => return Err(ResultsError::Command(path.to_owned(), head.command)),
        }
        Ok(merged)
    }

    /// All of `parts` as one.
    ///
    /// # Errors
    /// They are of different hardware.
    pub fn merge(parts: impl IntoIterator<Item = Merged>) -> Result<Merged, OtherHardware> {
        let mut met = HashMap::new();
        let mut all = Merged::default();
        for part in parts {
            for (name, invocation, target, hardware) in part.hardware() {
                meet(&mut met, (name, invocation, target), hardware)?;
            }
            all.names.extend(part.names);
            all.planned.extend(part.planned);
            unite(&mut all.cosim, part.cosim);
            unite(&mut all.prove, part.prove);
            unite(&mut all.mutate, part.mutate);
            unite(&mut all.coverage, part.coverage);
            unite(&mut all.synth, part.synth);
        }
        Ok(all)
    }

    /// Each part by its name, with what was asked for, its target and its hardware.
    pub fn hardware(&self) -> impl Iterator<Item = (&str, &str, &str, &Hardware)> {
        fn of<T>(parts: &Parts<T>) -> impl Iterator<Item = (&str, &str, &str, &Hardware)> {
            parts
                .iter()
                .map(|(name, it)| (&**name, &*it.invocation, &*it.target, &it.hardware))
        }
        of(&self.cosim)
            .chain(of(&self.prove))
            .chain(of(&self.mutate))
            .chain(of(&self.coverage))
            .chain(of(&self.synth))
    }

    /// The parts that there should be, by the regressions or by the other parts of the same
    /// command, and are not.
    pub fn missing(&self) -> BTreeSet<String> {
        fn shards<T>(parts: &Parts<T>) -> impl Iterator<Item = (&str, u64)> {
            let parts = parts.values();
            parts.filter_map(|it| Some((&*it.invocation, it.shard?.of())))
        }
        let of = shards(&self.cosim)
            .chain(shards(&self.prove))
            .chain(shards(&self.mutate))
            .chain(shards(&self.coverage))
            .chain(shards(&self.synth));
        let of: BTreeSet<(&str, u64)> = of.collect();
        let siblings = of.into_iter().flat_map(|(invocation, of)| {
            cosim::shard::Shard::all(of).map(move |shard| part_name(invocation, shard))
        });
        let mut missing: BTreeSet<String> = siblings.chain(self.planned.iter().cloned()).collect();
        for (name, ..) in self.hardware() {
            missing.remove(name);
        }
        missing
    }
}

/// The one result in `text`.
fn one<T: Kept>(path: &Path, text: &[u8]) -> Result<Parts<T>, ResultsError> {
    let record: Record<T> = serde_json::from_slice(text)
        .map_err(|error| ResultsError::Format(path.to_owned(), T::COMMAND, error))?;
    if record.invocation.is_empty() {
        return Err(ResultsError::Nameless(path.to_owned()));
    }
    Ok(BTreeMap::from([(record.name(), record)]))
}

/// Adds `more` to `all`. Of two results of one part the newer counts.
fn unite<T: Kept>(all: &mut Parts<T>, more: Parts<T>) {
    let age = |it: &Record<T>| (it.time, serde_json::to_string(it).unwrap_or_default());
    for (name, record) in more {
        match all.get_mut(&name) {
            None => {
                all.insert(name, record);
            }
            Some(known) if age(known) < age(&record) => *known = record,
            Some(_) => {}
        }
    }
}

/// A design by what identifies it, with its hash and who has it.
type Met = HashMap<String, (String, String)>;

/// Takes note of the hardware of a part: each top, and the whole. Of somebody's own design only
/// the same command asks for the same.
fn meet(
    met: &mut Met,
    (name, invocation, target): (&str, &str, &str),
    hardware: &Hardware,
) -> Result<(), OtherHardware> {
    let tops: Vec<&str> = hardware.tops().collect();
    let whole = match tops.as_slice() {
        [] => format!("the design of `{invocation}`"),
        tops => format!("{target} of {}", tops.join(", ")),
    };
    let tops = hardware
        .exported
        .iter()
        .map(|(top, hash)| (top.clone(), hash));
    for (what, hash) in tops.chain([(whole, &hardware.sha256)]) {
        let (known, one) = met
            .entry(what.clone())
            .or_insert_with(|| (hash.clone(), name.to_owned()));
        if known != hash {
            return Err(OtherHardware {
                what,
                hashes: (known.clone(), hash.clone()),
                one: one.clone(),
                other: name.to_owned(),
            });
        }
    }
    Ok(())
}
