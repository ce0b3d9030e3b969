//! The hardware that a command runs.

use super::progress;
use anyhow::Context;
use clap::ValueEnum;
use cosim::model::ModelTable;
use cosim::netlist::{self, Step};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// The exported Verilog
    Rtl,
    /// The iCE40 netlist that Yosys makes of the 8-lane unit, with Yosys's models of the
    /// cells; made when it is first asked for, which takes some minutes
    Netlist,
}

impl Target {
    /// The hardware, with waves or without; a netlist is made where there is none yet.
    ///
    /// # Errors
    /// The netlist cannot be made.
    pub fn model(self, traced: bool, quiet: bool) -> anyhow::Result<&'static ModelTable> {
        match (self, traced) {
            (Target::Rtl, false) => Ok(ModelTable::fast()),
            (Target::Rtl, true) => Ok(ModelTable::traced()),
            (Target::Netlist, _) => load_netlist(traced, quiet),
        }
    }
}

/// The netlist is kept beside the program, that is below target/.
fn load_netlist(traced: bool, quiet: bool) -> anyhow::Result<&'static ModelTable> {
    let program = std::env::current_exe().context("where this program lies")?;
    let spinner = progress::bar(None, "{spinner} {msg}, {elapsed}", quiet);
    spinner.enable_steady_tick(progress::INTERVAL);
    let table = netlist::load(&program.with_file_name("netlist"), traced, |step| {
        spinner.set_message(match step {
            Step::Synthesis => "Yosys synthesises the 8-lane unit: some minutes, once",
            Step::Simulator => "Verilator and C++ compiler make its simulator: some minutes, once",
        });
    });
    spinner.finish_and_clear();
    Ok(table?)
}
