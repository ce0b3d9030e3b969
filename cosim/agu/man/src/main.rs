//! Man pages of `agu`, one of the program and one of each command, into a folder: `agu-man FOLDER`.
//! A program of its own, so that `agu` needs no package for them.

use std::path::Path;
use std::{env, fs};

use anyhow::Context;
use clap_mangen::Man;

fn main() -> anyhow::Result<()> {
    let folder = env::args_os().nth(1).context("expected a folder")?;
    write(Path::new(&folder))
}

/// Writes `agu.1` and `agu-COMMAND.1`.
fn write(folder: &Path) -> anyhow::Result<()> {
    let mut program = cli::command_line().disable_help_subcommand(true);
    program.build();
    let commands = program.get_subcommands().cloned();
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for command in commands.chain([program.clone()]) {
        let man = Man::new(command);
        let path = folder.join(man.get_filename());
        let mut page = Vec::new();
        man.render(&mut page)?;
        // The text after the options is a list of examples.
        let page = String::from_utf8(page)?.replace(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n");
        fs::write(&path, page).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    #[test]
    fn each_command_has_a_page_with_examples() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        super::write(folder.path())?;
        let program = fs::read_to_string(folder.path().join("agu.1"))?;
        for command in cli::command_line().get_subcommands() {
            let name = command.get_name();
            let page = fs::read_to_string(folder.path().join(format!("agu-{name}.1")))?;
            let (_, examples) = page.split_once(".SH EXAMPLES\n").unwrap_or_default();
            assert!(examples.contains(&format!("agu {name}")), "{page}");
            assert!(program.contains(&format!("agu\\-{name}(1)")), "{program}");
        }
        Ok(())
    }
}
