//! Proofs, and how good the tests are.

use super::parts::{EARLIER, Tile, bar, origin, percent, runs, verdict};
use super::picked::{Best, Picked, best_of_each};
use crate::report::regression::grouped;
use crate::results::hardware::Exported;
use crate::results::{Mutation, Proof, Prove, Record};
use formal::prove::catalogue::{self, PROOFS};
use maud::{Markup, html};

/// Each proof as it went last, of the present hardware where it was proved of that.
pub(super) fn proofs_of<'a>(records: &'a [Record<Prove>], exported: &Exported) -> Vec<Of<'a>> {
    let rows = |prove: &'a Prove| prove.proofs.as_slice();
    best_of_each(records, exported, rows, |proof| proof.name.clone(), |_| ())
}

type Of<'a> = Best<'a, Prove, Proof>;

/// The proofs of a default run that never ran.
fn not_run(proofs: &[Of<'_>]) -> impl Iterator<Item = &'static catalogue::Proof> {
    let ran = |proof: &catalogue::Proof| proofs.iter().any(|it| it.row.name == proof.name);
    PROOFS
        .iter()
        .filter(move |proof| proof.default && !ran(proof))
}

pub(super) fn proofs_tile(proofs: &[Of<'_>]) -> Option<Tile> {
    if proofs.is_empty() {
        return None;
    }
    let count = |good: fn(&Of<'_>) -> bool| proofs.iter().filter(|it| good(it)).count();
    let proved = count(|it| it.present && it.row.proved);
    let failed = count(|it| it.present && !it.row.proved);
    let earlier = count(|it| !it.present);
    let missing = not_run(proofs).count();
    let about = "proofs hold, for all inputs";
    Some(Tile {
        value: format!("{proved} / {}", proofs.len() + missing),
        about: match earlier {
            0 => about.to_owned(),
            _ => format!("{about}; {earlier} {EARLIER}"),
        },
        good: match (failed, earlier + missing) {
            (0, 0) => Some(true),
            (0, _) => None,
            _ => Some(false),
        },
    })
}

pub(super) fn proofs(proofs: &[Of<'_>]) -> Option<Markup> {
    let newest = proofs
        .iter()
        .max_by_key(|it| (it.present, it.record.time))?;
    Some(html! {
        (origin(newest.record, newest.present))
        div.wide {
            table.stack {
                thead {
                    tr {
                        th { "proof" } th {} th { "claim" }
                        th.number { "queries" } th.number { "seconds" }
                    }
                }
                tbody {
                    @for Best { row: proof, present, .. } in proofs {
                        tr {
                            td.name { code { (proof.name) } }
                            td class=[verdict(present.then_some(proof.proved))] {
                                @if proof.proved { "proved" } @else { "failed" }
                                @if !present { ", " (EARLIER) }
                            }
                            td.rest { (proof.about) }
                            td.number { (proof.queries) }
                            td.number { (format!("{:.1}", proof.seconds)) }
                        }
                    }
                    @for proof in not_run(proofs) {
                        tr {
                            td.name { code { (proof.name) } }
                            td.state { "not run" }
                            td.rest { (proof.about) }
                            td.number {} td.number {}
                        }
                    }
                }
            }
        }
    })
}

/// The run of most mutants.
fn largest<'a>(picked: &Picked<'a, Mutation>) -> Option<&'a Record<Mutation>> {
    picked.largest(|mutation| (mutation.mutants, mutation.operations))
}

fn killed(mutation: &Mutation) -> usize {
    mutation.killed_by_cosim + mutation.killed_by_proof
}

pub(super) fn mutation_tile(picked: &Picked<'_, Mutation>) -> Option<Tile> {
    let mutation = &largest(picked)?.result;
    let survived = |record: &Record<Mutation>| !record.result.survivors.is_empty();
    let tile = Tile {
        value: percent(killed(mutation), mutation.scored()),
        about: format!("of {} mutants killed", mutation.scored()),
        good: (!picked.newest().any(survived)).then_some(true),
    };
    Some(tile.of(picked.present))
}

pub(super) fn mutation(picked: &Picked<'_, Mutation>) -> Markup {
    let cells = |mutation: &Mutation| {
        [
            percent(killed(mutation), mutation.scored()),
            mutation.mutants.to_string(),
            mutation.equivalent.to_string(),
            mutation.survivors.len().to_string(),
            grouped(mutation.operations),
            mutation.seed.to_string(),
        ]
    };
    let headings = [
        "score",
        "mutants",
        "equivalent",
        "survived",
        "lane-operations each",
        "seed",
    ];
    html! {
        @if let Some(record) = largest(picked) {
            (origin(record, picked.present))
            (runs(picked, headings, cells))
            (fates(&record.result))
        }
        @for record in picked.newest() { (survivors(&record.result)) }
    }
}

fn fates(mutation: &Mutation) -> Markup {
    let rows = [
        ("killed by the co-simulation", mutation.killed_by_cosim),
        ("killed by a proof", mutation.killed_by_proof),
        ("survived", mutation.survivors.len()),
        ("equivalent, proved", mutation.equivalent),
    ];
    html! {
        p { "Of " (mutation.mutants) " small changes to the exported Verilog, seed " (mutation.seed) ":" }
        table {
            @for (name, count) in rows {
                tr {
                    td { (name) }
                    td.grow { (bar(count as f64 / mutation.mutants.max(1) as f64, false)) }
                    td.number { (count) }
                }
            }
        }
    }
}

fn survivors(mutation: &Mutation) -> Markup {
    html! {
        @if !mutation.survivors.is_empty() {
            details {
                summary { "survivors of seed " (mutation.seed) }
                table {
                    @for survivor in &mutation.survivors {
                        tr { td.name { (survivor.place) } td { code { (survivor.source) } } }
                    }
                }
            }
        }
    }
}
