//! The results, a type a command.

use super::Kept;
use crate::campaign::{Campaign, Report};
use crate::coverage::CoverageReport;
use crate::report::campaign::rate;
use crate::synth::{Area, CriticalPath, Fmax, Measurement, Placed, Utilisation};
use serde::{Deserialize, Serialize};

/// Of `agu cosim`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cosim {
    /// As `--target` names it.
    pub target: String,
    pub lanes: usize,
    pub operations: u64,
    pub cycles: u64,
    pub jobs: u64,
    pub seed: u64,
    pub seconds: f64,
    pub operations_per_second: u64,
    /// Where it ended early.
    pub mismatch: Option<Mismatched>,
    pub coverage: Vec<Bins>,
}

/// The first difference.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mismatched {
    pub what: String,
    /// The kind of instruction, one of [`crate::failure::KINDS`]; none where it is not known.
    pub instruction: Option<String>,
    /// The lanes that differ, a bit each.
    pub lanes: Lane,
}

/// A bit a lane.
pub type Lane = u32;

/// A group of coverage bins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bins {
    pub name: String,
    pub hit: usize,
    pub total: usize,
    pub missing: Vec<String>,
    pub excluded: Vec<Excluded>,
}

/// Why some combinations are no bins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Excluded {
    pub rule: String,
    pub combinations: usize,
}

impl Kept for Cosim {
    const COMMAND: &'static str = "cosim";
}

impl Cosim {
    /// What a campaign found.
    pub fn new(campaign: &Campaign, report: &Report, coverage: &CoverageReport) -> Cosim {
        let seconds = report.elapsed.as_secs_f64();
        let bins = coverage.groups.iter().map(|group| Bins {
            name: group.name.to_owned(),
            hit: group.hit,
            total: group.total,
            missing: group.missing.clone(),
            excluded: group
                .excluded
                .iter()
                .map(|excluded| Excluded {
                    rule: excluded.rule.to_owned(),
                    combinations: excluded.combinations,
                })
                .collect(),
        });
        Cosim {
            target: campaign.table.target().to_owned(),
            lanes: campaign.table.lanes(),
            operations: report.counts.operations,
            cycles: report.counts.cycles,
            jobs: campaign.jobs,
            seed: campaign.seed,
            seconds,
            operations_per_second: rate(report.counts.operations, seconds),
            mismatch: report.failure.as_ref().map(|failure| Mismatched {
                what: failure.to_string(),
                instruction: failure.kind().map(str::to_owned),
                lanes: failure.lanes,
            }),
            coverage: bins.collect(),
        }
    }
}

/// Of `agu prove`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prove {
    pub seconds: f64,
    pub proofs: Vec<Proof>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Proof {
    pub name: String,
    pub about: String,
    pub queries: usize,
    pub seconds: f64,
    pub proved: bool,
}

impl Kept for Prove {
    const COMMAND: &'static str = "prove";
}

/// Of `agu mutate`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mutation {
    pub seed: u64,
    pub killed_by_cosim: usize,
    pub killed_by_proof: usize,
    pub equivalent: usize,
    pub survivors: Vec<Survivor>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Survivor {
    /// Module and line of the exported Verilog.
    pub place: String,
    pub source: String,
}

impl Kept for Mutation {
    const COMMAND: &'static str = "mutate";
}

/// Of `agu bench`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bench {
    pub seed: u64,
    pub rounds: u64,
    pub jobs: u64,
    /// Of the unit, then of the LEA unit.
    pub units: Vec<UnitRates>,
}

/// The stacks that one hardware is part of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitRates {
    pub stacks: Vec<Stack>,
    /// Checked over nothing checked.
    pub share: Rate,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stack {
    pub name: String,
    /// Lane-operations a second.
    pub rate: Rate,
}

/// A median with one job, and with one a core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    pub one: f64,
    pub all: f64,
}

impl Kept for Bench {
    const COMMAND: &'static str = "bench";
}

/// Of `agu synth`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Synth {
    pub rows: Vec<SynthRow>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SynthRow {
    pub top: String,
    pub device: String,
    pub tools: String,
    pub area: Area,
    pub does_not_fit: Option<Utilisation>,
    pub fmax: Option<Fmax>,
    /// In MHz, a seed each.
    pub seeds: Vec<f64>,
    pub critical_path: Option<CriticalPath>,
}

impl Kept for Synth {
    const COMMAND: &'static str = "synth";
}

impl Synth {
    /// What was measured.
    pub fn new(measured: &[Measurement]) -> Synth {
        let rows = measured.iter().map(|row| {
            let (does_not_fit, seeds) = match &row.placed {
                Placed::No => (None, Vec::new()),
                Placed::DoesNotFit(utilisation) => (Some(utilisation.clone()), Vec::new()),
                Placed::Routed(routes) => {
                    let seeds = routes.iter().map(|route| route.fmax_mhz);
                    (None, seeds.collect())
                }
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
        });
        Synth {
            rows: rows.collect(),
        }
    }
}
