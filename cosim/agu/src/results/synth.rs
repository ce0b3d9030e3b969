//! The result of `agu synth`.

use super::record::Findings;
use fpga::{Area, CriticalPath, Fmax, Levels, Measurement, Placed, Route, Utilisation};
use serde::Serialize;

/// Area and Fmax of some tops.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Synth {
    pub seconds: f64,
    pub rows: Vec<SynthRow>,
}

/// On one device.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SynthRow {
    pub top: String,
    pub device: String,
    pub tools: String,
    #[serde(flatten)]
    pub area: Area,
    /// Depth of the logic in gates, by stage; empty on an FPGA.
    pub levels: Levels,
    /// The resource that is too small, where it does not fit.
    pub does_not_fit: Option<Utilisation>,
    /// None where nothing was routed.
    #[serde(rename = "fmax_mhz")]
    pub fmax: Option<Fmax>,
    pub critical_path: Option<CriticalPath>,
    pub seeds: Vec<Route>,
}

impl Findings for Synth {
    const COMMAND: &'static str = "synth";
}

impl SynthRow {
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
            levels: row.levels.clone(),
            does_not_fit,
            fmax: row.fmax(),
            seeds,
            critical_path: row.critical_path().cloned(),
        }
    }
}
