//! What the co-simulation ran, where it differed, what it met.

use super::parts::{Tile, bar, origin, percent, runs};
use super::picked::Picked;
use crate::report::regression::grouped;
use crate::results::{Cosim, Record};
use cosim::debug::failure::KINDS;
use cosim::dut::unit::LANES;
use cosim::testbench::coverage::Group;
use maud::{Markup, html};

/// The longest run.
fn longest<'a>(picked: &Picked<'a, Cosim>) -> Option<&'a Record<Cosim>> {
    picked.largest(|cosim| cosim.operations)
}

/// The newest run that found something, which no longer one hides; else the longest.
fn shown<'a>(picked: &Picked<'a, Cosim>) -> Option<&'a Record<Cosim>> {
    let bad = picked.newest().find(|record| !record.result.is_good());
    bad.or_else(|| longest(picked))
}

/// What a run found, in words.
fn verdict(cosim: &Cosim) -> &'static str {
    match (cosim.mismatches, cosim.is_good()) {
        (0, true) => "no mismatch",
        (0, false) => "a wrong rule of the coverage",
        _ => "mismatch",
    }
}

pub(super) fn tile(picked: &Picked<'_, Cosim>) -> Option<Tile> {
    let cosim = &shown(picked)?.result;
    let tile = Tile {
        value: verdict(cosim).to_owned(),
        about: format!(
            "in {} lane-operations, every lane in every cycle",
            grouped(cosim.operations)
        ),
        good: Some(cosim.is_good()),
    };
    Some(tile.of(picked.present))
}

pub(super) fn coverage_tile(picked: &Picked<'_, Cosim>) -> Option<Tile> {
    let coverage = &longest(picked)?.result.coverage;
    let tile = Tile {
        value: percent(coverage.hit, coverage.total),
        about: format!("of {} coverage bins hit", coverage.total),
        good: (coverage.hit == coverage.total).then_some(true),
    };
    Some(tile.of(picked.present))
}

pub(super) fn section(picked: &Picked<'_, Cosim>) -> Markup {
    let headings = [
        "verdict",
        "lane-operations",
        "cycles",
        "lanes",
        "jobs",
        "seed",
        "coverage",
        "seconds",
        "lane-operations/s",
    ];
    let cells = |cosim: &Cosim| {
        [
            verdict(cosim).to_owned(),
            grouped(cosim.operations),
            grouped(cosim.cycles),
            cosim.lanes.to_string(),
            cosim.jobs.to_string(),
            cosim.seed.to_string(),
            format!("{}/{}", cosim.coverage.hit, cosim.coverage.total),
            format!("{:.1}", cosim.seconds),
            grouped(cosim.operations_per_second),
        ]
    };
    html! {
        @if let Some(record) = shown(picked) {
            (origin(record, picked.present))
            (runs(picked, headings, cells))
            (mismatch(&record.result))
        }
    }
}

fn mismatch(cosim: &Cosim) -> Markup {
    html! {
        h4 { "Mismatches, lane by instruction" }
        div.wide { (heat_map(cosim)) }
        @match (&cosim.mismatch, cosim.mismatches) {
            (Some(mismatch), _) => {
                p.soft { "A run ends at the first cycle that differs." }
                pre { (mismatch.text) }
            }
            (None, 0) => p.soft { "None: the map is empty." },
            (None, _) => p.soft { "A second run did not show it again." },
        }
        @for (group, bin) in cosim.coverage.contradictions() {
            p.bad { "Met, although a rule of the coverage calls it impossible: " (bin) " (" (group) ")" }
        }
    }
}

/// A row a kind of instruction, a column a lane; the last column is what belongs to no
/// lane.
fn heat_map(cosim: &Cosim) -> Markup {
    let differs = |kind: &str, lane: usize| {
        cosim.mismatch.as_ref().is_some_and(|mismatch| {
            let here = mismatch.kind.as_deref() == Some(kind);
            let in_lane = match lane {
                LANES => mismatch.lanes == 0,
                _ => mismatch.lanes >> lane & 1 != 0,
            };
            here && in_lane
        })
    };
    html! {
        table.heat {
            thead {
                tr {
                    th {}
                    @for lane in 0..LANES { th { (lane) } }
                    th { "warp" }
                }
            }
            tbody {
                @for kind in KINDS {
                    tr {
                        th { (kind) }
                        @for lane in 0..=LANES {
                            td { div.cell.bad[differs(kind, lane)] {} }
                        }
                    }
                }
            }
        }
    }
}

/// The bins of the longest run.
pub(super) fn coverage(picked: &Picked<'_, Cosim>) -> Markup {
    html! {
        @if let Some(record) = longest(picked) {
            (origin(record, picked.present))
            p { "After " (grouped(record.result.operations)) " lane-operations, seed " (record.result.seed) "." }
            div.wide {
                table.stack {
                    @for group in &record.result.coverage.groups {
                        tr {
                            td.name { (group.name) }
                            td { (bar(group.hit as f64 / group.total.max(1) as f64)) }
                            td.number { (group.hit) " / " (group.total) }
                            td.rest { (rest(group)) }
                        }
                    }
                }
            }
        }
    }
}

/// What was not hit, and what is no bin.
fn rest(group: &Group) -> Markup {
    html! {
        @if !group.missing.is_empty() {
            details {
                summary { (group.missing.len()) " not hit" }
                @for bin in &group.missing { div.mono { (bin) } }
            }
        }
        @if !group.excluded.is_empty() {
            details {
                summary { (group.excluded.iter().map(|rule| rule.combinations).sum::<usize>()) " combinations cannot be" }
                @for rule in &group.excluded {
                    div { (rule.combinations) ": " (rule.rule) }
                }
            }
        }
    }
}
