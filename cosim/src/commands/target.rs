//! The hardware that a command runs.

use anyhow::Context;
use clap::ValueEnum;
use cosim::model::ModelTable;
use cosim::netlist::{self, Step};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

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
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if quiet {
        spinner.set_draw_target(ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
        spinner.set_style(style);
    }
    spinner.enable_steady_tick(Duration::from_millis(100));
    let table = netlist::load(&program.with_file_name("netlist"), traced, |step| {
        spinner.set_message(match step {
            Step::Synthesis => "Yosys synthesises the 8-lane unit: some minutes, once",
            Step::Simulator => "Verilator and C++ compiler make its simulator: some minutes, once",
        });
    });
    spinner.finish_and_clear();
    Ok(table?)
}
