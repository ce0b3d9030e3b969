//! Throughput against the ceiling.

use super::parts::{Tile, bar, millions, origin};
use super::picked::Picked;
use crate::results::{Bench, Host, Rate, Record};
use maud::{Markup, html};

/// The newest of each machine, the newest first: one machine is not as fast as another.
fn newest<'a>(picked: &Picked<'a, Bench>) -> Vec<&'a Record<Bench>> {
    let mut hosts: Vec<&Host> = Vec::new();
    let mut newest: Vec<_> = picked.newest().collect();
    newest.retain(|record| {
        let new = !hosts.contains(&&record.host);
        hosts.push(&record.host);
        new
    });
    newest
}

pub(super) fn tile(picked: &Picked<'_, Bench>) -> Option<Tile> {
    let unit = picked.newest().next()?.result.units.first()?;
    let tile = Tile {
        value: format!("{:.2}", unit.share.one),
        about: "checked co-simulation / bare models".to_owned(),
        good: None,
    };
    Some(tile.of(picked.present))
}

pub(super) fn section(picked: &Picked<'_, Bench>) -> Markup {
    html! {
        @for record in newest(picked) {
            (origin(record, picked.present))
            (table(&record.result))
        }
    }
}

fn table(bench: &Bench) -> Markup {
    let stacks = bench.units.iter().flat_map(|unit| &unit.stacks);
    let most = stacks.map(|stack| stack.rate.all);
    let most = most.fold(1.0, f64::max);
    let row = |name: &str, rate: Rate| {
        html! {
            tr {
                td { (name) }
                td.grow { (bar(rate.all / most, false)) }
                td.number { (millions(rate.one)) }
                td.number { (millions(rate.all)) }
            }
        }
    };
    html! {
        p {
            "Million lane-operations a second, medians of " (bench.rounds) " rounds, seed "
            (bench.seed) "."
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
