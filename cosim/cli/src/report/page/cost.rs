//! Area and Fmax, with their spread over the seeds.

use super::parts::{EARLIER, Tile, origin};
use super::picked::{Best, best_of_each};
use crate::results::hardware::Exported;
use crate::results::{Record, Synth, SynthRow};
use maud::{Markup, html};

/// Of the strip that shows the seeds, in pixels.
const WIDTH: f64 = 180.0;
const HEIGHT: f64 = 22.0;

type Of<'a> = Best<'a, Synth, SynthRow>;

/// Each top on each device as it was measured with most seeds, of the present hardware where
/// that was measured.
pub(super) fn rows_of<'a>(records: &'a [Record<Synth>], exported: &Exported) -> Vec<Of<'a>> {
    let rows = |synth: &'a Synth| synth.rows.as_slice();
    let key = |row: &SynthRow| (row.top.clone(), row.device.clone());
    best_of_each(records, exported, rows, key, |row| row.seeds.len())
}

/// Of the lane, where it was placed, else of any row that was.
pub(super) fn tile(rows: &[Of<'_>]) -> Option<Tile> {
    let placed = || rows.iter().filter(|it| it.row.fmax.is_some());
    let lane = placed().find(|it| it.row.top == "agu_lane");
    let Best { row, present, .. } = lane.or_else(|| placed().next())?;
    let fmax = row.fmax?;
    let tile = Tile {
        value: format!("{} LUT4, {:.0} MHz", row.area.lut4, fmax.median),
        about: format!(
            "{} on {}, median of {} seeds",
            row.top,
            row.device,
            row.seeds.len()
        ),
        good: None,
    };
    Some(tile.of(*present))
}

pub(super) fn section(rows: &[Of<'_>]) -> Option<Markup> {
    let newest = rows.iter().max_by_key(|it| (it.present, it.record.time))?;
    let fastest = rows
        .iter()
        .flat_map(|it| it.row.seeds.iter().map(|route| route.fmax_mhz));
    let fastest = fastest.fold(1.0, f64::max);
    let mut tools: Vec<&str> = rows.iter().map(|it| it.row.tools.as_str()).collect();
    tools.sort_unstable();
    tools.dedup();
    Some(html! {
        (origin(newest.record, newest.present))
        p { (tools.join("; ")) ". Fmax is a dot a seed, the line is the median, the scale starts at 0." }
        div.wide {
            table {
                thead {
                    tr {
                        th { "top" } th { "device" }
                        th.number { "LUT4" } th.number { "carry" } th.number { "flip-flops" } th.number { "block RAM" }
                        th.number { "Fmax, MHz" } th { "0 to " (format!("{fastest:.0}")) " MHz" }
                        th { "critical path" }
                    }
                }
                tbody {
                    @for Best { row, present, .. } in rows {
                        tr {
                            td.name {
                                code { (row.top) }
                                @if !present { ", " (EARLIER) }
                            }
                            td.name { (row.device) }
                            td.number { (row.area.lut4) }
                            td.number { (row.area.carry) }
                            td.number { (row.area.flip_flops) }
                            td.number { (row.area.block_ram) }
                            (placed(row, fastest))
                        }
                    }
                }
            }
        }
    })
}

fn placed(row: &SynthRow, fastest: f64) -> Markup {
    if let Some(fit) = &row.does_not_fit {
        return html! {
            td colspan="3" {
                "does not fit: " (fit.used) " of " (fit.available) " " (fit.resource)
            }
        };
    }
    let Some(fmax) = row.fmax else {
        return html! { td.soft colspan="3" { "synthesis only" } };
    };
    let place = |mhz: f64| format!("{:.1}", 2.0 + (WIDTH - 4.0) * mhz / fastest);
    html! {
        td.number { (format!("{:.1}", fmax.median)) }
        td {
            svg.seeds width=(WIDTH) height=(HEIGHT) role="img" aria-label="Fmax of each seed" {
                line x1="2" x2=(WIDTH - 2.0) y1=(HEIGHT / 2.0) y2=(HEIGHT / 2.0) stroke="currentColor" opacity="0.25" {}
                line x1=(place(fmax.median)) x2=(place(fmax.median)) y1="3" y2=(HEIGHT - 3.0) stroke="currentColor" {}
                @for mhz in row.seeds.iter().map(|route| route.fmax_mhz) {
                    circle cx=(place(mhz)) cy=(HEIGHT / 2.0) r="3" fill="currentColor" opacity="0.55" {}
                }
            }
        }
        td.path {
            @if let Some(path) = &row.critical_path {
                code { (path.from) } " to " code { (path.to) }
            }
        }
    }
}
