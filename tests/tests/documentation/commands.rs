//! The commands of all pages run, or are understood, and print what is shown.

use super::{CONSOLE, Outcome, all_pages, blocks, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is not run but only read: how it begins, and why. `make` has to have the target, and
/// cargo the test or the example.
const NOT_RUN: [(&str, &str); 10] = [
    ("make ", "installs tools, builds everything"),
    ("cargo ", "builds, and waits for the cargo that runs this"),
    ("UPDATE=1 cargo ", "the same, and writes into the tree"),
    ("agu bench", "minutes"),
    ("agu coverage", "minutes"),
    ("agu mutate", "an hour"),
    ("agu prove", "minutes, and the solver of `make solver`"),
    ("agu synth", "minutes, and the tools of `make synth`"),
    ("agu cosim --target netlist", "synthesises for minutes"),
    ("agu cosim --target FILE.v", "there is no such file"),
];

/// A command and, behind a prompt, what it answers.
struct Shown {
    page: String,
    command: String,
    output: Option<Vec<String>>,
}

/// The command of a line, with or without a prompt, and without its comment.
fn command(line: &str) -> Option<String> {
    let line = line.strip_prefix("$ ").unwrap_or(line);
    let of_project = ["agu ", "make ", "cargo ", "UPDATE=1 cargo "]
        .iter()
        .any(|start| line.starts_with(start));
    let command = line.split(" #").next().unwrap_or_default().trim();
    of_project.then(|| command.to_owned())
}

/// The commands of the blocks that begin with one; other blocks are files and outputs.
fn commands() -> Outcome<Vec<Shown>> {
    let mut commands: Vec<Shown> = Vec::new();
    for (path, text) in all_pages()? {
        let page = path.display().to_string();
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

/// Whether the lines are those of the output; `...` stands for any.
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

/// The arguments of `agu` with which a command is tried: a co-simulation is short, what is
/// not run is only parsed.
fn arguments(command: &str) -> Vec<&str> {
    let mut arguments: Vec<_> = command.split_whitespace().skip(1).collect();
    if NOT_RUN.iter().any(|(start, _)| command.starts_with(start)) {
        arguments.push("--help");
    } else if arguments.first() == Some(&"cosim") {
        match arguments.iter().position(|&word| word == "--ops") {
            Some(place) => arguments[place + 1] = "2_000",
            None => arguments.extend(["--ops", "2_000"]),
        }
    }
    arguments
}

/// The program that was built with this test, two folders above it.
pub fn agu() -> Outcome<PathBuf> {
    let test = std::env::current_exe()?;
    let folder = test.ancestors().nth(2).ok_or("no folder of the build")?;
    let agu = folder.join("agu");
    assert!(agu.exists(), "{}: build the crate cosim", agu.display());
    Ok(agu)
}

/// Whether cargo knows the crate of a command, and its test or example.
fn cargo_finds(command: &str) -> bool {
    let words: Vec<_> = command.split_whitespace().collect();
    let after = |option: &str| {
        let place = words.iter().position(|&word| word == option)?;
        words.get(place + 1)
    };
    let Some(name) = after("-p") else {
        return false;
    };
    let nested = root().join("sim").join(name);
    let folder = match nested.join("Cargo.toml").exists() {
        true => nested,
        false => root().join(name),
    };
    let exists = |kind: &str, name: &str| {
        let path = folder.join(kind).join(name);
        path.with_extension("rs").exists() || path.join("main.rs").exists()
    };
    folder.join("Cargo.toml").exists()
        && after("--test").is_none_or(|name| exists("tests", name))
        && after("--example").is_none_or(|name| exists("examples", name))
}

#[test]
fn commands_run() -> Outcome<()> {
    let agu = agu()?;
    let makefile = fs::read_to_string(root().join("Makefile"))?;
    // What commands write goes here; what they read is there as in the tree.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documentation");
    fs::create_dir_all(&folder)?;
    let programs = folder.join("tests");
    if !programs.exists() {
        std::os::unix::fs::symlink(env!("CARGO_MANIFEST_DIR"), &programs)?;
    }
    let commands = commands()?;
    for Shown {
        page,
        command,
        output,
    } in &commands
    {
        if let Some(target) = command.strip_prefix("make ") {
            let found = makefile.contains(&format!("\n{target}: "));
            assert!(found, "{page}: no target for `{command}`");
            continue;
        }
        if command.contains("cargo ") {
            assert!(cargo_finds(command), "{page}: cargo has no `{command}`");
            continue;
        }
        let ran = Command::new(&agu)
            .args(arguments(command))
            .current_dir(&folder)
            .output()?;
        let (said, failed) = (
            String::from_utf8(ran.stdout)?,
            String::from_utf8_lossy(&ran.stderr),
        );
        assert!(ran.status.success(), "{page}: `{command}`\n{said}{failed}");
        // A co-simulation says how fast it was.
        let repeatable = !command.starts_with("agu cosim");
        if let Some(output) = output.as_ref().filter(|_| repeatable) {
            let lines: Vec<_> = said.lines().collect();
            let right = shows(output, &lines);
            assert!(right, "{page}: `{command}` says:\n{said}");
        }
    }
    for (start, why) in NOT_RUN {
        let met = commands
            .iter()
            .any(|shown| shown.command.starts_with(start));
        assert!(met, "no page has `{start}` ({why})");
    }
    Ok(())
}
