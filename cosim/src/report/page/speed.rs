//! Throughput against the ceiling.

use super::{Tile, bar, millions};
use crate::found::{Bench, Rate};
use maud::{Markup, html};

pub(super) fn tile(bench: &Bench) -> Tile {
    Tile {
        value: format!(
            "{:.2}",
            bench.units.first().map_or(0.0, |unit| unit.share.one)
        ),
        about: "checked co-simulation / bare models",
        good: None,
    }
}

pub(super) fn section(bench: &Bench) -> Markup {
    let stacks = bench.units.iter().flat_map(|unit| &unit.stacks);
    let most = stacks.map(|stack| stack.rate.all);
    let most = most.fold(1.0, f64::max);
    let row = |name: &str, rate: Rate| {
        html! {
            tr {
                td { (name) }
                // Rates lie decades apart.
                td { (bar(rate.all.max(1.0).ln() / most.ln())) }
                td.number { (millions(rate.one)) }
                td.number { (millions(rate.all)) }
            }
        }
    };
    html! {
        p {
            "Million lane-operations a second, medians of " (bench.rounds) " rounds, seed "
            (bench.seed) ". The bars are logarithmic."
        }
        div.wide {
            table {
                thead {
                    tr {
                        th { "stack" } th {}
                        th.number { "one job" } th.number { (bench.jobs) " jobs" }
                    }
                }
                tbody {
                    @for unit in &bench.units {
                        @for stack in &unit.stacks { (row(&stack.name, stack.rate)) }
                        tr {
                            td { "checked / nothing checked" }
                            td {}
                            td.number { (format!("{:.2}", unit.share.one)) }
                            td.number { (format!("{:.2}", unit.share.all)) }
                        }
                    }
                }
            }
        }
    }
}
