//! What the parts of one command come to together.

use crate::report::regression::{grouped, rate};
use crate::results::record::{Kept, Record};
use crate::results::{Cosim, Coverage, Mutation, Points, Proof, Prove, Synth, SynthRow};
use cosim::testbench::coverage::{CoverageReport, Group};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// What a part found that should not be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The command of the part.
    pub part: String,
    /// The command that shows it again, in the shortest time that is known.
    pub again: String,
    /// The seed, where it is of random traffic.
    pub seed: Option<u64>,
    pub text: String,
}

/// A result that others of its kind can be added to.
pub trait Fold: Kept + Clone {
    /// All of `parts`, of which there is at least one.
    fn fold(parts: &[&Self]) -> Self;

    /// Whether it is as it should be.
    fn is_good(&self) -> bool;

    /// How long it took.
    fn seconds(&self) -> f64;

    /// What it came to, in a few words.
    fn told(&self) -> String;

    /// What is wrong with the part `record`, if anything is.
    fn fault(record: &Record<Self>) -> Option<Fault>;
}

fn sum<T, N: std::iter::Sum>(parts: &[&T], of: impl Fn(&T) -> N) -> N {
    parts.iter().map(|part| of(part)).sum()
}

impl Fold for Cosim {
    fn fold(parts: &[&Cosim]) -> Cosim {
        let operations = sum(parts, |it| it.operations);
        let seconds = sum(parts, |it| it.seconds);
        let bad = parts.iter().find(|it| it.mismatch.is_some());
        Cosim {
            compare: parts[0].compare,
            lanes: parts[0].lanes,
            operations,
            cycles: sum(parts, |it| it.cycles),
            jobs: sum(parts, |it| it.jobs),
            seed: parts[0].seed,
            seconds,
            operations_per_second: rate(operations, seconds),
            mismatches: sum(parts, |it| it.mismatches),
            mismatch: bad.and_then(|it| it.mismatch.clone()),
            interrupted: parts.iter().any(|it| it.interrupted),
            coverage: union(parts.iter().map(|it| &it.coverage)),
        }
    }

    fn is_good(&self) -> bool {
        self.is_good()
    }

    fn seconds(&self) -> f64 {
        self.seconds
    }

    fn told(&self) -> String {
        let CoverageReport { hit, total, .. } = self.coverage;
        let (operations, mismatches) = (grouped(self.operations), self.mismatches);
        let bins = match total {
            0 => ", no bins apply".to_owned(),
            _ => format!(", bins {hit}/{total}"),
        };
        format!("{operations} lane-operations, mismatches {mismatches}{bins}")
    }

    fn fault(record: &Record<Cosim>) -> Option<Fault> {
        let result = &record.result;
        if result.is_good() {
            return None;
        }
        let part = record.name();
        let fault = match &result.mismatch {
            Some(mismatch) => Fault {
                again: again(&record.invocation, mismatch.seed, mismatch.operations),
                seed: Some(mismatch.seed),
                text: mismatch.text.clone(),
                part,
            },
            None => {
                let met = result.coverage.contradictions();
                let met = met.map(|(group, bin)| format!("{bin} ({group})"));
                let text = match result.mismatches {
                    0 if result.interrupted => {
                        format!(
                            "interrupted after {} lane-operations",
                            grouped(result.operations)
                        )
                    }
                    0 => met.collect::<Vec<_>>().join("\n"),
                    _ => "a mismatch that a second run did not show again".to_owned(),
                };
                Fault {
                    again: part.clone(),
                    seed: Some(result.seed),
                    text,
                    part,
                }
            }
        };
        Some(fault)
    }
}

/// `invocation` with one job of another seed and other operations.
fn again(invocation: &str, seed: u64, operations: u64) -> String {
    let mut words = shlex::split(invocation).unwrap_or_default();
    for option in ["--seed", "--ops", "--jobs"] {
        if let Some(place) = words.iter().position(|word| word == option) {
            words.drain(place..(place + 2).min(words.len()));
        }
    }
    let words = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
    format!("{words} --ops {operations} --seed {seed} --jobs 1")
}

/// Bins that one of `reports` has met.
fn union<'a>(reports: impl Iterator<Item = &'a CoverageReport>) -> CoverageReport {
    let mut groups: Vec<Group> = Vec::new();
    let mut places = BTreeMap::new();
    for group in reports.flat_map(|report| &report.groups) {
        let place = *places.entry(&*group.name).or_insert(groups.len());
        let Some(known) = groups.get_mut(place) else {
            groups.push(group.clone());
            continue;
        };
        if !known.missing.is_empty() {
            let missed: BTreeSet<&str> = group.missing.iter().map(String::as_str).collect();
            known.missing.retain(|bin| missed.contains(&**bin));
        }
        if group.bins.is_empty() || known.bins.is_empty() {
            known.bins.clear();
            known.total = known.total.max(group.total);
        } else {
            let bins: HashSet<&String> = known.bins.iter().collect();
            let more = group.bins.iter().filter(|bin| !bins.contains(bin));
            let more: Vec<String> = more.cloned().collect();
            known.bins.extend(more);
            known.total = known.bins.len();
        }
        known.hit = known.total.saturating_sub(known.missing.len());
        for bin in &group.contradictions {
            if !known.contradictions.contains(bin) {
                known.contradictions.push(bin.clone());
            }
        }
    }
    CoverageReport {
        hit: groups.iter().map(|group| group.hit).sum(),
        total: groups.iter().map(|group| group.total).sum(),
        groups,
    }
}

impl Fold for Prove {
    fn fold(parts: &[&Prove]) -> Prove {
        let mut proofs: BTreeMap<&str, Proof> = BTreeMap::new();
        for proof in parts.iter().flat_map(|part| &part.proofs) {
            proofs
                .entry(&proof.name)
                .and_modify(|known| {
                    known.queries += proof.queries;
                    known.seconds += proof.seconds;
                    known.proved &= proof.proved;
                })
                .or_insert_with(|| proof.clone());
        }
        Prove {
            seconds: sum(parts, |it| it.seconds),
            proofs: proofs.into_values().collect(),
        }
    }

    fn is_good(&self) -> bool {
        self.proofs.iter().all(|proof| proof.proved)
    }

    fn seconds(&self) -> f64 {
        self.seconds
    }

    fn told(&self) -> String {
        let queries: usize = self.proofs.iter().map(|proof| proof.queries).sum();
        let failed = self.proofs.iter().filter(|proof| !proof.proved).count();
        format!(
            "{} proofs, {queries} queries, failed {failed}",
            self.proofs.len()
        )
    }

    fn fault(record: &Record<Prove>) -> Option<Fault> {
        let failed = record.result.proofs.iter().filter(|proof| !proof.proved);
        let failed: Vec<&str> = failed.map(|proof| &*proof.name).collect();
        (!failed.is_empty()).then(|| Fault {
            part: record.name(),
            again: record.name(),
            seed: None,
            text: format!("refuted: {}", failed.join(", ")),
        })
    }
}

impl Fold for Mutation {
    fn fold(parts: &[&Mutation]) -> Mutation {
        Mutation {
            seed: parts[0].seed,
            operations: parts
                .iter()
                .map(|it| it.operations)
                .min()
                .unwrap_or_default(),
            seconds: sum(parts, |it| it.seconds),
            mutants: sum(parts, |it| it.mutants),
            killed_by_cosim: sum(parts, |it| it.killed_by_cosim),
            killed_by_proof: sum(parts, |it| it.killed_by_proof),
            equivalent: sum(parts, |it| it.equivalent),
            survivors: parts
                .iter()
                .flat_map(|it| it.survivors.iter().cloned())
                .collect(),
        }
    }

    fn is_good(&self) -> bool {
        self.survivors.is_empty()
    }

    fn seconds(&self) -> f64 {
        self.seconds
    }

    fn told(&self) -> String {
        let (mutants, survived) = (self.mutants, self.survivors.len());
        format!(
            "{mutants} mutants, survived {survived}, score {:.1} %",
            self.percent()
        )
    }

    fn fault(record: &Record<Mutation>) -> Option<Fault> {
        let survivors = record.result.survivors.iter();
        let survivors = survivors.map(|it| format!("survived: {}\n    {}", it.place, it.source));
        (!record.result.is_good()).then(|| Fault {
            part: record.name(),
            again: record.name(),
            seed: Some(record.result.seed),
            text: survivors.collect::<Vec<_>>().join("\n"),
        })
    }
}

impl Fold for Coverage {
    fn fold(parts: &[&Coverage]) -> Coverage {
        let common = |lists: Vec<&Vec<String>>| -> Vec<String> {
            let Some((first, rest)) = lists.split_first() else {
                return Vec::new();
            };
            let mut left: BTreeSet<&String> = first.iter().collect();
            for list in rest {
                let list: BTreeSet<&String> = list.iter().collect();
                left.retain(|point| list.contains(point));
            }
            left.into_iter().cloned().collect()
        };
        let holes = common(parts.iter().map(|it| &it.holes).collect());
        let kinds = parts[0].kinds.iter().map(|kind| {
            let same = parts.iter().flat_map(|it| &it.kinds);
            let same = same.filter(|it| it.kind == kind.kind);
            let missed = common(same.map(|it| &it.missed).collect());
            let left = missed.iter().filter(|point| holes.contains(point)).count();
            Points {
                kind: kind.kind.clone(),
                hit: kind.points.saturating_sub(missed.len()),
                waived: missed.len() - left,
                points: kind.points,
                missed,
            }
        });
        let stale: BTreeSet<&String> = parts.iter().flat_map(|it| &it.stale).collect();
        Coverage {
            seed: parts[0].seed,
            operations: sum(parts, |it| it.operations),
            seconds: sum(parts, |it| it.seconds),
            kinds: kinds.collect(),
            stale: stale.into_iter().cloned().collect(),
            holes,
        }
    }

    fn is_good(&self) -> bool {
        self.is_good()
    }

    fn seconds(&self) -> f64 {
        self.seconds
    }

    fn told(&self) -> String {
        let kinds = self.kinds.iter();
        let kinds = kinds.map(|it| format!(", {} {}/{}", it.kind, it.hit + it.waived, it.points));
        let left = self.holes.len();
        format!(
            "{} lane-operations{}, left {left}",
            grouped(self.operations),
            kinds.collect::<String>()
        )
    }

    /// What one part leaves another reaches.
    fn fault(_: &Record<Coverage>) -> Option<Fault> {
        None
    }
}

impl Fold for Synth {
    fn fold(parts: &[&Synth]) -> Synth {
        let mut rows: BTreeMap<(&str, &str, &str), SynthRow> = BTreeMap::new();
        for row in parts.iter().flat_map(|part| &part.rows) {
            rows.entry((&row.top, &row.device, &row.tools))
                .and_modify(|known| known.add(row))
                .or_insert_with(|| row.clone());
        }
        Synth {
            seconds: sum(parts, |it| it.seconds),
            rows: rows.into_values().collect(),
        }
    }

    fn is_good(&self) -> bool {
        true
    }

    fn seconds(&self) -> f64 {
        self.seconds
    }

    fn told(&self) -> String {
        let placed: usize = self.rows.iter().map(|row| row.seeds.len()).sum();
        format!("{} rows, {placed} placements", self.rows.len())
    }

    fn fault(_: &Record<Synth>) -> Option<Fault> {
        None
    }
}
