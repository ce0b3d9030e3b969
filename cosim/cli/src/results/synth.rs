//! What `agu synth` measured of one top.

use super::record::{Kept, Record};
use fpga::{Area, CriticalPath, Fmax, Measurement, Placed, Route, Utilisation, measurement};
use serde::{Deserialize, Serialize};

/// Area and Fmax of one top.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Synth {
    #[serde(default)]
    pub seconds: f64,
    pub rows: Vec<SynthRow>,
}

/// On one device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SynthRow {
    pub top: String,
    pub device: String,
    pub tools: String,
    #[serde(flatten)]
    pub area: Area,
    /// Where it does not fit: what there is too little of.
    pub does_not_fit: Option<Utilisation>,
    /// Where it was routed.
    #[serde(rename = "fmax_mhz")]
    pub fmax: Option<Fmax>,
    pub critical_path: Option<CriticalPath>,
    pub seeds: Vec<Route>,
}

impl Kept for Synth {
    const COMMAND: &'static str = "synth";

    /// Where every device was measured again, with as many seeds.
    fn supersedes(newer: &Record<Synth>, older: &Record<Synth>) -> bool {
        let again = |row: &SynthRow| {
            let mut rows = newer.result.rows.iter();
            rows.any(|it| it.device == row.device && it.seeds.len() >= row.seeds.len())
        };
        older.result.rows.iter().all(again)
    }
}

impl Synth {
    /// What was measured, a top each.
    pub fn of_tops(measured: &[Measurement]) -> Vec<(&str, Synth)> {
        let mut tops: Vec<(&str, Synth)> = Vec::new();
        for row in measured {
            let kept = SynthRow::new(row);
            match tops.iter_mut().find(|(top, _)| *top == row.top) {
                Some((_, synth)) => synth.rows.push(kept),
                None => tops.push((
                    &row.top,
                    Synth {
                        rows: vec![kept],
                        ..Synth::default()
                    },
                )),
            }
        }
        tops
    }
}

impl SynthRow {
    /// Of one measurement.
    pub fn new(row: &Measurement) -> SynthRow {
        let (does_not_fit, seeds) = match &row.placed {
            Placed::No => (None, Vec::new()),
            Placed::DoesNotFit(utilisation) => (Some(utilisation.clone()), Vec::new()),
            Placed::Routed(routes) => (None, routes.clone()),
        };
        SynthRow {
            top: row.top.clone(),
            device: row.device.name().to_owned(),
            tools: row.tools.clone(),
            area: row.area,
            does_not_fit,
            fmax: row.fmax(),
            seeds,
            critical_path: row.critical_path().cloned(),
        }
    }

    /// Adds the placements of `other`, of the same top on the same device.
    pub fn add(&mut self, other: &SynthRow) {
        let has = |row: &SynthRow, seed| row.seeds.iter().any(|route| route.seed == seed);
        let more: Vec<Route> = other
            .seeds
            .iter()
            .filter(|route| !has(self, route.seed))
            .cloned()
            .collect();
        self.seeds.extend(more);
        self.seeds.sort_by_key(|route| route.seed);
        if self.does_not_fit.is_none() {
            self.does_not_fit = other.does_not_fit.clone();
        }
        self.fmax = measurement::fmax(&self.seeds);
        self.critical_path = measurement::critical_path(&self.seeds).cloned();
    }
}
