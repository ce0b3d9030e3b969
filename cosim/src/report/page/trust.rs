//! Proofs, and how good the tests are.

use super::{Tile, bar};
use crate::found::{Mutation, Prove};
use crate::prove::catalogue::{PROOFS, Proof};
use maud::{Markup, html};

/// The proofs of a default run that did not run.
fn not_run(prove: &Prove) -> impl Iterator<Item = &'static Proof> {
    let ran = |proof: &Proof| prove.proofs.iter().any(|it| it.name == proof.name);
    PROOFS
        .iter()
        .filter(move |proof| proof.default && !ran(proof))
}

pub(super) fn proofs_tile(prove: &Prove) -> Tile {
    let proved = prove.proofs.iter().filter(|proof| proof.proved).count();
    let (failed, not_run) = (prove.proofs.len() - proved, not_run(prove).count());
    Tile {
        value: format!("{proved} / {}", proved + failed + not_run),
        about: "proofs hold, for all inputs",
        good: match (failed, not_run) {
            (0, 0) => Some(true),
            (0, _) => None,
            _ => Some(false),
        },
    }
}

pub(super) fn proofs(prove: &Prove) -> Markup {
    html! {
        div.wide {
            table.stack {
                thead {
                    tr {
                        th { "proof" } th {} th { "claim" }
                        th.number { "queries" } th.number { "seconds" }
                    }
                }
                tbody {
                    @for proof in &prove.proofs {
                        tr {
                            td.name { code { (proof.name) } }
                            @if proof.proved { td.good { "proved" } } @else { td.bad { "failed" } }
                            td.rest { (proof.about) }
                            td.number { (proof.queries) }
                            td.number { (format!("{:.1}", proof.seconds)) }
                        }
                    }
                    @for proof in not_run(prove) {
                        tr {
                            td.name { code { (proof.name) } }
                            td { "not run" }
                            td.rest { (proof.about) }
                            td.number {} td.number {}
                        }
                    }
                }
            }
        }
    }
}

/// Killed of those that are not equivalent.
fn score(mutation: &Mutation) -> f64 {
    let killed = (mutation.killed_by_cosim + mutation.killed_by_proof) as f64;
    killed / (killed + mutation.survivors.len() as f64).max(1.0)
}

pub(super) fn mutation_tile(mutation: &Mutation) -> Tile {
    Tile {
        value: format!("{:.1} %", 100.0 * score(mutation)),
        about: "mutation score",
        good: mutation.survivors.is_empty().then_some(true),
    }
}

pub(super) fn mutation(mutation: &Mutation) -> Markup {
    let rows = [
        ("killed by the co-simulation", mutation.killed_by_cosim),
        ("killed by a proof", mutation.killed_by_proof),
        ("survived", mutation.survivors.len()),
        ("equivalent, proved", mutation.equivalent),
    ];
    let total: usize = rows.iter().map(|(_, count)| count).sum();
    html! {
        p { (total) " small changes to the exported Verilog, seed " (mutation.seed) "." }
        table {
            @for (name, count) in rows {
                tr {
                    td { (name) }
                    td { (bar(count as f64 / total.max(1) as f64)) }
                    td.number { (count) }
                }
            }
        }
        @if !mutation.survivors.is_empty() {
            details {
                summary { "survivors" }
                table {
                    @for survivor in &mutation.survivors {
                        tr { td.name { (survivor.place) } td { code { (survivor.source) } } }
                    }
                }
            }
        }
    }
}
