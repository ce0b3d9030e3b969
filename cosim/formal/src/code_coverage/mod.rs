//! Code coverage of the exported Verilog under the traffic of `agu cosim`. Verilator counts lines
//! that ran and bits that toggled.
//!
//! Functional coverage counts situations of the traffic, see [`cosim::testbench::coverage`]. Code
//! coverage shows hardware that was never used. Counting makes the model very slow. It needs its
//! own build of the unit of 8 lanes and the decoder, which is never cached.

mod lcov;
mod of_hardware;
mod points;
mod waivers;

pub use lcov::lcov;
pub use points::{Point, PointKind};
pub use waivers::{Bits, Waiver};

use waivers::waivers;

use cosim::dut::decoder::Decoder;
use cosim::dut::netlist::{self, LANES, NetlistError, SimulatedDesign};
use cosim::dut::unit::Unit;
use cosim::testbench::setup::Setup;
use cosim::testbench::test_run::TestRun;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Top module with both the unit and the decoder, so that the lines of both are in one file.
pub const TOP: &str = "agu_core8";
const UNIT: &str = "agu_unit8";
const DECODER: &str = "agu_decoder";

/// Reason why there is no coverage.
#[derive(Debug, thiserror::Error)]
pub enum CodeCoverageError {
    #[error(transparent)]
    Model(#[from] NetlistError),
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    #[error("{}:{line}:1: error: {text}", file.display())]
    Data {
        file: PathBuf,
        line: usize,
        text: String,
    },
    #[error("constraints/coverage.toml: {0}")]
    Waivers(#[from] toml::de::Error),
    #[error("the hardware and the golden model differ: run agu cosim --seed {0}")]
    Mismatch(u64),
}

/// Counted points.
pub struct CodeCoverage {
    /// The Verilog that the lines refer to.
    pub verilog: String,
    pub points: Vec<Point>,
    waivers: Vec<Waiver>,
}

/// Numbers of points of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    pub hit: usize,
    pub waived: usize,
    pub points: usize,
}

impl CodeCoverage {
    /// Runs `operations` of the traffic of `seed`. Verilator's counts are also written to the file
    /// `data`, if given.
    ///
    /// # Errors
    /// A tool is missing or fails, or the hardware is wrong.
    pub fn measure(
        operations: u64,
        seed: u64,
        data: Option<&Path>,
    ) -> Result<CodeCoverage, CodeCoverageError> {
        let folder = temporary()?;
        let file = |name: &str| folder.path().join(name);
        let exported = netlist::exported(TOP)?;
        let (of_unit, of_decoder, object) =
            (file("unit.dat"), file("decoder.dat"), file("unit.so"));
        let design = SimulatedDesign {
            target: "coverage",
            exported: &exported,
            verilog: &exported,
            arguments: &[],
            top: UNIT,
            lanes: LANES,
            other_ports: 0,
            traced: false,
            coverage: Some(&of_unit),
        };
        design.build(&object)?;
        let decoder_object = file("decoder.so");
        netlist::build_decoder(
            &exported,
            &exported,
            DECODER,
            &decoder_object,
            Some(&of_decoder),
        )?;
        let decoder = netlist::decoder_table(&decoder_object)?;
        let setup = Setup::new(netlist::table(&object)?, seed);
        let (unit, decoder) = (Unit::new(setup.table), Decoder::of(decoder));
        let mut test_run = TestRun::with_hardware(&setup, unit, decoder);
        if !(test_run.run_to(operations) && test_run.drain()) {
            return Err(CodeCoverageError::Mismatch(seed));
        }
        // The models write their counts when they are dropped.
        drop(test_run);
        let written = [&*of_unit, &*of_decoder];
        if let Some(data) = data {
            verilated::merge_coverage(&written, data).map_err(NetlistError::from)?;
        }
        CodeCoverage::parse(exported, &written)
    }

    /// Reads and adds up `files`, which [`measure`](Self::measure) wrote for the present hardware.
    /// Verilator's tool writes the sum to `data`, if given.
    ///
    /// # Errors
    /// A file cannot be read, is not Verilator's, or belongs to other hardware.
    pub fn read(
        files: &[impl AsRef<Path>],
        data: Option<&Path>,
    ) -> Result<CodeCoverage, CodeCoverageError> {
        let exported = netlist::exported(TOP)?;
        let files: Vec<&Path> = files.iter().map(AsRef::as_ref).collect();
        for &file in &files {
            let text =
                fs::read(file).map_err(|error| CodeCoverageError::File(file.to_owned(), error))?;
            let checked = of_hardware::check(&String::from_utf8_lossy(&text), &exported, TOP);
            checked.map_err(|wrong| wrong.in_file(file))?;
        }
        let folder = temporary()?;
        let merged = folder.path().join("merged.dat");
        let to = data.unwrap_or(&merged);
        verilated::merge_coverage(&files, to).map_err(NetlistError::from)?;
        CodeCoverage::parse(exported, &[to])
    }

    /// Parses the counts of `exported` in `files`.
    fn parse(exported: String, files: &[&Path]) -> Result<CodeCoverage, CodeCoverageError> {
        let mut found = Vec::new();
        for &path in files {
            let text = fs::read_to_string(path)
                .map_err(|error| CodeCoverageError::File(path.to_owned(), error))?;
            let points = points::parse(&text).map_err(|wrong| wrong.in_file(path))?;
            found.extend(points.into_iter().map(|(_, point)| point));
        }
        let lines = exported.lines().count();
        found.retain(|point| point.is_within(lines));
        Ok(CodeCoverage {
            verilog: exported,
            points: points::added_up(found),
            waivers: waivers()?,
        })
    }

    /// The points of `kind` that were not hit.
    pub fn missed(&self, kind: PointKind) -> impl Iterator<Item = &Point> {
        let points = self.points.iter();
        points.filter(move |point| point.kind == kind && point.count == 0)
    }

    /// Numbers of points of `kind`: all, hit, and waived.
    pub fn total(&self, kind: PointKind) -> Total {
        let points = self.points.iter().filter(|point| point.kind == kind);
        points.fold(Total::default(), |total, point| Total {
            hit: total.hit + usize::from(point.count > 0),
            waived: total.waived + usize::from(point.count == 0 && self.waived(point)),
            points: total.points + 1,
        })
    }

    /// Points that were not hit and have no waiver.
    pub fn holes(&self) -> impl Iterator<Item = &Point> {
        let missed = self.points.iter().filter(|point| point.count == 0);
        missed.filter(|point| !self.waived(point))
    }

    fn waived(&self, point: &Point) -> bool {
        self.waivers.iter().any(|waiver| waiver.excuses(point))
    }

    /// Waivers without a point, or with one that was hit.
    pub fn stale(&self) -> impl Iterator<Item = &Waiver> {
        self.waivers.iter().filter(|waiver| {
            let mut excused = self.points.iter().filter(|point| waiver.excuses(point));
            let all_missed = excused.clone().all(|point| point.count == 0);
            excused.next().is_none() || !all_missed
        })
    }
}

/// A temporary folder, removed when the value is dropped.
fn temporary() -> Result<TempDir, CodeCoverageError> {
    tempfile::tempdir().map_err(|error| CodeCoverageError::File(std::env::temp_dir(), error))
}
