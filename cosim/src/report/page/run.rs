//! What the co-simulation ran, where it differed, what it met.

use super::{Tile, bar};
use crate::failure::KINDS;
use crate::found::{Bins, Cosim};
use crate::model::LANES;
use crate::report::campaign::grouped;
use maud::{Markup, html};

pub(super) fn tile(cosim: &Cosim) -> Tile {
    Tile {
        value: match cosim.mismatch {
            None => "no mismatch".to_owned(),
            Some(_) => "mismatch".to_owned(),
        },
        about: "every lane in every cycle",
        good: Some(cosim.mismatch.is_none()),
    }
}

pub(super) fn coverage_tile(cosim: &Cosim) -> Tile {
    let (hit, total) = sum(&cosim.coverage);
    Tile {
        value: format!("{:.1} %", 100.0 * hit as f64 / total.max(1) as f64),
        about: "of the coverage bins hit",
        good: (hit == total).then_some(true),
    }
}

fn sum(groups: &[Bins]) -> (usize, usize) {
    groups.iter().fold((0, 0), |(hit, total), group| {
        (hit + group.hit, total + group.total)
    })
}

pub(super) fn section(cosim: &Cosim) -> Markup {
    let rows = [
        (
            "hardware",
            format!("{}, {} lanes", cosim.target, cosim.lanes),
        ),
        ("lane-operations", grouped(cosim.operations)),
        ("cycles", grouped(cosim.cycles)),
        ("jobs", cosim.jobs.to_string()),
        ("seed", cosim.seed.to_string()),
        ("seconds", format!("{:.1}", cosim.seconds)),
        ("lane-operations/s", grouped(cosim.operations_per_second)),
    ];
    html! {
        table {
            @for (name, value) in rows {
                tr { th { (name) } td.number { (value) } }
            }
        }
        h3 { "Mismatches, lane by instruction" }
        div.wide { (heat_map(cosim)) }
        @match &cosim.mismatch {
            None => p.soft { "None: the map is empty." },
            Some(mismatch) => {
                p.soft { "A run ends at the first cycle that differs." }
                pre { (mismatch.what) }
            }
        }
    }
}

/// A row a kind of instruction, a column a lane; the last column is what belongs to no
/// lane.
fn heat_map(cosim: &Cosim) -> Markup {
    let differs = |kind: &str, lane: usize| {
        cosim.mismatch.as_ref().is_some_and(|mismatch| {
            let here = mismatch.instruction.as_deref() == Some(kind);
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

pub(super) fn coverage(cosim: &Cosim) -> Markup {
    html! {
        div.wide {
            table.stack {
                @for group in &cosim.coverage {
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

/// What was not hit, and what is no bin.
fn rest(group: &Bins) -> Markup {
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
