//! A minimised failure as files: a program, its init file, a wave file.

use crate::debug::minimise::{FailureCause, Minimised};
use crate::debug::program::named;
use crate::debug::trace::write_case;
use crate::debug::waves::WaveFile;
use crate::dut::unit::DutTable;
use crate::source::SourceError;
use crate::testbench::setup::Setup;
use isa::Isa;
use std::path::Path;

/// Writes `minimised` of a test run of `setup` to files whose names begin with `base`. Returns the
/// commands that show them, a line each.
pub fn write(
    minimised: &Minimised,
    setup: &Setup,
    traced: &'static DutTable,
    base: &Path,
) -> Result<String, SourceError> {
    let mut lines = Vec::new();
    if let Some(text) = &minimised.text {
        let verb = match (minimised.runs_programs, minimised.replays) {
            (true, true) => "replay it",
            (true, false) => "run it",
            (false, _) => "see what is expected",
        };
        let mut options = String::new();
        if text.isa != Isa::Maxwell {
            options += &format!(" --isa {}", text.isa);
        }
        if !minimised.runs_programs {
            options += " --golden";
        } else if setup.table.target() != DutTable::fast().target() {
            options += &format!(" --target {}", setup.table.target());
        }
        let (program, init) = text.write(base)?;
        let (program, init) = (program.display(), init.display());
        lines.push(format!(
            "  to {verb}: agu run {program} --init {init}{options}"
        ));
    }
    if let FailureCause::Unit(case) = &minimised.cause {
        let wave = WaveFile::by_ending(&named(base, ".vcd"));
        write_case(case, &minimised.mismatch, setup, traced, &wave)?;
        lines.push(format!("  to look at it: {}", wave.gtkwave()));
    }
    Ok(lines.join("\n"))
}
