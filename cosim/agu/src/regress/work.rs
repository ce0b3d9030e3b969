//! A command that can be cut into parts.

use crate::commands::folders::Folders;
use crate::results::HardwareHashes;
use crate::results::part_result::part_name;
use crate::{Cli, Command};
use clap::Parser;
use clap::error::{ContextKind, ContextValue};
use cosim::shard::Shard;
use std::error::Error;

/// The commands that `--shard` cuts.
const COMMANDS: [&str; 5] = ["cosim", "prove", "mutate", "coverage", "synth"];

/// A command of a regression, and its number of parts.
pub struct Work {
    command: Command,
    /// The command line, in one spelling.
    pub invocation: String,
    pub parts: u64,
}

/// A line that is no such command.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    #[error("expected quotes in pairs")]
    Quotes,
    #[error("`{0}`, expected one of {list}", list = COMMANDS.join(", "))]
    Command(String),
    #[error("{0}")]
    Arguments(String),
    #[error("no --seed, expected the seed of all parts")]
    Seed,
}

impl Work {
    /// The command `line`, in `parts` parts. It is read as the program will read each part.
    ///
    /// # Errors
    /// It is no command line of these commands, or random work without a seed.
    pub fn parse(line: &str, parts: u64) -> Result<Work, WorkError> {
        let words = shlex::split(line).ok_or(WorkError::Quotes)?;
        let of_part = ["--shard", "1/1", "--json", "result.json", "--quiet"].map(str::to_owned);
        let name = words.first().cloned().unwrap_or_default();
        if !COMMANDS.contains(&name.as_str()) {
            return Err(WorkError::Command(name));
        }
        let all = ["agu".to_owned()].into_iter().chain(words).chain(of_part);
        let parsed = Cli::try_parse_from(all);
        let command = parsed.map_err(|error| WorkError::Arguments(reason(&error)))?;
        let command = command.command;
        let seed = |seed: anyhow::Result<u64>| seed.map_err(|_| WorkError::Seed);
        let invocation = match &command {
            Command::Cosim(arguments) => arguments.invocation(seed(arguments.seed())?),
            Command::Coverage(arguments) => arguments.invocation(seed(arguments.seed())?),
            Command::Prove(arguments) => arguments.invocation(),
            Command::Mutate(arguments) => arguments.invocation(),
            Command::Synth(arguments) => arguments.invocation(),
            _ => return Err(WorkError::Command(name)),
        };
        Ok(Work {
            command,
            invocation,
            parts,
        })
    }

    /// The command line of each part.
    pub fn part_names(&self) -> impl Iterator<Item = String> {
        Shard::all(self.parts).map(|shard| part_name(&self.invocation, shard))
    }

    /// The hardware of a co-simulation, which is made where it has to be; none of other commands.
    pub fn hardware(&self, folders: &Folders) -> anyhow::Result<Option<HardwareHashes>> {
        match &self.command {
            Command::Cosim(arguments) => arguments.hardware(folders).map(Some),
            _ => Ok(None),
        }
    }
}

/// An error of the command line in one line.
fn reason(error: &clap::Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        Some(texts @ ContextValue::StyledStrs(_)) => texts.to_string(),
        _ => String::new(),
    };
    let argument = text(ContextKind::InvalidArg);
    let (value, valid) = (
        text(ContextKind::InvalidValue),
        text(ContextKind::ValidValue),
    );
    let kind = error.kind().as_str().unwrap_or("bad usage");
    match (value.as_str(), valid.as_str(), error.source()) {
        ("", ..) if argument.is_empty() => kind.to_owned(),
        ("", ..) => format!("{kind}: {argument}"),
        (value, "", Some(source)) => format!("`{value}` for {argument}: {source}"),
        (value, "", None) => match text(ContextKind::Suggested).as_str() {
            "" => format!("`{value}` for {argument}"),
            tip => format!("`{value}` for {argument}: {tip}"),
        },
        (value, valid, _) => format!("`{value}` for {argument}, expected {valid}"),
    }
}
