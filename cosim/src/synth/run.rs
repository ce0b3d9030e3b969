//! The measurements, in a folder that takes the place of the last ones at the end.

use super::device::Family;
use super::error::SynthError;
use super::files::create;
use super::measurement::{Measurement, Placed};
use super::plan::Row;
use super::process::in_parallel;
use super::route::Utilisation;
use super::steps::{Design, Steps, Synthesised};
use super::tools::Tools;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::TempDir;

/// The file that marks the project's folder: the ledger.
pub const LEDGER: &str = "constraints/qor.toml";

/// Where the files of the last measurements are, in the project's folder.
const FILES: &str = "target/synth";

/// What a run says while it goes on.
pub trait Progress: Sync {
    /// How many steps there are.
    fn planned(&self, steps: u64);
    /// A step begins.
    fn started(&self, what: &str);
    /// Steps are done, or will not be needed.
    fn done(&self, steps: u64);
}

/// The project's folder: this one or the nearest above that has the ledger.
///
/// # Errors
/// There is none.
pub fn project() -> Result<PathBuf, SynthError> {
    let here = std::env::current_dir().map_err(|_| SynthError::NoProject)?;
    let mut folders = here
        .ancestors()
        .filter(|folder| folder.join(LEDGER).is_file());
    let found = folders.next().map(Path::to_path_buf);
    found.ok_or(SynthError::NoProject)
}

/// Measures `rows` in the project's folder `root`; ends early when `stop` is set. Only when
/// all has gone well its files take the place of the last ones; where a tool has failed
/// they stay beside them.
///
/// # Errors
/// A missing tool, a tool that fails, an interruption.
pub fn measure(
    rows: &[Row],
    root: &Path,
    stop: &AtomicBool,
    progress: &dyn Progress,
) -> Result<Vec<Measurement>, SynthError> {
    // Whether they are placed, the tops of most lanes last.
    let mut designs: BTreeMap<Design, bool> = BTreeMap::new();
    for row in rows {
        *designs.entry(row.design()).or_default() |= row.seeds > 0;
    }
    let placements = |row: &Row| if row.seeds > 0 { row.seeds + 1 } else { 0 };
    progress.planned(designs.len() as u64 + rows.iter().map(placements).sum::<u64>());

    let target = root.join("target");
    create(&target)?;
    let folder = TempDir::with_prefix_in("synth.partial.", &target);
    let mut folder = folder.map_err(|reason| SynthError::File {
        path: target,
        reason,
    })?;
    let mut tools = BTreeMap::new();
    for family in [Family::Ice40, Family::Ecp5] {
        let of_family = designs.iter().filter(|(design, _)| design.family == family);
        let Some(placed) = of_family
            .map(|(_, placed)| *placed)
            .reduce(|one, other| one | other)
        else {
            continue;
        };
        progress.started(match family {
            Family::Ice40 => "tools for iCE40",
            Family::Ecp5 => "tools for ECP5, which take a minute or two the first time",
        });
        let found = Tools::find(family, root, placed);
        if stop.load(Ordering::Relaxed) {
            return Err(SynthError::Interrupted);
        }
        tools.insert(family, found?);
    }
    let steps = Steps {
        folder: folder.path(),
        tools,
        progress,
    };
    let measured = measure_in(&steps, rows, &designs, stop);
    match &measured {
        Ok(_) => keep(&designs, folder.path(), &root.join(FILES))?,
        Err(SynthError::Failed { .. }) => folder.disable_cleanup(true),
        Err(_) => {}
    }
    measured
}

fn measure_in(
    steps: &Steps,
    rows: &[Row],
    designs: &BTreeMap<Design, bool>,
    stop: &AtomicBool,
) -> Result<Vec<Measurement>, SynthError> {
    // The largest first, so that no core is left alone with it in the end.
    let order: Vec<(&Design, &bool)> = designs.iter().rev().collect();
    let synthesised = in_parallel(&order, stop, |&(design, placed), stopped| {
        steps.synthesise(design, *placed, stopped)
    })?;
    let designs = order.iter().map(|&(design, _)| design.clone());
    let synthesised: BTreeMap<Design, Synthesised> = designs.zip(synthesised).collect();
    let of = |row: &Row| {
        let found = synthesised.get(&row.design());
        found.ok_or_else(|| SynthError::NoTop(row.top.clone()))
    };

    let overfull = in_parallel(rows, stop, |row, stopped| match row.seeds {
        0 => Ok(None),
        _ => steps.pack(row, stopped),
    })?;
    let mut jobs = Vec::new();
    for (row, overfull) in rows.iter().zip(&overfull) {
        match overfull {
            None => jobs.extend((1..=row.seeds).map(|seed| (row, seed))),
            Some(_) => steps.progress.done(row.seeds),
        }
    }
    let routes = in_parallel(&jobs, stop, |&(row, seed), stopped| {
        steps.route(row, seed, of(row)?, stopped)
    })?;

    let mut routes = routes.into_iter();
    let measured = rows.iter().zip(overfull).map(|(row, overfull)| {
        let placed = match (row.seeds, overfull) {
            (0, _) => Placed::No,
            (_, Some(resource)) => Placed::DoesNotFit(resource),
            (seeds, None) => {
                let routes = routes.by_ref().take(seeds as usize);
                let routes: Result<_, Utilisation> = routes.collect();
                routes.map_or_else(Placed::DoesNotFit, Placed::Routed)
            }
        };
        Ok(Measurement {
            top: row.top.clone(),
            device: row.device,
            tools: steps.tools(row.device.family())?.versions.clone(),
            area: of(row)?.area,
            placed,
        })
    });
    measured.collect()
}

/// Moves what is in `folder` of all `designs` to `files`, where the last ones are.
fn keep(designs: &BTreeMap<Design, bool>, folder: &Path, files: &Path) -> Result<(), SynthError> {
    create(files)?;
    for name in designs.keys().map(Design::name) {
        let kept = files.join(&name);
        let moved = match fs::remove_dir_all(&kept) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => fs::rename(folder.join(name), &kept),
        };
        moved.map_err(|reason| SynthError::File { path: kept, reason })?;
    }
    Ok(())
}
