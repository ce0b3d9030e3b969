//! Area and Fmax, with their spread over the seeds.

use super::Tile;
use crate::found::{Synth, SynthRow};
use maud::{Markup, html};

/// Of the strip that shows the seeds, in pixels.
const WIDTH: f64 = 180.0;
const HEIGHT: f64 = 22.0;

/// Of the first row that was placed.
pub(super) fn tile(synth: &Synth) -> Option<Tile> {
    let row = synth.rows.iter().find(|row| row.fmax.is_some())?;
    let fmax = row.fmax?;
    Some(Tile {
        value: format!("{} LUT4, {:.0} MHz", row.area.lut4, fmax.median),
        about: "the first row under Area and Fmax",
        good: None,
    })
}

pub(super) fn section(synth: &Synth) -> Markup {
    let fastest = synth.rows.iter().flat_map(|row| row.seeds.iter().copied());
    let fastest = fastest.fold(1.0, f64::max);
    let mut tools: Vec<&str> = synth.rows.iter().map(|row| row.tools.as_str()).collect();
    tools.sort_unstable();
    tools.dedup();
    html! {
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
                    @for row in &synth.rows {
                        tr {
                            td.name { code { (row.top) } }
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
    }
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
                @for &mhz in &row.seeds {
                    circle cx=(place(mhz)) cy=(HEIGHT / 2.0) r="3" fill="currentColor" opacity="0.55" {}
                }
            }
        }
        td {
            @if let Some(path) = &row.critical_path {
                code { (path.from) } " to " code { (path.to) }
            }
        }
    }
}
