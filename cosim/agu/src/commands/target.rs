//! The hardware that a command runs.

use super::folders::{Folders, can_write};
use super::{output, progress};
use anyhow::bail;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser, ValueParserFactory};
use clap::{Arg, Args, Command};
use verilated::exported;

use crate::results::record::tools_of;
use crate::results::{HardwareHashes, Tools};
use cosim::dut::adapted::Adapted;
use cosim::dut::external::{self, External, ExternalError};
use cosim::dut::netlist::{self, BuildStep, LoadedModel, NetlistError};
use cosim::dut::unit::DutTable;
use sim::scoreboard::{Compare, Contract};
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The exported Verilog.
    Rtl,
    /// The iCE40 netlist that Yosys makes of the 8-lane unit.
    Netlist,
    /// The file of an external design.
    External(PathBuf),
    /// The file that describes a unit with ports of its own.
    Described(PathBuf),
}

/// Names of targets that are no files.
pub const NAMES: [&str; 2] = [RTL, NETLIST];

/// The exported Verilog, which runs where no target is named.
pub const RTL: &str = "rtl";
const NETLIST: &str = "netlist";

/// Reads a target, and names some to a shell that completes it.
#[derive(Clone)]
pub struct TargetParser;

impl TypedValueParser for TargetParser {
    type Value = Target;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Target, clap::Error> {
        let parser = StringValueParser::new().try_map(|text| text.parse::<Target>());
        parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(NAMES.into_iter().map(PossibleValue::new)))
    }
}

impl ValueParserFactory for Target {
    type Parser = TargetParser;

    fn value_parser() -> TargetParser {
        TargetParser
    }
}

/// Hardware to run.
pub struct Model {
    pub table: &'static DutTable,
    /// SHA-256 of its Verilog, where it was made on the way.
    sha256: Option<String>,
    /// The top module of an external design.
    pub top: Option<String>,
    /// Verilator's warnings that other simulators may run it differently.
    warnings: Vec<String>,
}

impl Model {
    /// Prints the warnings on its design.
    pub fn warn(&self) {
        for warning in &self.warnings {
            // Standard error may be closed.
            let _ = writeln!(output::stderr(), "{warning}");
        }
    }

    /// Its contract, of hardware with that `contract` compared in the way of `compare`: without one,
    /// a core is compared by transactions.
    ///
    /// # Errors
    /// A core is to be compared in another way.
    pub fn contract(
        &self,
        contract: &'static Contract,
        compare: Option<Compare>,
    ) -> anyhow::Result<&'static Contract> {
        match (self.table.is_core(), compare) {
            (true, None) => Ok(Contract::exported(Compare::Transactions)),
            (true, Some(Compare::Cycles | Compare::Valid)) => {
                bail!("a core takes words, expected --compare transactions")
            }
            _ => Ok(contract),
        }
    }
}

/// Decoder beside every unit that takes words.
const DECODER: &str = "agu_decoder";

impl FromStr for Target {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Target, Self::Err> {
        match (text, Path::new(text).extension()) {
            (RTL, _) => Ok(Target::Rtl),
            (NETLIST, _) => Ok(Target::Netlist),
            (_, Some(ending)) if ending == "v" || ending == "sv" => {
                Ok(Target::External(text.into()))
            }
            (_, Some(ending)) if ending == "toml" => Ok(Target::Described(text.into())),
            _ => Err(
                "expected rtl, netlist, a file of Verilog that ends with .v or .sv, or the \
                 description of a unit that ends with .toml",
            ),
        }
    }
}

/// The hardware of a command line.
#[derive(Args)]
pub struct HardwareArguments {
    /// The hardware that is run: `rtl`, the exported Verilog; `netlist`, the iCE40 netlist that
    /// Yosys makes of the 8-lane unit, with Yosys's models of the cells; or an external design:
    /// the file of a unit of your own, FILE.v or FILE.sv, with the ports of an exported agu_unit1
    /// to agu_unit32, of agu_lea1 to agu_lea32, which gets LEA and MOV alone, or of agu_core1 to
    /// agu_core32, which gets instruction words. The simulators of all but the first are made
    /// when they are first asked for, which takes minutes
    #[arg(
        long,
        value_name = "TARGET",
        default_value = "rtl",
        hide_possible_values = true
    )]
    target: Target,
    #[command(flatten)]
    design: DesignArguments,
}

/// More of a design than its file.
#[derive(Args)]
pub struct DesignArguments {
    /// A further file of the external design, as often as there are files. They are read in their
    /// order, before FILE.v
    #[arg(long = "source", value_name = "FILE", help_heading = EXTERNAL)]
    sources: Vec<PathBuf>,
    /// A file with arguments of Verilator: files of the design, +incdir+DIR, +define+NAME, warnings,
    /// optimisations; others are refused. Paths in it are relative to the working folder. It is
    /// read before the files of --source
    #[arg(short = 'f', value_name = "LIST", help_heading = EXTERNAL)]
    lists: Vec<PathBuf>,
    /// A folder in which included files are looked up. Then come the folder of FILE.v, the working
    /// folder, and the folder of the file that includes
    #[arg(short = 'I', value_name = "DIR", help_heading = EXTERNAL)]
    include_dirs: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = EXTERNAL)]
    defines: Vec<String>,
    /// The module that is run [default: the one that no other module instantiates]. It has 32 bits
    /// of base_lo a lane. Its ports make it a unit, an LEA unit or a core
    #[arg(long, value_name = "NAME", help_heading = EXTERNAL)]
    top: Option<String>,
}

impl DesignArguments {
    /// The design whose file is `file`.
    pub fn with(&self, file: &Path) -> External {
        External {
            file: file.to_owned(),
            sources: self.sources.clone(),
            lists: self.lists.clone(),
            include_dirs: self.include_dirs.clone(),
            defines: self.defines.clone(),
            top: self.top.clone(),
            ..External::default()
        }
    }
}

/// Adds to the help of `--target` what only random traffic runs.
pub fn described_too(target: Arg) -> Arg {
    let help = target.get_help().map(ToString::to_string);
    target.help(help.unwrap_or_default() + DESCRIBED)
}

const DESCRIBED: &str =
    ". A unit with other ports is described in a file, FILE.toml (doc/your-unit.md)";

/// Heading of the options of external designs in `--help`.
const EXTERNAL: &str = "External design";

impl HardwareArguments {
    /// Whether the traffic is that of the slow netlist.
    pub fn is_netlist(&self) -> bool {
        self.target == Target::Netlist
    }

    /// The hardware as it follows `--target` on a command line, with the options of an external
    /// design.
    pub fn spelled(&self) -> String {
        match &self.target {
            Target::Rtl => RTL.to_owned(),
            Target::Netlist => NETLIST.to_owned(),
            Target::External(file) | Target::Described(file) => self.design.with(file).to_string(),
        }
    }

    /// Takes a cubin out of the files of the design.
    pub fn take_cubin(&mut self) -> Option<PathBuf> {
        let is_cubin = |path: &PathBuf| path.extension().is_some_and(|it| it == "cubin");
        let place = self.design.sources.iter().position(is_cubin)?;
        Some(self.design.sources.remove(place))
    }

    /// The external design, if it is one.
    ///
    /// # Errors
    /// There are options of an external design without one.
    pub fn external(&self) -> anyhow::Result<Option<External>> {
        let (Target::External(file) | Target::Described(file)) = &self.target else {
            return if self.design.with(Path::new("")) == External::default() {
                Ok(None)
            } else {
                bail!(
                    "--source, -f, -I, -D and --top are of an external design, expected --target \
                     FILE.v"
                )
            };
        };
        let external = self.design.with(file);
        let is_described = matches!(self.target, Target::Described(_));
        if is_described && (external.top.is_some() || !external.lists.is_empty()) {
            bail!("-f and --top are in the description, expected --source, -I or -D");
        }
        Ok(Some(external).filter(|_| !is_described))
    }

    /// The description of a unit, if the hardware has one.
    pub fn described(&self) -> Result<Option<Adapted>, ExternalError> {
        match &self.target {
            Target::Described(file) => {
                let described = Adapted::read(file)?;
                Ok(Some(described.with(self.design.with(file))))
            }
            _ => Ok(None),
        }
    }

    /// The contract by which the hardware is compared: `compare`, or without it every cycle, but
    /// transactions for a unit with ports of its own.
    pub fn contract(&self, compare: Option<Compare>) -> anyhow::Result<&'static Contract> {
        let Some(described) = self.described()? else {
            return Ok(Contract::exported(compare.unwrap_or_default()));
        };
        // The golden pipeline's cycles are those of an exported unit.
        if compare.is_some_and(|compare| compare != Compare::Transactions) {
            bail!("a unit with ports of its own, expected --compare transactions");
        }
        Ok(Box::leak(Box::new(described.contract()?)))
    }

    /// The hardware, with waves or without; what has to be made first is kept in the cache.
    pub fn model(&self, traced: bool, quiet: bool, folders: &Folders) -> anyhow::Result<Model> {
        let external = self.external()?;
        let linked = |table| Model {
            table,
            sha256: None,
            top: None,
            warnings: Vec::new(),
        };
        Ok(match self.target {
            Target::Rtl if traced => linked(making(quiet, folders, |cache, begins| {
                Ok(netlist::traced(cache, begins)?)
            })?),
            Target::Rtl => linked(DutTable::fast()),
            Target::Netlist | Target::External(_) | Target::Described(_) => {
                let described = self.described()?;
                let (external, described) = (external.as_ref(), described.as_ref());
                let loaded = making(quiet, folders, |cache, begins| {
                    load(external, described, traced, cache, begins)
                })?;
                Model {
                    table: loaded.table,
                    sha256: Some(loaded.sha256),
                    top: loaded.top,
                    warnings: loaded.warnings,
                }
            }
        })
    }

    /// Name of `model` in results.
    pub fn hardware(&self, model: Model) -> Result<HardwareHashes, NetlistError> {
        let Model { sha256, top, .. } = model;
        let sha256 = sha256.unwrap_or_default();
        Ok(match self.target {
            Target::Rtl => HardwareHashes::of_tops(&[exported::DEFAULT, DECODER])?,
            Target::Netlist => HardwareHashes {
                sha256,
                ..HardwareHashes::of_tops(&[netlist::TOP, DECODER])?
            },
            Target::External(_) | Target::Described(_) => HardwareHashes {
                sha256,
                top,
                ..HardwareHashes::default()
            },
        })
    }

    /// The tools that made `table`, a model of it.
    pub fn tools(&self, table: &DutTable) -> Tools {
        let yosys = match self.target {
            Target::Netlist => netlist::yosys_version().ok(),
            Target::Rtl | Target::External(_) | Target::Described(_) => None,
        };
        let yosys = yosys.map(|version| ("yosys".to_owned(), version));
        tools_of(table).into_iter().chain(yosys).collect()
    }
}

/// Lets `make` make a simulator in the cache, and shows what takes long.
fn making<T>(
    quiet: bool,
    folders: &Folders,
    make: impl FnOnce(&Path, &mut dyn FnMut(BuildStep)) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let cache = folders.cache("simulators")?;
    let spinner = progress::bar(None, "{spinner} {msg}, {elapsed}", quiet);
    spinner.enable_steady_tick(progress::INTERVAL);
    let mut begins = |step| {
        spinner.set_message(match step {
            BuildStep::Synthesis => "Yosys synthesises the 8-lane unit: some minutes, once",
            BuildStep::Simulator => "Verilator and C++ compiler make its simulator, once",
        });
    };
    let made = make(&cache, &mut begins);
    spinner.finish_and_clear();
    made.or_else(|error| {
        // A folder that can't be written is the reason to report.
        can_write("--cache-dir", &cache)?;
        Err(error)
    })
}

/// The simulator of an external design, or of the netlist where there is none.
fn load(
    external: Option<&External>,
    described: Option<&Adapted>,
    traced: bool,
    cache: &Path,
    begins: &mut dyn FnMut(BuildStep),
) -> anyhow::Result<LoadedModel> {
    Ok(match (external, described) {
        (_, Some(described)) => described.load(cache, traced, begins)?,
        (Some(external), None) => external::load(external, cache, traced, begins)?,
        (None, None) => netlist::load(cache, traced, begins)?,
    })
}
