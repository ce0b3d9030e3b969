//! Lines and bits of the exported Verilog that the traffic reached.

use super::parts::{Tile, origin, percent, runs};
use super::picked::Picked;
use crate::report::regression::grouped;
use crate::results::{Coverage, Points, Record};
use maud::{Markup, html};

/// The newest run that found something, else the longest.
fn shown<'a>(picked: &Picked<'a, Coverage>) -> Option<&'a Record<Coverage>> {
    let bad = picked.newest().find(|record| !record.result.is_good());
    bad.or_else(|| picked.largest(|coverage| coverage.operations))
}

pub(super) fn tile(picked: &Picked<'_, Coverage>) -> Option<Tile> {
    let coverage = &shown(picked)?.result;
    let sum = |of: fn(&Points) -> usize| coverage.kinds.iter().map(of).sum();
    let points = sum(|kind| kind.points);
    let tile = Tile {
        value: percent(sum(|kind| kind.hit + kind.waived), points),
        about: format!("of {points} lines and bits reached or waived"),
        good: coverage.is_good().then_some(true),
    };
    Some(tile.of(picked.present))
}

pub(super) fn section(picked: &Picked<'_, Coverage>) -> Markup {
    let cells = |coverage: &Coverage| {
        [
            grouped(coverage.operations),
            coverage.seed.to_string(),
            coverage.holes.len().to_string(),
        ]
    };
    html! {
        @if let Some(record) = shown(picked) {
            (origin(record, picked.present))
            (runs(picked, ["lane-operations", "seed", "left"], cells))
            (kinds(&record.result))
        }
    }
}

fn kinds(coverage: &Coverage) -> Markup {
    html! {
        table {
            thead {
                tr {
                    th { "coverage" }
                    th.number { "points" } th.number { "hit" } th.number { "waived" } th.number { "left" }
                }
            }
            tbody {
                @for kind in &coverage.kinds {
                    tr {
                        td { (kind.kind) }
                        td.number { (kind.points) }
                        td.number { (kind.hit) }
                        td.number { (kind.waived) }
                        td.number { (kind.points.saturating_sub(kind.hit + kind.waived)) }
                    }
                }
            }
        }
        @for (what, list) in [("not reached", &coverage.holes), ("waived without need", &coverage.stale)] {
            @if !list.is_empty() {
                details {
                    summary { (list.len()) " " (what) }
                    @for point in list { div.mono { (point) } }
                }
            }
        }
    }
}
