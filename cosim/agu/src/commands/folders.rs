//! The folder of simulators that are made on the way.

use anyhow::Context;
use clap::{Args, ValueHint};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Name of this program's folder below the platform's.
const NAME: &str = "agu";

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Folders")]
pub struct Folders {
    /// Keep the simulators that are made on the way here [env: AGU_CACHE_DIR] [default:
    /// $XDG_CACHE_HOME/agu, else ~/.cache/agu]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    cache_dir: Option<PathBuf>,
}

impl Folders {
    /// Takes the folder from the environment where no option sets it. clap would list an option
    /// that the environment sets among the required ones of a usage line.
    pub fn complete(&mut self) {
        let set = env::var_os("AGU_CACHE_DIR").filter(|value| !value.is_empty());
        self.cache_dir = self.cache_dir.take().or_else(|| set.map(PathBuf::from));
    }

    /// The folder `name` of simulators, which need not be there.
    ///
    /// # Errors
    /// There is no home folder.
    pub fn cache(&self, name: &str) -> anyhow::Result<PathBuf> {
        let cache = match &self.cache_dir {
            Some(folder) => folder.clone(),
            None => {
                let set = env::var_os("XDG_CACHE_HOME")
                    .map(PathBuf::from)
                    .filter(|folder| folder.is_absolute());
                let home = || env::home_dir().map(|home| home.join(".cache"));
                let folder = set.or_else(home).context("could not locate home directory");
                let folder = folder.context("expected --cache-dir")?;
                folder.join(NAME)
            }
        };
        Ok(cache.join(name))
    }

    /// The folder of an option or of the environment, if one is set.
    pub fn cache_dir(&self) -> Option<&Path> {
        self.cache_dir.as_deref()
    }
}

/// Whether files can be put into `folder`, which is made where it is not there; `option` names
/// another.
pub fn can_write(option: &str, folder: &Path) -> anyhow::Result<()> {
    let written = fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder));
    written.with_context(|| {
        let folder = folder.display();
        format!("{folder}: cannot be written, {option} names another folder")
    })?;
    Ok(())
}
