//! The measurements, in a folder that replaces that of the last ones at the end.

use super::area::Area;
use super::baseline::FILE;
use super::device::CellFamily;
use super::error::SynthError;
use super::files::create;
use super::levels::Levels;
use super::measurement::{Measurement, Placed};
use super::plan::TopOnDevice;
use super::process::Work;
use super::progress::Progress;
use super::route::{Route, Utilisation};
use super::steps::{Steps, TopForFamily};
use super::tools::Tools;
use super::wrapper::WrapperError;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::TempDir;
use verilated::exported;

/// Folder with the files of the last measurements, in the project's folder.
const FILES: &str = "target/synth";

/// The project's folder: the current one, or the nearest above with a baseline.
///
/// # Errors
/// There is none.
pub fn project() -> Result<PathBuf, SynthError> {
    let here = std::env::current_dir().map_err(|_| SynthError::NoProject)?;
    let mut folders = here
        .ancestors()
        .filter(|folder| folder.join(FILE).is_file());
    let found = folders.next().map(Path::to_path_buf);
    found.ok_or(SynthError::NoProject)
}

/// Number of parallel tools, and whether files are kept.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Tools that run at the same time; 0 is one for each core.
    pub jobs: usize,
    /// Whether the files are kept.
    pub keep: bool,
}

/// Measures `rows` in the project's folder `root`; stops early when `stop` is set. If everything
/// succeeds, its files replace the last ones, if they are to be kept. If a tool has failed, they
/// stay beside the last ones.
///
/// # Errors
/// A missing tool, a failing tool, or an interruption.
pub fn measure(
    rows: &[TopOnDevice],
    root: &Path,
    resources: Resources,
    stop: &AtomicBool,
    progress: &dyn Progress,
) -> Result<Vec<Measurement>, SynthError> {
    // Designs, and whether they are placed.
    let mut designs: BTreeMap<TopForFamily, bool> = BTreeMap::new();
    for row in rows {
        *designs.entry(row.design()).or_default() |= row.placements() > 0;
    }
    let placements = |row: &TopOnDevice| match row.placements() {
        0 => 0,
        // One more step for the packing.
        seeds => seeds + 1,
    };
    progress.planned(designs.len() as u64 + rows.iter().map(placements).sum::<u64>());

    let target = root.join("target");
    create(&target)?;
    let folder = TempDir::with_prefix_in("synth.partial.", &target);
    let mut folder = folder.map_err(SynthError::at(&target))?;
    let mut tools = BTreeMap::new();
    for design in designs.keys() {
        if tools.contains_key(&design.tools()) {
            continue;
        }
        let mut same = designs
            .iter()
            .filter(|(it, _)| it.tools() == design.tools());
        progress.started(match design.family {
            CellFamily::Ice40 => "tools for iCE40",
            CellFamily::Gates => "Yosys",
            CellFamily::Ecp5 => "tools for ECP5, which take a minute or two the first time",
            CellFamily::Gowin => "tools for Gowin, which take a minute the first time",
        });
        let found = Tools::find(design, root, same.any(|(_, placed)| *placed));
        if stop.load(Ordering::Relaxed) {
            return Err(SynthError::Interrupted);
        }
        tools.insert(design.tools(), found?);
    }
    let steps = Steps {
        folder: folder.path(),
        tools,
        progress,
    };
    let threads = ThreadPoolBuilder::new()
        .num_threads(resources.jobs)
        .build()?;
    let measured = threads.install(|| measure_in(&steps, rows, &designs, stop));
    match &measured {
        Ok(_) if resources.keep => keep(&designs, folder.path(), &root.join(FILES))?,
        Err(SynthError::Failed { .. }) => folder.disable_cleanup(true),
        Ok(_) | Err(_) => {}
    }
    measured
}

/// Measures all rows. Each row is placed as soon as its netlist is there.
fn measure_in(
    steps: &Steps,
    rows: &[TopOnDevice],
    designs: &BTreeMap<TopForFamily, bool>,
    stop: &AtomicBool,
) -> Result<Vec<Measurement>, SynthError> {
    let work = Work::new(stop);
    // The larger ones come first, so that the last core does not end with a large one.
    let order: Vec<(&TopForFamily, bool)> =
        designs.iter().rev().map(|(of, &yes)| (of, yes)).collect();
    let measured = order.into_par_iter().map(|(design, placed)| {
        let found = work.part(|stopped| steps.synthesise(design, placed, stopped))?;
        let own = rows.par_iter().enumerate();
        own.filter(|(_, row)| row.design() == *design)
            .map(|(at, row)| Some((at, measure_row(steps, row, &found, &work)?)))
            .collect::<Option<Vec<_>>>()
    });
    let by_design = measured.collect::<Option<Vec<_>>>();
    let by_place: BTreeMap<usize, Measurement> =
        work.end(by_design)?.into_iter().flatten().collect();
    Ok(by_place.into_values().collect())
}

/// Places the netlist of a row with all its seeds. Returns none if the work stops early.
fn measure_row(
    steps: &Steps,
    row: &TopOnDevice,
    (area, levels): &(Area, Levels),
    work: &Work,
) -> Option<Measurement> {
    let placed = if row.placements() == 0 {
        Placed::No
    } else if let Some(overfull) = work.part(|stopped| steps.pack(row, stopped))? {
        steps.progress.done(row.placements());
        Placed::DoesNotFit(overfull)
    } else {
        let route = |seed| work.part(|stopped| steps.route(row, seed, stopped));
        let seeds = row.seeds.clone().into_par_iter();
        let routes: Vec<Result<Route, Utilisation>> = seeds.map(route).collect::<Option<_>>()?;
        let fitting: Result<_, _> = routes.into_iter().collect();
        fitting.map_or_else(Placed::DoesNotFit, Placed::Routed)
    };
    work.part(|_| {
        let measured = Measurement {
            top: row.top.clone(),
            design: exported::design(&row.top).map_err(WrapperError::from)?,
            device: row.device,
            tools: steps.tools(&row.design())?.versions.clone(),
            area: *area,
            levels: levels.clone(),
            placed,
        };
        steps.progress.measured(&measured)?;
        Ok(measured)
    })
}

/// Moves the files of all `designs` from `folder` to `files`, replacing the last ones.
fn keep(
    designs: &BTreeMap<TopForFamily, bool>,
    folder: &Path,
    files: &Path,
) -> Result<(), SynthError> {
    create(files)?;
    for name in designs.keys().map(TopForFamily::name) {
        let kept = files.join(&name);
        let moved = match fs::remove_dir_all(&kept) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => fs::rename(folder.join(name), &kept),
        };
        moved.map_err(SynthError::at(&kept))?;
    }
    Ok(())
}
