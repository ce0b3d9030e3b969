//! What is told of every result.

use super::Hardware;
use cosim::dut::netlist;
use cosim::dut::unit::DutTable;
use cosim::shard::Shard;
use formal::prove::solver;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// Of the form of records: another number where what was written before cannot be read.
pub const SCHEMA: u32 = 1;

/// A result of one command.
pub trait Kept: Serialize + DeserializeOwned {
    /// The command.
    const COMMAND: &'static str;

    /// Whether `newer` replaces `older`. Both are of the same hardware.
    fn supersedes(newer: &Record<Self>, older: &Record<Self>) -> bool;
}

/// A result, and what it was found with. Its fields and those of the result are one object of
/// JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record<T> {
    /// [`SCHEMA`].
    pub schema: u32,
    pub command: String,
    /// What was asked for, without what is only about output.
    #[serde(default)]
    pub invocation: String,
    /// Where it was a part of that: which one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// As `--target` names the hardware; `rtl` where a command has no such option.
    pub target: String,
    pub hardware: Hardware,
    pub tool: Tool,
    pub host: Host,
    pub tools: Tools,
    /// When it ended, in seconds since 1970, UTC.
    pub time: u64,
    #[serde(flatten)]
    pub result: T,
}

/// This program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tool {
    pub version: String,
    /// The commit that it was compiled from, with `-dirty` behind it where something was not
    /// committed; none where there was no git.
    pub commit: Option<String>,
}

/// Versions of other programs, by name.
pub type Tools = BTreeMap<String, String>;

/// The machine that it was found on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    pub name: String,
    /// The processor's model.
    pub cpu: String,
}

impl Host {
    /// This one.
    pub fn this() -> Host {
        let cpu = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
        let system = System::new_with_specifics(cpu);
        let cpu = system.cpus().first();
        Host {
            name: System::host_name().unwrap_or_default(),
            cpu: cpu.map_or(String::new(), |cpu| cpu.brand().to_owned()),
        }
    }
}

impl<T: Kept> Record<T> {
    /// What `tool` has just found here of `hardware`, which `--target` calls `target`.
    pub fn new(
        (target, hardware): (&str, Hardware),
        tool: Tool,
        tools: Tools,
        result: T,
    ) -> Record<T> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Record {
            schema: SCHEMA,
            command: T::COMMAND.to_owned(),
            invocation: String::new(),
            shard: None,
            target: target.to_owned(),
            hardware,
            tool,
            host: Host::this(),
            tools,
            time: now.unwrap_or_default().as_secs(),
            result,
        }
    }
}

impl<T> Record<T> {
    /// Adds an option to what was asked for that the program has chosen itself, unless it `was_given`.
    pub fn complete(&mut self, option: &str, was_given: bool, value: u64) {
        if !was_given {
            self.invocation += &format!(" {option} {value}");
        }
    }

    /// The command that finds it again.
    pub fn name(&self) -> String {
        match self.shard {
            Some(shard) => part_name(&self.invocation, shard),
            None => self.invocation.clone(),
        }
    }
}

/// The command of part `shard` of `invocation`.
pub fn part_name(invocation: &str, shard: Shard) -> String {
    format!("{invocation} --shard {shard}")
}

/// The tools that made a model.
pub fn tools_of(table: &DutTable) -> Tools {
    let [verilator, compiler] = table.tools().map(str::to_owned);
    named([("verilator", verilator), ("compiler", compiler)])
}

/// A program that a command runs itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// With the C++ compiler that it is nothing without.
    Verilator,
    Yosys,
    /// Of the proofs, with Z3, which has a few of them.
    Solver,
}

/// The versions of those of `programs` that are installed.
pub fn tools_on_path(programs: &[Program]) -> Tools {
    let versions = programs.iter().flat_map(|program| match program {
        Program::Verilator => vec![
            ("verilator", verilator::version().unwrap_or_default()),
            ("compiler", verilator::compiler_version()),
        ],
        Program::Yosys => vec![("yosys", netlist::yosys_version().unwrap_or_default())],
        Program::Solver => vec![
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
