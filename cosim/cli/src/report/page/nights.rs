//! Regressions whose parts were merged: what ran, what failed, what is missing, and over several
//! of them what has changed.

use super::parts::{Room, card, date};
use super::trend::{Series, chart};
use crate::report::regression::grouped;
use crate::results::merged::{Fault, Fold, Merged, Summary};
use crate::results::{Cosim, Record};
use maud::{Markup, html};

/// Digits of a figure that is a number of MHz, or a share.
const TENTHS: usize = 1;

/// One regression.
#[derive(Clone, Debug, PartialEq)]
pub struct Night {
    /// Where it is.
    pub name: String,
    /// When its last part ended.
    pub time: u64,
    pub summary: Summary,
}

impl Night {
    /// What was merged to the file or folder `name`.
    pub fn new(name: String, merged: &Merged) -> Night {
        let summary = merged.summary();
        let times = summary.cosim.iter().map(|record| record.time);
        let times = times
            .chain(summary.prove.as_ref().map(|record| record.time))
            .chain(summary.mutate.as_ref().map(|record| record.time))
            .chain(summary.coverage.as_ref().map(|record| record.time))
            .chain(summary.synth.as_ref().map(|record| record.time));
        Night {
            name,
            time: times.max().unwrap_or_default(),
            summary,
        }
    }
}

/// A table of all, the newest first, and the figures that there are of more than one. `nights`
/// are the oldest first.
pub(super) fn section(nights: &[Night]) -> Markup {
    html! {
        section {
            h2 { "Regressions" }
            @if nights.len() > 1 { (trends(nights)) }
            div.cards { @for night in nights.iter().rev() { (card(&night.name, Room::Half, of_one(night))) } }
        }
    }
}

fn of_one(night: &Night) -> Markup {
    let Summary {
        good,
        parts,
        missing,
        faults,
        cosim,
        prove,
        mutate,
        coverage,
        synth,
        ..
    } = &night.summary;
    html! {
        p.soft { (date(night.time)) }
        p {
            b class=(if *good { "good" } else { "bad" }) { (if *good { "all is well" } else { "not all is well" }) }
            ": " (parts) " parts with a result, " (faults.len()) " failed, " (missing.len()) " missing."
        }
        table {
            @for record in cosim {
                tr { td { "cosim " code { (record.target) } } td { (record.result.told()) } }
            }
            (row(prove.as_ref()))
            (row(mutate.as_ref()))
            (row(coverage.as_ref()))
            (row(synth.as_ref()))
        }
        @for Fault { again, text, .. } in faults {
            details {
                summary.bad { (text.lines().next().unwrap_or_default()) }
                pre { (text) }
                p { "Again: " code { (again) } }
            }
        }
        @if !missing.is_empty() {
            details {
                summary { (missing.len()) " parts without a result" }
                @for part in missing { div.mono { (part) } }
            }
        }
    }
}

fn row<T: Fold>(record: Option<&Record<T>>) -> Markup {
    html! {
        @if let Some(record) = record {
            tr { td { (T::COMMAND) } td { (record.result.told()) } }
        }
    }
}

/// The figures of `nights` over time.
fn trends(nights: &[Night]) -> Markup {
    let mut all: Vec<Series> = Vec::new();
    for night in nights {
        for (title, digits, value) in figures(&night.summary) {
            let point = (night.time, value);
            match all.iter_mut().find(|series| series.title == title) {
                Some(series) => series.points.push(point),
                None => all.push(Series {
                    title,
                    digits,
                    points: vec![point],
                }),
            }
        }
    }
    all.retain(|series| series.points.len() > 1);
    html! {
        @if !all.is_empty() {
            h3 { "Over time" }
            div.tiles { @for series in &all { div.tile { (chart(series)) } } }
        }
    }
}

/// What is drawn of one: a title, digits behind the point, and the figure.
fn figures(summary: &Summary) -> Vec<(String, usize, f64)> {
    let mut figures = Vec::new();
    for record in &summary.cosim {
        let (target, cosim): (&str, &Cosim) = (&record.target, &record.result);
        let operations = cosim.operations as f64 / 1e6;
        figures.push((format!("{target}: million lane-operations"), 0, operations));
        let speed = cosim.operations_per_second as f64 / 1e6;
        figures.push((
            format!("{target}: million lane-operations a second and slot"),
            TENTHS,
            speed,
        ));
        if cosim.coverage.total > 0 {
            let total = grouped(cosim.coverage.total as u64);
            let hit = cosim.coverage.hit as f64;
            figures.push((format!("{target}: bins hit of {total}"), 0, hit));
        }
    }
    for row in summary.synth.iter().flat_map(|record| &record.result.rows) {
        let name = format!("{} on {}", row.top, row.device);
        figures.push((format!("{name}: LUT4"), 0, row.area.lut4 as f64));
        if let Some(fmax) = row.fmax {
            figures.push((format!("{name}: median Fmax in MHz"), TENTHS, fmax.median));
        }
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Synth, SynthRow};
    use fpga::Fmax;

    fn night(time: u64, lut4: u64, mhz: f64, operations: u64) -> Night {
        let row = SynthRow {
            top: "agu_lane".to_owned(),
            device: "hx8k".to_owned(),
            tools: String::new(),
            area: fpga::Area {
                lut4,
                ..Default::default()
            },
            does_not_fit: None,
            fmax: Some(Fmax {
                median: mhz,
                min: mhz,
                max: mhz,
            }),
            critical_path: None,
            seeds: Vec::new(),
        };
        let synth = Synth {
            seconds: 1.0,
            rows: vec![row],
        };
        let cosim = Cosim {
            operations,
            ..Cosim::default()
        };
        let mut night = Night::new(format!("night {time}"), &Merged::default());
        night.time = time;
        night.summary.synth = Some(Record {
            result: synth,
            ..Record::default()
        });
        night.summary.cosim = vec![Record {
            target: "rtl".to_owned(),
            result: cosim,
            ..Record::default()
        }];
        night
    }

    #[test]
    fn what_changes_from_night_to_night_is_drawn() {
        let nights = [
            night(1, 600, 90.5, 1_000_000),
            night(86_401, 620, 91.0, 3_000_000),
        ];
        let page = section(&nights).into_string();
        for drawn in [
            "<b>620</b><span>agu_lane on hx8k: LUT4</span>",
            "<b>91.0</b><span>agu_lane on hx8k: median Fmax in MHz</span>",
            "<b>3</b><span>rtl: million lane-operations</span>",
            "600 to 620, 2 since 1970-01-01",
        ] {
            assert!(page.contains(drawn), "no {drawn} in {page}");
        }
        assert!(
            page.find("night 86401") < page.find("night 1<"),
            "the newest first"
        );
        let one = section(&nights[..1]).into_string();
        assert!(!one.contains("Over time"), "{one}");
    }
}
