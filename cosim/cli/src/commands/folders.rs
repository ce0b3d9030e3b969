//! Where simulators and results are kept, and keeping them.

use super::output;
use crate::results::{Hardware, Kept, Record, Store, Tool, Tools};
use anyhow::Context;
use clap::{Args, ValueHint};
use etcetera::{BaseStrategy, choose_base_strategy};
use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Of this program, below the platform's folders.
const NAME: &str = "agu";

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Folders")]
pub struct Folders {
    /// Keep the simulators that are made on the way here [env: AGU_CACHE_DIR] [default:
    /// $XDG_CACHE_HOME/agu, else ~/.cache/agu]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    cache_dir: Option<PathBuf>,
    /// Keep results for `agu report` here [env: AGU_STATE_DIR] [default: $XDG_STATE_HOME/agu, else
    /// ~/.local/state/agu]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    state_dir: Option<PathBuf>,
    /// What was asked for, as results name it.
    #[arg(skip)]
    pub invocation: String,
}

impl Folders {
    /// Takes from the environment the folders that no option sets. clap would list an option that
    /// the environment sets among the required ones of a usage line.
    pub fn complete(&mut self) {
        let set = |name| env::var_os(name).filter(|value| !value.is_empty());
        let complete = |folder: &mut Option<PathBuf>, name| {
            *folder = folder.take().or_else(|| set(name).map(PathBuf::from));
        };
        complete(&mut self.cache_dir, "AGU_CACHE_DIR");
        complete(&mut self.state_dir, "AGU_STATE_DIR");
    }

    /// The folder `name` of simulators, which need not be there.
    ///
    /// # Errors
    /// There is no home folder.
    pub fn cache(&self, name: &str) -> anyhow::Result<PathBuf> {
        let cache = match &self.cache_dir {
            Some(folder) => folder.clone(),
            None => home("--cache-dir")?.cache_dir().join(NAME),
        };
        Ok(cache.join(name))
    }

    /// The results, which need not be there.
    ///
    /// # Errors
    /// There is no home folder.
    pub fn store(&self) -> anyhow::Result<Store> {
        let state = match &self.state_dir {
            Some(folder) => folder.clone(),
            None => {
                let home = home("--state-dir")?;
                let state = home.state_dir().unwrap_or_else(|| home.data_dir());
                state.join(NAME)
            }
        };
        Ok(Store::new(state.join("results")))
    }

    /// Whether a long command can keep its result where the user wants it.
    ///
    /// # Errors
    /// The folder that is named cannot be written.
    pub fn check(&self) -> anyhow::Result<()> {
        match &self.state_dir {
            Some(folder) => can_write("--state-dir", folder),
            None => Ok(()),
        }
    }

    /// Where simulators are kept, if an option or the environment sets it.
    pub fn cache_dir(&self) -> Option<&Path> {
        self.cache_dir.as_deref()
    }

    /// What this program has just found of the hardware that `--target` calls `target`.
    pub fn record<T: Kept>(
        &self,
        (target, hardware): (&str, Hardware),
        tools: Tools,
        result: T,
    ) -> Record<T> {
        let tool = Tool {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: revision::commit!().map(str::to_owned),
        };
        Record {
            invocation: self.invocation.clone(),
            ..Record::new((target, hardware), tool, tools, result)
        }
    }

    /// Keeps what a command found for `agu report`. Where that cannot be, the command is none the
    /// worse for it.
    pub fn keep<T: Kept>(&self, record: &Record<T>) {
        let kept = self.store().and_then(|store| Ok(store.keep(record)?));
        if let Err(error) = kept {
            let _ = writeln!(output::stderr(), "not kept for `agu report`: {error:#}");
        }
    }
}

fn home(option: &str) -> anyhow::Result<impl BaseStrategy> {
    choose_base_strategy().with_context(|| format!("expected {option}"))
}

/// Whether files can be put into `folder`, which is made where it is not there; `option` names
/// another.
///
/// # Errors
/// They cannot.
pub fn can_write(option: &str, folder: &Path) -> anyhow::Result<()> {
    let written = fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder));
    written.with_context(|| {
        let folder = folder.display();
        format!("{folder}: cannot be written, {option} names another folder")
    })?;
    Ok(())
}
