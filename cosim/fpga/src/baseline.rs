//! The recorded figures, and changes from them.

use super::area::Area;
use super::device::Device;
use super::error::SynthError;
use super::files::read;
use super::measurement::{Measurement, Placed};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::NamedTempFile;

/// Path of the baseline, which also marks the project's folder.
pub const FILE: &str = "constraints/qor.toml";

/// Accepted loss of a figure, as a share of the recorded one.
const TOLERANCE: f64 = 0.02;

/// Start of the file.
const HEADER: &str = "\
# Recorded figures: `agu synth --record` writes them, `agu synth --check` compares with
# them. fmax_mhz is the median over the seeds; without it the design does not fit, or was
# synthesised only. A test fails where design is not that of the present Verilog.
";

/// All recorded figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    #[serde(default)]
    pub result: Vec<RecordedFigures>,
}

/// The figures of a top on a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedFigures {
    pub top: String,
    /// Hash of the measured hardware, from the header of its Verilog.
    pub design: String,
    pub device: Device,
    pub tools: String,
    pub lut4: u64,
    pub carry: u64,
    pub flip_flops: u64,
    pub block_ram: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub nand2: u64,
    /// Gates on the longest path.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub levels: u64,
    pub seeds: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fmax_mhz: Option<f64>,
    /// Fmax of the slowest and of the fastest seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fmax_range_mhz: Option<[f64; 2]>,
}

/// Whether a figure is left out of the file.
fn is_zero(figure: &u64) -> bool {
    *figure == 0
}

/// A figure that differs from the recorded one by more than the tolerance.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub verdict: Verdict,
    pub text: String,
}

/// Verdict on a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Worse,
    Better,
    /// The figure was recorded with other tools, so it does not judge the design.
    OtherTools,
}

impl RecordedFigures {
    pub fn new(measured: &Measurement) -> RecordedFigures {
        let Area {
            lut4,
            carry,
            flip_flops,
            block_ram,
            nand2,
        } = measured.area;
        let seeds = match &measured.placed {
            Placed::Routed(routes) => routes.len() as u64,
            Placed::No | Placed::DoesNotFit(_) => 0,
        };
        // As many digits as the table shows.
        let rounded = |fmax: f64| (fmax * 10.0).round() / 10.0;
        let fmax = measured.fmax();
        RecordedFigures {
            top: measured.top.clone(),
            design: measured.design.clone(),
            device: measured.device,
            tools: measured.tools.clone(),
            lut4,
            carry,
            flip_flops,
            block_ram,
            nand2,
            levels: measured.levels.values().copied().max().unwrap_or_default(),
            seeds,
            fmax_mhz: fmax.map(|fmax| rounded(fmax.median)),
            fmax_range_mhz: fmax.map(|fmax| [fmax.min, fmax.max].map(rounded)),
        }
    }

    fn is_for(&self, other: &RecordedFigures) -> bool {
        self.top == other.top && self.device == other.device
    }

    /// Changes from `self`, which is recorded, to `now`.
    fn changes(&self, now: &RecordedFigures) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut compare = |name: &str, was: f64, is: f64, less_is_better: bool| {
            if (is - was).abs() > was * TOLERANCE {
                let verdict = if (is > was) == less_is_better {
                    Verdict::Worse
                } else {
                    Verdict::Better
                };
                let share = 100.0 * (is - was) / was;
                let text = format!("{name} {was} recorded, now {is} ({share:+.1} percent)");
                changes.push(Change { verdict, text });
            }
        };
        let areas = [
            ("LUT4", self.lut4, now.lut4),
            ("carry", self.carry, now.carry),
            ("flip-flops", self.flip_flops, now.flip_flops),
            ("block RAM", self.block_ram, now.block_ram),
            ("NAND2", self.nand2, now.nand2),
            ("levels", self.levels, now.levels),
        ];
        for (name, was, is) in areas {
            compare(name, was as f64, is as f64, true);
        }
        match (self.fmax_mhz, now.fmax_mhz) {
            (Some(was), Some(is)) => compare("median Fmax in MHz", was, is, false),
            (Some(was), None) => changes.push(Change {
                verdict: Verdict::Worse,
                text: format!("median Fmax in MHz {was} recorded, now it does not fit"),
            }),
            (None, Some(is)) => changes.push(Change {
                verdict: Verdict::Better,
                text: format!("median Fmax in MHz {is}, none is recorded"),
            }),
            (None, None) => {}
        }
        let place = format!("{} on {}: ", now.top, now.device.name());
        for change in &mut changes {
            change.text.insert_str(0, &place);
        }
        changes
    }
}

impl Baseline {
    /// Reads the baseline of the project in the folder `root`.
    ///
    /// # Errors
    /// An error in the file.
    pub fn read(root: &Path) -> Result<Baseline, SynthError> {
        let path = root.join(FILE);
        toml::from_str(&read(&path)?).map_err(|error| SynthError::Baseline {
            path,
            reason: error.to_string(),
        })
    }

    /// Changes of `measured`, and whether other tools were used. A row that was not placed is
    /// compared by area alone.
    ///
    /// # Errors
    /// A measurement without a recorded one, or with other seeds.
    pub fn compare(&self, measured: &[Measurement]) -> Result<Vec<Change>, SynthError> {
        let mut changes = Vec::new();
        for measurement in measured {
            let mut now = RecordedFigures::new(measurement);
            let recorded = self.result.iter().find(|entry| entry.is_for(&now));
            let missing = || SynthError::NotRecorded {
                top: now.top.clone(),
                device: now.device,
            };
            let was = recorded.ok_or_else(missing)?;
            if measurement.placed == Placed::No {
                now.fmax_mhz = was.fmax_mhz;
                now.seeds = was.seeds;
            }
            if let (Some(_), Some(_)) = (was.fmax_mhz, now.fmax_mhz)
                && was.seeds != now.seeds
            {
                return Err(SynthError::OtherSeeds {
                    recorded: was.seeds,
                    measured: now.seeds,
                });
            }
            let mut found = was.changes(&now);
            // Without a placement, nextpnr is not among the tools.
            let mut tools = now.tools.split(", ");
            if !tools.all(|tool| was.tools.split(", ").any(|known| known == tool)) {
                let tools = format!(" [recorded with {}, now {}]", was.tools, now.tools);
                for change in &mut found {
                    change.verdict = Verdict::OtherTools;
                    change.text.push_str(&tools);
                }
            }
            changes.append(&mut found);
        }
        Ok(changes)
    }

    /// Replaces the recorded figures of `measured`; other rows are kept.
    pub fn record(&mut self, measured: &Measurement) {
        let entry = RecordedFigures::new(measured);
        match self.result.iter_mut().find(|known| known.is_for(&entry)) {
            Some(known) => *known = entry,
            None => self.result.push(entry),
        }
    }

    /// Writes the baseline of the project in the folder `root`, entirely or not at all.
    ///
    /// # Errors
    /// The system's message.
    pub fn write(&self, root: &Path) -> Result<(), SynthError> {
        let path = root.join(FILE);
        let text = toml::to_string(self).map_err(|error| SynthError::Baseline {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        let write = || {
            let mut file = NamedTempFile::new_in(path.parent().unwrap_or(root))?;
            // Its own form of this call has errors that name it.
            file.as_file_mut()
                .write_all(format!("{HEADER}\n{text}").as_bytes())?;
            // Only the owner can access a temporary file; this one gets the permissions of the old
            // file.
            file.as_file()
                .set_permissions(fs::metadata(&path)?.permissions())?;
            file.persist(&path)?;
            Ok(())
        };
        write().map_err(SynthError::at(&path))
    }
}
