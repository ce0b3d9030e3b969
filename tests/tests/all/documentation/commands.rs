//! The commands in all blocks of the pages run; long ones are shortened. Commands of cargo only have
//! to exist. Commands with an output are in `console`.

use super::{CONSOLE, Outcome, all_pages, blocks, cargo, root};
use crate::fresh_folder;
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A replacement for a command that takes minutes.
struct Instead {
    /// Start of the replaced command.
    start: &'static str,
    tried: &'static str,
    /// Whether exit status 1 is acceptable, since a short run leaves requirements unmet.
    unmet: bool,
}

const fn instead(start: &'static str, tried: &'static str) -> Instead {
    Instead {
        start,
        tried,
        unmet: false,
    }
}

/// Replacements of which the first that fits is used. A co-simulation of the exported hardware is
/// shortened wherever it is shown.
const SHORTER: [Instead; 5] = [
    instead("agu bench", "agu bench --rounds 1"),
    instead("agu prove", "agu prove lea-hi"),
    // `--print` reads the file and creates the folder, but runs nothing. All parts are then
    // missing for `agu merge`.
    instead("agu regress", "agu regress examples/night.toml --print"),
    Instead {
        unmet: true,
        ..instead("agu merge", "agu merge night.regress --junit night.xml")
    },
    instead("agu synth", AREA),
];

/// Replacements for `make pages`. These commands take a minute even then, or need tools that `make
/// test` does not set up.
const LONG: [Instead; 6] = [
    Instead {
        unmet: true,
        ..instead("agu coverage", "agu coverage -o coverage.info --ops 20_000")
    },
    Instead {
        unmet: true,
        ..instead("agu mutate", "agu mutate --mutants 8 --ops 20_000")
    },
    instead(
        "agu cosim --target netlist",
        "agu cosim --target netlist --ops 2_000",
    ),
    instead("agu synth --check", "agu synth --check"),
    instead(
        "agu synth --record",
        "agu synth --record --top agu_lane --device hx8k",
    ),
    instead(
        "agu synth",
        "agu synth --top agu_lane --device hx8k --seeds 1",
    ),
];

/// Synthesis without placement: seconds.
const AREA: &str = "agu synth --top agu_lane --device hx8k --seeds 0";

/// Lane-operations of a shortened co-simulation.
const SHORT_OPS: &str = "2_000";

/// Targets of the Makefile that set up the tools of commands.
const SET_UP: [&str; 4] = ["setup", "solver", "synth-tools", "build"];

/// A command, and the page that shows it.
struct Shown {
    page: String,
    command: String,
}

/// The command in a line, without its comment.
fn command(line: &str) -> Option<String> {
    let command = line.split(" #").next().unwrap_or_default().trim();
    let mut starts = ["agu ", "make "].iter();
    let of_project = starts.any(|start| line.starts_with(start)) || cargo::is_cargo(command);
    of_project.then(|| command.to_owned())
}

/// Checks that a sentence with a command or an option is above commands, and not above an output,
/// which `console` would not compare.
fn introduces_no_output(page: &str, text: &str) -> Outcome<()> {
    let pieces: Vec<&str> = text.split("\n\n    ").collect();
    for pair in pieces.windows(2) {
        let first = pair[1].lines().next().unwrap_or_default();
        let sentence = pair[0].rsplit("\n\n").next().unwrap_or_default();
        let sentence = sentence.replace('\n', " ");
        let mut spans = sentence.split('`').skip(1).step_by(2);
        let has_options = spans
            .any(|span| span.starts_with('-') || (span.starts_with("agu ") && span.contains(" -")));
        if has_options && command(first).is_none() {
            let expected = "expected a block `console` with a command and its output";
            return Err(format!("{page}: {sentence}\n{expected}").into());
        }
    }
    Ok(())
}

/// The commands of the blocks that begin with one; other blocks are files.
fn commands() -> Outcome<Vec<Shown>> {
    let mut commands: Vec<Shown> = Vec::new();
    for (path, text) in all_pages()? {
        let page = path.display().to_string();
        introduces_no_output(&page, &text)?;
        for (language, lines) in blocks(&text) {
            // A prompt is no command: its block has another language.
            let is_command = |line: &&str| line.starts_with("$ ") || command(line).is_some();
            if language == CONSOLE || !lines.first().is_some_and(is_command) {
                continue;
            }
            for line in lines {
                let command = command(line).ok_or(format!("{page}: no command: {line}"))?;
                let page = page.clone();
                commands.push(Shown { page, command });
            }
        }
    }
    Ok(commands)
}

/// The row that fits a command.
fn row(table: &'static [Instead], command: &str) -> Option<&'static Instead> {
    table.iter().find(|row| command.starts_with(row.start))
}

/// The arguments of `agu` in `command`.
fn arguments(command: &str) -> Vec<String> {
    let words = command.split_whitespace().skip(1);
    words.map(str::to_owned).collect()
}

/// The arguments with which a command without a row is tried.
fn short_arguments(command: &str) -> Vec<String> {
    let mut arguments = arguments(command);
    if arguments.first().is_some_and(|first| first == "cosim") {
        match arguments.iter().position(|word| word == "--ops") {
            Some(place) => arguments[place + 1] = SHORT_OPS.to_owned(),
            None => arguments.extend(["--ops", SHORT_OPS].map(str::to_owned)),
        }
    }
    arguments
}

/// The program that was built with this test, two folders above it.
pub fn agu() -> Outcome<PathBuf> {
    let test = std::env::current_exe()?;
    let folder = test.ancestors().nth(2).ok_or("no folder of the build")?;
    let agu = folder.join("agu");
    assert!(agu.exists(), "{}: build the crate agu", agu.display());
    Ok(agu)
}

/// The commands of a target of the Makefile, without its set-up targets.
fn made(target: &str) -> Outcome<Vec<String>> {
    let ran = Command::new("make")
        .args(["--silent", target, "AGU=echo agu"])
        .args(SET_UP.map(|target| format!("--old-file={target}")))
        .current_dir(root())
        .output()?;
    let said = String::from_utf8(ran.stdout)?;
    let failed = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "make {target}: {said}{failed}");
    let commands: Vec<_> = said.lines().filter_map(command).collect();
    assert!(!commands.is_empty(), "make {target}: {said}");
    Ok(commands)
}

/// A folder in which commands write. Their inputs are there as in the tree.
pub fn project(name: &str) -> Outcome<PathBuf> {
    let folder = fresh_folder(name)?;
    fs::create_dir_all(folder.join("constraints"))?;
    let baseline = "constraints/qor.toml";
    fs::copy(root().join(baseline), folder.join(baseline))?;
    for name in ["tests", "examples", "rtl"] {
        std::os::unix::fs::symlink(root().join(name), folder.join(name))?;
    }
    Ok(folder)
}

/// Checks that the options of a command that does not run are understood. They are only parsed.
pub fn understood(command: &str) -> Outcome<()> {
    let mut arguments = arguments(command);
    // Another program parses the arguments after `--`.
    let end = arguments.iter().position(|word| word == "--");
    arguments.insert(end.unwrap_or(arguments.len()), "--help".to_owned());
    let ran = Command::new(agu()?).args(arguments).output()?;
    let failed = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "`{command}`\n{failed}");
    Ok(())
}

/// Commands as they are tried, in a folder of their own.
struct Trial {
    table: &'static [Instead],
    folder: PathBuf,
    /// Arguments that were run before.
    ran: HashSet<Vec<String>>,
}

impl Trial {
    /// Runs a command, if it did not run before.
    fn run(&mut self, Shown { page, .. }: &Shown, command: &str) -> Outcome<()> {
        let row = row(self.table, command);
        let arguments = match row {
            None => short_arguments(command),
            Some(row) => {
                understood(command)?;
                arguments(row.tried)
            }
        };
        if !self.ran.insert(arguments.clone()) {
            return Ok(());
        }
        let ran = Command::new(agu()?)
            .args(arguments)
            .current_dir(&self.folder)
            .output()?;
        let said = String::from_utf8([ran.stderr, ran.stdout].concat())?;
        let unmet = row.is_some_and(|row| row.unmet) && ran.status.code() == Some(1);
        assert!(ran.status.success() || unmet, "{page}: `{command}`\n{said}");
        Ok(())
    }

    /// Checks that each row of the table has replaced a command.
    fn met(&self) {
        for row in self.table {
            let met = self.ran.contains(&arguments(row.tried));
            assert!(met, "no page has `{}`", row.start);
        }
    }
}

/// The commands of `agu` in a line of a page. Targets of tests, and commands of cargo, run tests
/// such as this one: they only have to exist.
fn of_agu(shown: &Shown) -> Outcome<Vec<String>> {
    let Shown { page, command } = shown;
    match command.strip_prefix("make ") {
        Some(tier @ ("test" | "night" | "qor")) => {
            let makefile = fs::read_to_string(root().join("Makefile"))?;
            let target = format!("\n{tier}: ");
            assert!(makefile.contains(&target), "{page}: no target `{tier}`");
            Ok(Vec::new())
        }
        // The bench of an example, which `instances` runs.
        Some(example) if example.starts_with("-C ") => {
            let folder = example.split(' ').nth(1).unwrap_or_default();
            let makefile = root().join(folder).join("Makefile");
            assert!(makefile.is_file(), "{page}: no {}", makefile.display());
            Ok(Vec::new())
        }
        Some(target) => made(target),
        None if cargo::is_cargo(command) => {
            cargo::finds(command).map_err(|error| format!("{page}: `{command}`: {error}"))?;
            Ok(Vec::new())
        }
        None => Ok(vec![command.clone()]),
    }
}

#[test]
fn commands_run() -> Outcome<()> {
    let mut trial = Trial {
        table: &SHORTER,
        folder: project("documentation")?,
        ran: HashSet::new(),
    };
    let exported = Command::new(agu()?)
        .args(["export", "--top", "agu_unit1", "-o", "FILE.v"])
        .current_dir(&trial.folder)
        .status()?;
    assert!(exported.success());
    // Further inputs of an external design.
    for name in ["MORE.v", "LIST"] {
        fs::write(trial.folder.join(name), "")?;
    }
    fs::create_dir_all(trial.folder.join("DIR"))?;
    for shown in &commands()? {
        for command in of_agu(shown)? {
            if row(&LONG, &command).is_some() && row(&SHORTER, &command).is_none() {
                understood(&command)?;
            } else {
                trial.run(shown, &command)?;
            }
        }
    }
    trial.met();
    Ok(())
}

#[test]
#[ignore = "minutes, and the tools of `make synth`: `make pages` runs it"]
fn long_commands_run() -> Outcome<()> {
    let mut trial = Trial {
        table: &LONG,
        folder: project("documentation_long")?,
        ran: HashSet::new(),
    };
    for shown in &commands()? {
        for command in of_agu(shown)? {
            if row(&LONG, &command).is_some() {
                trial.run(shown, &command)?;
            }
        }
    }
    trial.met();
    Ok(())
}
