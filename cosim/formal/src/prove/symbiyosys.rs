//! Monitors as tasks of SymbiYosys: a change of the Verilog is proved without this program.

use super::catalogue::{self, Proof};
use super::claim::Claim;
use super::monitor::{Monitor, script, watched};
use super::netlist::TranslationError;
use super::{Hardware, ProveError};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Writes the monitors of `proofs` as tasks of SymbiYosys, a folder a module, into `folder`. Returns
/// the modules.
///
/// # Errors
/// Yosys is missing, or a file cannot be written.
pub fn write_tasks(
    proofs: &[Proof],
    hardware: &Hardware,
    folder: &Path,
) -> Result<Vec<String>, ProveError> {
    let claims = proofs.iter().flat_map(Proof::claims);
    let watched: BTreeMap<String, Claim> = claims
        .filter_map(|claim| match claim {
            Claim::Of(statement, lanes) => {
                let is_watched = statement.monitor().is_some();
                is_watched.then(|| (statement.module(lanes), claim))
            }
            _ => None,
        })
        .collect();
    for (module, claim) in &watched {
        let (verilog, lanes) = (hardware.verilog(&claim.top())?, claim.lanes());
        let folder = folder.join(module);
        let monitors = catalogue::monitors(module, lanes);
        task(&folder, &verilog, module, &monitors, lanes)?;
    }
    Ok(watched.into_keys().collect())
}

/// Writes `MODULE.sby`, a task of SymbiYosys, and the files that it reads into `folder`.
///
/// # Errors
/// As [`write_tasks`].
fn task(
    folder: &Path,
    verilog: &str,
    module: &str,
    monitors: &[&Monitor],
    lanes: u8,
) -> Result<(), TranslationError> {
    fs::create_dir_all(folder)?;
    watched(folder, verilog, module, monitors, lanes)?;
    let depth = monitors.iter().map(|monitor| monitor.edges).max();
    let files = monitors
        .iter()
        .map(|monitor| format!("{}.sv\n", monitor.name));
    let text = format!(
        "[options]\nmode prove\ndepth {}\n\n[engines]\nsmtbmc z3\n\n[script]\n{}\n\n\
         [files]\nwatched.v\n{}",
        depth.unwrap_or_default(),
        script(module, monitors).replace("; ", "\n"),
        files.collect::<String>(),
    );
    fs::write(folder.join(module).with_extension("sby"), text)?;
    Ok(())
}
