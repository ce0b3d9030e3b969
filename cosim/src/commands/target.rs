//! The hardware that a command runs.

use super::progress;
use anyhow::Context;
use cosim::model::ModelTable;
use cosim::netlist::{self, Step};
use cosim::own_verilog;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The exported Verilog.
    Rtl,
    /// That of the LEA unit.
    Lea,
    /// The iCE40 netlist that Yosys makes of the 8-lane unit.
    Netlist,
    /// A file with a unit of somebody's own.
    Own(PathBuf),
}

impl FromStr for Target {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Target, Self::Err> {
        match (text, Path::new(text).extension()) {
            ("rtl", _) => Ok(Target::Rtl),
            ("lea", _) => Ok(Target::Lea),
            ("netlist", _) => Ok(Target::Netlist),
            (_, Some(ending)) if ending == "v" || ending == "sv" => Ok(Target::Own(text.into())),
            _ => Err("expected rtl, lea, netlist, or a file of Verilog that ends with .v or .sv"),
        }
    }
}

impl Target {
    /// The file that it is read from.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Target::Own(path) => Some(path),
            Target::Rtl | Target::Lea | Target::Netlist => None,
        }
    }

    /// The hardware, with waves or without; what has to be made first is kept beside the
    /// program, that is below target/.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn model(&self, traced: bool, quiet: bool) -> anyhow::Result<&'static ModelTable> {
        match self {
            Target::Rtl if traced => return Ok(ModelTable::traced()),
            Target::Rtl => return Ok(ModelTable::fast()),
            Target::Lea => return Ok(ModelTable::lea_traced()),
            Target::Netlist | Target::Own(_) => {}
        }
        let program = std::env::current_exe().context("where this program lies")?;
        let cache = program.with_file_name("netlist");
        let spinner = progress::bar(None, "{spinner} {msg}, {elapsed}", quiet);
        spinner.enable_steady_tick(progress::INTERVAL);
        let begins = |step| {
            spinner.set_message(match step {
                Step::Synthesis => "Yosys synthesises the 8-lane unit: some minutes, once",
                Step::Simulator => "Verilator and C++ compiler make its simulator, once",
            });
        };
        let table = match self {
            Target::Own(path) => own_verilog::load(path, &cache, traced, begins),
            _ => netlist::load(&cache, traced, begins),
        };
        spinner.finish_and_clear();
        Ok(table?)
    }
}
