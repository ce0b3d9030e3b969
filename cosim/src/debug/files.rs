//! What is left of a failure as files: a program, its init file, a wave file.

use crate::debug::minimise::{Cause, Minimised};
use crate::debug::trace::write_case;
use crate::debug::waves::save_file_of;
use crate::dut::unit::DutTable;
use crate::source::SourceError;
use crate::testbench::setup::Setup;
use isa::Isa;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// The files that were written.
#[derive(Clone, Debug, Default)]
pub struct Files {
    pub program: Option<PathBuf>,
    pub init: Option<PathBuf>,
    /// The wave file, with its save file beside it.
    pub vcd: Option<PathBuf>,
    /// Arguments of `agu run` besides files.
    options: String,
    /// What that does.
    verb: &'static str,
}

impl Files {
    /// Writes `minimised` of a test run of `setup` to files whose names begin with `base`.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(
        minimised: &Minimised,
        setup: &Setup,
        traced: &'static DutTable,
        base: &Path,
    ) -> Result<Files, SourceError> {
        let mut files = Files {
            verb: match (minimised.runs_programs, minimised.replays) {
                (true, true) => "replay it",
                (true, false) => "run it",
                (false, _) => "see what is expected",
            },
            ..Files::default()
        };
        if let Some(text) = &minimised.text {
            if text.isa != Isa::Maxwell {
                files.options += &format!(" --isa {}", text.isa);
            }
            if !minimised.runs_programs {
                files.options += " --golden";
            } else if setup.table.target() != DutTable::fast().target() {
                files.options += &format!(" --target {}", setup.table.target());
            }
            let (program, init) = (named(base, ".agu"), named(base, ".toml"));
            for (path, text) in [(&program, &text.program), (&init, &text.init)] {
                fs::write(path, text).map_err(|reason| SourceError::writing(path, reason))?;
            }
            (files.program, files.init) = (Some(program), Some(init));
        }
        if let Cause::Unit(case) = &minimised.cause {
            let vcd = named(base, ".vcd");
            write_case(case, &minimised.mismatch, setup, traced, &vcd)?;
            files.vcd = Some(vcd);
        }
        Ok(files)
    }
}

fn named(base: &Path, ending: impl AsRef<OsStr>) -> PathBuf {
    let mut name = base.as_os_str().to_os_string();
    name.push(ending);
    PathBuf::from(name)
}

impl fmt::Display for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        if let (Some(program), Some(init)) = (&self.program, &self.init) {
            let verb = self.verb;
            let (program, init) = (program.display(), init.display());
            let options = &self.options;
            lines.push(format!(
                "  to {verb}: agu run {program} --init {init}{options}"
            ));
        }
        if let Some(vcd) = &self.vcd {
            let save = save_file_of(vcd);
            let (vcd, save) = (vcd.display(), save.display());
            lines.push(format!("  to look at it: gtkwave {vcd} {save}"));
        }
        f.write_str(&lines.join("\n"))
    }
}
