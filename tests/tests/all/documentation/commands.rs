//! The commands in all blocks of the pages, and in sentences above an output, run and print the
//! shown output; long ones are shortened. Commands of cargo only have to exist.

use super::{CONSOLE, Outcome, all_pages, blocks, cargo, root};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
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
const LONG: [Instead; 7] = [
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
    // Its output is shown, which has no Fmax.
    instead(AREA, AREA),
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

/// A command and, after a prompt, its output.
struct Shown {
    page: String,
    command: String,
    output: Option<Vec<String>>,
}

/// The command in a line, with or without a prompt, without its comment.
fn command(line: &str) -> Option<String> {
    let line = line.strip_prefix("$ ").unwrap_or(line);
    let command = line.split(" #").next().unwrap_or_default().trim();
    let mut starts = ["agu ", "make "].iter();
    let of_project = starts.any(|start| line.starts_with(start)) || cargo::is_cargo(command);
    of_project.then(|| command.to_owned())
}

/// The commands that end a sentence, each with the block below it, which is some of its output.
fn introduced(page: &str, text: &str) -> Outcome<Vec<Shown>> {
    let mut found = Vec::new();
    let pieces: Vec<&str> = text.split("\n\n    ").collect();
    for pair in pieces.windows(2) {
        let (first, rest) = pair[1].split_once('\n').unwrap_or((pair[1], ""));
        if command(first).is_some() {
            continue;
        }
        let sentence = pair[0].rsplit("\n\n").next().unwrap_or_default();
        let sentence = sentence.replace('\n', " ");
        let spans = sentence.split('`').skip(1).step_by(2);
        let has_options = |span: &&str| {
            span.starts_with('-') || (span.starts_with("agu ") && span.contains(" -"))
        };
        let options: Vec<&str> = spans.filter(has_options).collect();
        match options[..] {
            [] => {}
            [command] if command.starts_with("agu ") && sentence.ends_with("`:") => {
                let rest = rest.lines().map_while(|line| line.strip_prefix("    "));
                let lines = ["...", first].into_iter().chain(rest).chain(["..."]);
                found.push(Shown {
                    page: page.to_owned(),
                    command: command.to_owned(),
                    output: Some(lines.map(str::to_owned).collect()),
                });
            }
            _ => {
                let expected = "expected one command of agu, at the end, above its output";
                return Err(format!("{page}: {sentence}\n{expected}").into());
            }
        }
    }
    Ok(found)
}

/// The commands of the blocks that begin with one, and of sentences; other blocks are files and
/// outputs.
fn commands() -> Outcome<Vec<Shown>> {
    let mut commands: Vec<Shown> = Vec::new();
    for (path, text) in all_pages()? {
        let page = path.display().to_string();
        commands.extend(introduced(&page, &text)?);
        for (language, lines) in blocks(&text) {
            if language == CONSOLE || lines.first().is_none_or(|line| command(line).is_none()) {
                continue;
            }
            let prompted = lines.iter().any(|line| line.starts_with("$ "));
            for line in lines {
                let found = command(line).filter(|_| !prompted || line.starts_with("$ "));
                match (found, commands.last_mut()) {
                    (Some(command), _) => commands.push(Shown {
                        page: page.clone(),
                        command,
                        output: prompted.then(Vec::new),
                    }),
                    (None, Some(Shown { output, .. })) if prompted => {
                        output.get_or_insert_default().push(line.to_owned());
                    }
                    _ => return Err(format!("{page}: neither command nor output: {line}").into()),
                }
            }
        }
    }
    Ok(commands)
}

/// Whether the shown lines equal the output; `...` stands for any lines.
pub fn shows(shown: &[String], output: &[&str]) -> bool {
    match shown.split_first() {
        None => output.is_empty(),
        Some((line, rest)) if line == "..." => {
            (0..=output.len()).any(|skipped| shows(rest, &output[skipped..]))
        }
        Some((line, rest)) => output
            .split_first()
            .is_some_and(|(first, output)| first == line && shows(rest, output)),
    }
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

/// Whether a command is a co-simulation with an output, which it has only in full: minutes.
fn is_full_cosim(shown: &Shown, command: &str) -> bool {
    command.starts_with("agu cosim") && shown.output.is_some()
}

/// The arguments with which a command without a row and without an output is tried.
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
fn project(name: &str) -> Outcome<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("constraints"))?;
    let baseline = "constraints/qor.toml";
    fs::copy(root().join(baseline), folder.join(baseline))?;
    for name in ["tests", "examples"] {
        std::os::unix::fs::symlink(root().join(name), folder.join(name))?;
    }
    Ok(folder)
}

/// Checks that the options of a replaced command are understood. They are only parsed.
fn understood(command: &str) -> Outcome<()> {
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
    /// Arguments that were run before; commands without shown output run once.
    ran: HashSet<Vec<String>>,
}

impl Trial {
    /// Runs a command, and compares its output with the shown one.
    fn run(&mut self, shown: &Shown, command: &str) -> Outcome<()> {
        let row = row(self.table, command);
        let arguments = match row {
            None if is_full_cosim(shown, command) => arguments(command),
            None => short_arguments(command),
            Some(row) => {
                understood(command)?;
                arguments(row.tried)
            }
        };
        if !self.ran.insert(arguments.clone()) && shown.output.is_none() {
            return Ok(());
        }
        let ran = Command::new(agu()?)
            .args(arguments)
            .current_dir(&self.folder)
            .output()?;
        let said = String::from_utf8(ran.stdout)?;
        let failed = String::from_utf8_lossy(&ran.stderr);
        let page = &shown.page;
        let shown = shown.output.as_deref();
        let finds = |line: &String| line.starts_with("mismatch: ");
        let status = i32::from(shown.is_some_and(|lines| lines.iter().any(finds)));
        let unmet = row.is_some_and(|row| row.unmet) && ran.status.code() == Some(1);
        let good = ran.status.code() == Some(status) || unmet;
        assert!(good, "{page}: `{command}`\n{said}{failed}");
        if let Some(shown) = shown {
            let lines: Vec<_> = failed.lines().chain(said.lines()).collect();
            let right = shows(shown, &lines);
            assert!(right, "{page}: `{command}` prints:\n{failed}{said}");
        }
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
    let Shown { page, command, .. } = shown;
    match command.strip_prefix("make ") {
        Some(tier @ ("test" | "night")) => {
            let makefile = fs::read_to_string(root().join("Makefile"))?;
            let target = format!("\n{tier}: ");
            assert!(makefile.contains(&target), "{page}: no target `{tier}`");
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
            let is_long = row(&LONG, &command).is_some() || is_full_cosim(shown, &command);
            if is_long && row(&SHORTER, &command).is_none() {
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
            if row(&LONG, &command).is_some() || is_full_cosim(shown, &command) {
                trial.run(shown, &command)?;
            }
        }
    }
    trial.met();
    Ok(())
}
