//! Metadata of every result: hardware, commit, host, tools, and the command that finds it again.

use super::HardwareHashes;
use cosim::dut::netlist;
use cosim::dut::unit::DutTable;
use cosim::shard::Shard;
use formal::prove::solver;
use rustix::system::uname;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// Version of the form of results: another number where older files cannot be read.
pub const SCHEMA: u32 = 1;

/// The result of one command: `doc/results.md` has its members.
pub trait Findings: Serialize {
    const COMMAND: &'static str;
}

/// A result with its metadata, one object of JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Record<T> {
    pub schema: u32,
    pub command: String,
    /// The command line that finds it again, of the whole where this is a part.
    pub invocation: String,
    /// The part of that, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The hardware as `--target` names it; `rtl` where a command has no such option.
    pub target: String,
    pub hardware: HardwareHashes,
    pub tool: Tool,
    pub host: Host,
    pub tools: Tools,
    /// Its end, in seconds since 1970, UTC.
    pub time: u64,
    #[serde(flatten)]
    pub result: T,
}

/// This program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tool {
    pub version: String,
    /// The commit that it was compiled from, with `-dirty` behind it where something was not
    /// committed; none where there was no git.
    pub commit: Option<String>,
}

/// Versions of other programs, by name.
pub type Tools = BTreeMap<String, String>;

/// The machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Host {
    pub name: String,
    /// The processor's model, empty where the kernel names none.
    pub cpu: String,
}

impl Tool {
    pub fn this() -> Tool {
        Tool {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("AGU_COMMIT").map(str::to_owned),
        }
    }
}

impl Host {
    pub fn this() -> Host {
        let system = uname();
        let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let mut lines = processors.lines().filter_map(|line| line.split_once(':'));
        let model = lines.find(|(name, _)| name.trim() == "model name");
        Host {
            name: system.nodename().to_string_lossy().into_owned(),
            cpu: model.map_or(String::new(), |(_, model)| model.trim().to_owned()),
        }
    }
}

impl<T: Findings> Record<T> {
    /// A result that was found just now on this machine: by `invocation`, of the hardware that
    /// `--target` calls `target`.
    pub fn new(
        invocation: String,
        (target, hardware): (&str, HardwareHashes),
        tools: Tools,
        result: T,
    ) -> Record<T> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Record {
            schema: SCHEMA,
            command: T::COMMAND.to_owned(),
            invocation,
            shard: None,
            target: target.to_owned(),
            hardware,
            tool: Tool::this(),
            host: Host::this(),
            tools,
            time: now.unwrap_or_default().as_secs(),
            result,
        }
    }
}

/// The tools that made a model.
pub fn tools_of(table: &DutTable) -> Tools {
    let [verilator, compiler] = table.tools().map(str::to_owned);
    named([("verilator", verilator), ("compiler", compiler)])
}

/// A program that a command runs itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternalTool {
    /// Verilator and the C++ compiler it needs.
    Verilator,
    Yosys,
    /// The provers: Bitwuzla, and Z3 for a few claims.
    Solver,
}

/// The versions of those of `programs` that are installed.
pub fn tools_on_path(programs: &[ExternalTool]) -> Tools {
    let versions = programs.iter().flat_map(|program| match program {
        ExternalTool::Verilator => vec![
            ("verilator", verilated::version().unwrap_or_default()),
            ("compiler", verilated::compiler_version()),
        ],
        ExternalTool::Yosys => vec![("yosys", netlist::yosys_version().unwrap_or_default())],
        ExternalTool::Solver => vec![
            ("solver", solver::version().unwrap_or_default()),
            ("z3", z3().unwrap_or_default()),
        ],
    });
    named(versions)
}

fn z3() -> Option<String> {
    let said = Command::new("z3").arg("--version").output().ok()?;
    Some(String::from_utf8_lossy(&said.stdout).trim().to_owned())
}

fn named(versions: impl IntoIterator<Item = (&'static str, String)>) -> Tools {
    let versions = versions
        .into_iter()
        .filter(|(_, version)| !version.is_empty());
    let versions = versions.map(|(name, version)| (name.to_owned(), version));
    versions.collect()
}
