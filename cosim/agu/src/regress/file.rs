//! The file of a regression: a list of commands, each with its number of parts.

use super::Work;
use cosim::source::{SourceError, toml_message};
use serde::Deserialize;
use sim::init::position;
use std::fs;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;

/// Most parts: as many as Slurm takes as one array unless its configuration sets more.
const MOST_PARTS: u64 = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegressionFile {
    /// Names the folder and the jobs of a farm; without one, the file's own name does.
    name: Option<Spanned<String>>,
    #[serde(default)]
    command: Vec<CommandEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandEntry {
    /// A command line of `agu`, without that word.
    run: Spanned<String>,
    parts: Option<Spanned<u64>>,
}

/// A regression as its file has it.
pub struct Regression {
    pub name: String,
    pub work: Vec<Work>,
}

/// A value that is refused.
struct RefusedValue {
    span: Range<usize>,
    text: String,
}

impl RefusedValue {
    fn new(span: Range<usize>, text: impl ToString) -> RefusedValue {
        let text = text.to_string();
        RefusedValue { span, text }
    }
}

impl Regression {
    /// Reads the file `path`.
    ///
    /// # Errors
    /// It cannot be read, or has an unknown key, a value that is refused or no command.
    pub fn read(path: &Path) -> Result<Regression, SourceError> {
        let text = fs::read_to_string(path);
        let text = text.map_err(|reason| SourceError::reading(path, reason))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Regression::parse(&text, &stem).map_err(|wrong| {
            let place = position(&text, wrong.span.start);
            SourceError::rejected(&path.display().to_string(), place, wrong.text)
        })
    }

    fn parse(text: &str, stem: &str) -> Result<Regression, RefusedValue> {
        let file: RegressionFile = toml::from_str(text).map_err(|error| RefusedValue {
            span: error.span().unwrap_or_default(),
            text: toml_message(&error),
        })?;
        let (name, span) = match &file.name {
            Some(name) => (name.get_ref().as_str(), name.span()),
            None => (stem, 0..0),
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
            let text = "expected a name of letters, digits, `-`, `_` and `.`";
            return Err(RefusedValue::new(span, text));
        }
        let mut work: Vec<Work> = Vec::new();
        for CommandEntry { run, parts } in file.command {
            let count = parts.as_ref().map_or(1, |parts| *parts.get_ref());
            let span = parts.map_or(run.span(), |parts| parts.span());
            let left = MOST_PARTS - work.iter().map(|work| work.parts).sum::<u64>();
            if !(1..=left).contains(&count) {
                let text =
                    format!("{count} parts, expected 1 to {left}: {MOST_PARTS} of all commands");
                return Err(RefusedValue::new(span, text));
            }
            let next = Work::parse(run.get_ref(), count);
            let next = next.map_err(|error| RefusedValue::new(run.span(), error))?;
            if work.iter().any(|it| it.invocation == next.invocation) {
                let text = format!("`{}` is there already, expected it once", next.invocation);
                return Err(RefusedValue::new(run.span(), text));
            }
            work.push(next);
        }
        if work.is_empty() {
            let text = "nothing to run, expected [[command]] with `run = \"cosim ...\"`";
            return Err(RefusedValue::new(0..0, text));
        }
        Ok(Regression {
            name: name.to_owned(),
            work,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NIGHT: &str = r#"
        [[command]]
        run = "cosim --ops 12_000_000_000 --seed 7"
        parts = 3
        [[command]]
        run = "cosim --target 'my unit.v' --top my_unit --ops 1_000 --seed 7 --compare valid"
        parts = 2
        [[command]]
        run = "prove lea-lo mov"
        [[command]]
        run = "mutate --mutants 512"
        [[command]]
        run = "coverage --seed 8"
        [[command]]
        run = "synth --top agu_lane --device hx8k --seeds 4"
    "#;

    fn parse(text: &str) -> Result<Regression, String> {
        Regression::parse(text, "night").map_err(|wrong| wrong.text)
    }

    #[test]
    fn parts_are_commands_in_one_spelling() {
        let night = parse(NIGHT).unwrap();
        let parts: Vec<String> = night.work.iter().flat_map(Work::part_names).collect();
        let shown = [
            "agu cosim --ops 12000000000 --seed 7 --shard 1/3",
            "agu cosim --ops 12000000000 --seed 7 --shard 2/3",
            "agu cosim --ops 12000000000 --seed 7 --shard 3/3",
            "agu cosim --target 'my unit.v' --top my_unit --ops 1000 --seed 7 --compare valid --shard 1/2",
            "agu cosim --target 'my unit.v' --top my_unit --ops 1000 --seed 7 --compare valid --shard 2/2",
            "agu prove lea-lo mov --shard 1/1",
            "agu mutate --mutants 512 --ops 20000000 --seed 1 --shard 1/1",
            "agu coverage --ops 8000000 --seed 8 --shard 1/1",
            "agu synth --device hx8k --top agu_lane --seeds 4 --shard 1/1",
        ];
        assert_eq!(parts, shown);
        // A part's command is read as the same command.
        for work in &night.work {
            let line = work.invocation.trim_start_matches("agu ");
            let again = Work::parse(line, 1).unwrap();
            assert_eq!(again.invocation, work.invocation);
        }
    }

    #[test]
    fn other_files_are_refused() {
        #[rustfmt::skip]
        let refused = [
            ("parts = 3", "part = 3", "unknown field `part`, expected `run` or `parts`"),
            ("parts = 3", "parts = -3", "expected a number, 0 or more"),
            ("parts = 3", "parts = 0", "0 parts, expected 1 to 1000"),
            ("parts = 2", "parts = 998", "998 parts, expected 1 to 997"),
            ("[[command]]", "name = \"a/b\"\n[[command]]", "expected a name of letters"),
            ("cosim --ops", "run --ops", "`run`, expected one of cosim, prove"),
            ("cosim --ops", "cosim --opps", "unexpected argument found: --opps"),
            ("prove lea-lo mov", "", "``, expected one of cosim, prove"),
            ("prove lea-lo mov", "prove move", "`move` for [NAME]...: `agu prove --list` prints all"),
            ("hx8k", "hx9k", "`hx9k` for --device <DEVICE>, expected hx8k, up5k"),
            ("--compare valid", "--compare maybe", "`maybe` for --compare <HOW>, expected cycles"),
            ("--seed 7\"\n        parts = 3", "\"", "no --seed, expected the seed of all parts"),
            ("prove lea-lo mov", "prove 'lea-lo", "expected quotes in pairs"),
            ("prove lea-lo mov", "prove mov --shard 1/2", "--shard"),
            ("--mutants 512", "--mutants 0", "`0` for --mutants <MUTANTS>: out of range, expected 1 to"),
            ("prove lea-lo mov", "mutate --mutants 512", "is there already, expected it once"),
        ];
        for (from, to, said) in refused {
            assert!(NIGHT.contains(from), "{from}");
            let error = parse(&NIGHT.replacen(from, to, 1)).err();
            let error = error.unwrap_or_default();
            assert!(error.contains(said), "{to}: {error}");
        }
        let nothing = parse("name = \"x\"").err().unwrap_or_default();
        assert!(nothing.contains("nothing to run"), "{nothing}");
    }
}
