//! Sessions of a shell run as shown, with any exit status, and the files that a page shows are
//! there.

use super::commands::{agu, shows};
use super::{CONSOLE, Outcome, all_pages, blocks, file_of};
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn sessions_go_as_shown() -> Outcome<()> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("console");
    // Files of an earlier run would be found there.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let agu = agu()?;
    let programs = agu.parent().ok_or("a program in no folder")?;
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(
        [programs.to_owned()]
            .into_iter()
            .chain(env::split_paths(&path)),
    )?;
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
                let ran = Command::new("sh")
                    .args(["-c", &format!("{command} 2>&1")])
                    .current_dir(&folder)
                    .env("PATH", &path)
                    .output()?;
                let said = String::from_utf8(ran.stdout)?;
                let lines: Vec<_> = said.lines().collect();
                let shown: Vec<String> = shown.iter().map(|line| (*line).to_owned()).collect();
                let right = shows(&shown, &lines);
                assert!(right, "{}: `{command}` prints:\n{said}", page.display());
                commands += 1;
            }
        }
    }
    assert!(commands > 0);
    Ok(())
}
