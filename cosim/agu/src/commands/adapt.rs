//! `agu adapt`: a first description of a unit with ports of its own.

use super::folders::Folders;
use super::target::DesignArguments;
use super::{Outcome, output, write_file};
use clap::{Arg, Args};
use cosim::dut::adapted;
use cosim::dut::external::External;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Draft the description of a unit with ports of its own
///
/// `agu cosim --target FILE.toml` reads it. Ports are recognised by their names; what is not
/// recognised is a comment in it, to be filled in. With -o, a unit with interfaces or arrays as
/// ports gets a module around it in TOP_ports.sv.
#[derive(Args)]
pub struct AdaptArguments {
    /// The unit's file
    #[arg(value_name = "FILE.v")]
    file: PathBuf,
    #[command(flatten)]
    design: DesignArguments,
    /// Give a parameter of the unit a value
    #[arg(short = 'G', value_name = "NAME=VALUE")]
    parameters: Vec<String>,
    /// Write it to FILE
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Places an option in the help among the others, and explains `--top`.
pub fn placed(option: Arg) -> Arg {
    let is_top = option.get_id() == "top";
    let option = option.help_heading(None::<&str>);
    if is_top {
        option.help("The unit, where several modules are instantiated by no other one")
    } else {
        option
    }
}

pub fn run(arguments: &AdaptArguments, folders: &Folders) -> anyhow::Result<Outcome> {
    let external = External {
        parameters: arguments.parameters.clone(),
        ..arguments.design.with(&arguments.file)
    };
    // The name stands for standard output in messages.
    let file = arguments
        .output
        .as_deref()
        .unwrap_or(Path::new("draft.toml"));
    let folder = file.parent().unwrap_or(Path::new(""));
    let cache = folders.cache("simulators")?;
    let (external, mut notes) = match &arguments.output {
        Some(_) => adapted::wrap(&external, folder, &cache)?,
        None => (external, Vec::new()),
    };
    let draft = adapted::draft(&external, file, &cache)?;
    match &arguments.output {
        Some(path) => write_file(path, draft.text)?,
        None => output::print(&draft.text)?,
    }
    notes.extend(draft.notes);
    for note in notes {
        let file = arguments.file.display();
        writeln!(output::stderr(), "{file}: note: {note}")?;
    }
    Ok(Outcome::Good)
}
