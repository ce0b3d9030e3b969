//! Sessions of a shell go as shown, and the files that a page shows are there.

use super::commands::{agu, project, understood};
use super::{CONSOLE, Outcome, all_pages, blocks, file_of};
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Starts of the commands that take minutes.
const LONG: [&str; 2] = ["agu cosim --target examples/", "agu synth "];

/// Whether the shown lines equal the output; `...` stands for any lines.
fn shows(shown: &[&str], output: &[&str]) -> bool {
    match shown.split_first() {
        None => output.is_empty(),
        Some((&"...", rest)) => (0..=output.len()).any(|skipped| shows(rest, &output[skipped..])),
        Some((line, rest)) => output
            .split_first()
            .is_some_and(|(first, output)| first == line && shows(rest, output)),
    }
}

/// Removes the folders of failures: each session is shown as the first one in its folder.
fn forget_failures(folder: &Path) -> Outcome<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_string_lossy().starts_with("agu-failure-") {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// Runs the commands of all sessions that take minutes, or all others, in `folder`.
fn run(folder: &str, long: bool) -> Outcome<()> {
    let folder = project(folder)?;
    let agu = agu()?;
    let programs = agu.parent().ok_or("a program in no folder")?.to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&path)))?;
    let mut commands = 0;
    for (page, text) in all_pages()? {
        for (language, lines) in blocks(&text) {
            if let Some(file) = file_of(language, &lines) {
                fs::write(folder.join(file), lines.join("\n") + "\n")?;
            }
        }
        let sessions = blocks(&text).into_iter();
        for (_, lines) in sessions.filter(|(language, _)| *language == CONSOLE) {
            for session in lines.chunk_by(|_, next| !next.starts_with("$ ")) {
                let (command, shown) = session.split_first().ok_or("an empty session")?;
                let command = command.strip_prefix("$ ").ok_or("output of no command")?;
                if LONG.iter().any(|start| command.starts_with(start)) != long {
                    if !long {
                        understood(command)?;
                    }
                    continue;
                }
                forget_failures(&folder)?;
                let ran = Command::new("sh")
                    .args(["-c", &format!("{command} 2>&1")])
                    .current_dir(&folder)
                    .env("PATH", &path)
                    .output()?;
                let said = String::from_utf8(ran.stdout)?;
                let lines: Vec<_> = said.lines().collect();
                let page = page.display();
                assert!(shows(shown, &lines), "{page}: `{command}` prints:\n{said}");
                let differs = shown.iter().any(|line| line.starts_with("mismatch: "));
                let good = ran.status.code() == Some(differs.into());
                let other = !command.starts_with("agu ");
                assert!(good || other, "{page}: `{command}`: {}", ran.status);
                commands += 1;
            }
        }
    }
    assert!(commands > 0);
    Ok(())
}

#[test]
fn sessions_go_as_shown() -> Outcome<()> {
    run("console", false)
}

#[test]
#[ignore = "minutes, and the tools of `make synth`: `make pages` runs it"]
fn long_sessions_go_as_shown() -> Outcome<()> {
    run("console_long", true)
}
