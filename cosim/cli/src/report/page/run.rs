//! What the co-simulation ran, where it differed, what it met.

use super::SHIPPED;
use super::parts::{Tile, bar, listing, origin, percent, runs};
use super::picked::Picked;
use crate::report::regression::{grouped, hits};
use crate::results::{Cosim, MinimisedText, Mismatched, Record};
use cosim::debug::failure::KINDS;
use cosim::dut::unit::LANES;
use cosim::testbench::coverage::{CoverageReport, Group};
use isa::Isa;
use maud::{Markup, html};
use scoreboard::Compare;

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
    match cosim.mismatches {
        0 if cosim.contradicts() => "a wrong rule of the coverage",
        0 if cosim.interrupted => "interrupted",
        0 => "no mismatch",
        _ => "mismatch",
    }
}

/// The outputs that a run compared, in words.
fn compared(cosim: &Cosim) -> &'static str {
    match cosim.compare {
        Compare::Cycles => "every output of every lane in every cycle",
        Compare::Valid => "in every cycle the outputs that count",
        Compare::Transactions => "each result and each memory request as it leaves",
    }
}

pub(super) fn tile(picked: &Picked<'_, Cosim>) -> Option<Tile> {
    let cosim = &shown(picked)?.result;
    let tile = Tile {
        value: verdict(cosim).to_owned(),
        about: format!(
            "in {} lane-operations, {}",
            grouped(cosim.operations),
            compared(cosim)
        ),
        good: Some(cosim.is_good()),
    };
    Some(tile.of(picked.present))
}

pub(super) fn coverage_tile(picked: &Picked<'_, Cosim>) -> Option<Tile> {
    let CoverageReport { hit, total, .. } = longest(picked)?.result.coverage;
    let tile = match total {
        0 => Tile {
            value: "no bins".to_owned(),
            about: "of the functional coverage apply".to_owned(),
            good: None,
        },
        _ => Tile {
            value: percent(hit, total),
            about: format!("of {total} coverage bins hit"),
            good: (hit == total).then_some(true),
        },
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
            hits(&cosim.coverage),
            format!("{:.1}", cosim.seconds),
            grouped(cosim.operations_per_second),
        ]
    };
    html! {
        @if let Some(record) = shown(picked) {
            (origin(record, picked.present))
            (runs(picked, headings, cells))
            (contradictions(&record.result))
        }
    }
}

/// Bins that a rule of the coverage calls impossible.
fn contradictions(cosim: &Cosim) -> Markup {
    html! {
        @for (group, bin) in cosim.coverage.contradictions() {
            p.bad { "Met, although a rule of the coverage calls it impossible: " (bin) " (" (group) ")" }
        }
    }
}

/// The mismatch of the run that is shown; none where it has none.
pub(super) fn failure(picked: &Picked<'_, Cosim>) -> Option<Markup> {
    let record = shown(picked)?;
    let cosim = &record.result;
    if cosim.mismatches == 0 {
        return None;
    }
    let Some(mismatch) = &cosim.mismatch else {
        return Some(html! { p { "A second run did not show it again." } });
    };
    Some(html! {
        p {
            b.bad { (mismatch.signal) }
            @if let Some(lane) = mismatch.lane { " of lane " (lane) }
            " is " code { (format!("{:#x}", mismatch.got)) } ", expected "
            code { (format!("{:#x}", mismatch.expected)) } ": cycle " (grouped(mismatch.cycle))
            ", instruction " (mismatch.instruction) ", seed " (mismatch.seed) "."
        }
        @if let Some(minimised) = &mismatch.minimised { (program(minimised, &record.target)) }
        div.pair {
            (listing("all that agu cosim told", &mismatch.text))
            div {
                h4 { "Lanes of the warp that differ, by instruction" }
                (heat_map(mismatch))
            }
        }
    })
}

/// What is left of the failure, as two files, and the command for them.
fn program(minimised: &MinimisedText, target: &str) -> Markup {
    html! {
        h4 { "The smallest program that shows it" }
        div.pair {
            (listing("minimised.agu", minimised.program.trim_end()))
            (listing("minimised.toml", minimised.init.trim_end()))
        }
        @if minimised.replays {
            pre {
                "agu run minimised.agu --init minimised.toml"
                @if minimised.isa != Isa::Maxwell.to_string() { " --isa " (minimised.isa) }
                @if target != SHIPPED { " --target " (target) }
            }
        }
        @for need in &minimised.needs { p.soft { "It needs " (need) "." } }
    }
}

/// A row a kind of instruction, a column a lane; the last column is what belongs to no
/// lane.
fn heat_map(mismatch: &Mismatched) -> Markup {
    let differs = |kind: &str, lane: usize| {
        let in_lane = match lane {
            LANES => mismatch.lanes == 0,
            _ => mismatch.lanes >> lane & 1 != 0,
        };
        mismatch.kind.as_deref() == Some(kind) && in_lane
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
            p {
                "After " (grouped(record.result.operations)) " lane-operations, seed " (record.result.seed) "."
                @if record.result.coverage.groups.is_empty() { " No bins apply." }
            }
            div.rows {
                @for group in &record.result.coverage.groups {
                    div.row {
                        span { (group.name) }
                        (bar(group.hit as f64 / group.total.max(1) as f64, true))
                        span.number { (group.hit) " / " (group.total) }
                        (rest(group))
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
