//! The files and options of an external design, as Verilator's arguments.

use super::diagnostic::{Diagnostic, ExternalError};
use super::list;
use super::user_paths::absolute;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// An external design as the command line gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct External {
    /// The file of `--target`, or the last one of a description.
    pub file: PathBuf,
    /// Files of Verilog that are read before it, because packages and macros have to precede their
    /// use.
    pub sources: Vec<PathBuf>,
    /// Files with arguments of Verilator: files, `+incdir+DIR`, `+define+NAME`.
    pub lists: Vec<PathBuf>,
    /// The folder of the paths in them; the working folder by default.
    pub list_folder: Option<PathBuf>,
    /// Folders of included files.
    pub include_dirs: Vec<PathBuf>,
    /// Macros, `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Parameters of the unit, `NAME=VALUE`. Its ports are read with these values.
    pub parameters: Vec<String>,
    /// The module of the unit; by default the module that no other one instantiates.
    pub top: Option<String>,
}

/// Text after `--target` on a command line that runs the design.
impl fmt::Display for External {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = |path: &PathBuf| path.to_string_lossy().into_owned();
        let paths = |paths: &[PathBuf]| paths.iter().map(path).collect();
        let options: [(&str, Vec<String>); 5] = [
            ("--source", paths(&self.sources)),
            ("-f", paths(&self.lists)),
            ("-I", paths(&self.include_dirs)),
            ("-D", self.defines.clone()),
            ("--top", self.top.iter().cloned().collect()),
        ];
        f.write_str(&quoted(&path(&self.file)))?;
        for (name, values) in options {
            for value in values {
                write!(f, " {name} {}", quoted(&value))?;
            }
        }
        Ok(())
    }
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    // Only a zero byte cannot be quoted, and no command line has one.
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), |word| word.into_owned())
}

impl External {
    /// The given files, with their options.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, Option<&Path>)> {
        let file = std::iter::once(("--target", Some(&*self.file)));
        let sources = self.sources.iter().map(|path| ("--source", Some(&**path)));
        let lists = self.lists.iter().map(|path| ("-f", Some(&**path)));
        file.chain(sources).chain(lists)
    }

    /// Checks that all files and folders can be read. Verilator would search for a missing file
    /// elsewhere and ignore a missing folder.
    pub(super) fn can_read(&self) -> Result<(), ExternalError> {
        let files = self.files().filter_map(|(_, path)| path);
        let files = files.map(|path| (path, fs::File::open(path).err()));
        let folders = self.include_dirs.iter();
        let folders = folders.map(|path| (path.as_path(), fs::read_dir(path).err()));
        let failed = |(path, error): (&Path, Option<io::Error>)| {
            let text = format!("cannot be read: {}", error?);
            Some(Diagnostic::of_file(path, text))
        };
        let failed: Vec<_> = files.chain(folders).filter_map(failed).collect();
        ExternalError::unless_empty(failed)
    }

    /// Verilator's arguments for all files.
    ///
    /// # Errors
    /// An argument in a list that would not count.
    pub(super) fn arguments(&self) -> Result<Vec<OsString>, ExternalError> {
        let option = |name: &str, value: &OsStr| {
            let mut argument = OsString::from(name);
            argument.push(value);
            argument
        };
        // Delays are ignored, as in synthesis. Assertions count. The data-flow pass of some versions
        // computes wrong values. Verilator 5.006 takes `array[i] <= x` only in loops that it unrolls.
        let own = "--no-timing --assert -fno-dfg --unroll-count 1024";
        let mut arguments: Vec<OsString> = own.split(' ').map(OsString::from).collect();
        let folder = self.list_folder.as_deref().unwrap_or(Path::new(""));
        for list in &self.lists {
            let found = list::arguments(list, folder).map_err(ExternalError::Refused)?;
            arguments.extend(found);
        }
        let defines = self.defines.iter();
        arguments.extend(defines.map(|define| option("-D", define.as_ref())));
        let folders = self.include_dirs.iter();
        arguments.extend(folders.map(|folder| option("-I", folder.as_ref())));
        // This folder comes after the user's folders and before the working folder.
        let folder = self.file.parent().unwrap_or(Path::new(""));
        arguments.push(option("-I", absolute(folder).as_ref()));
        arguments.push("--relative-includes".into());
        // Absolute paths: Verilator looks up others in the folders first.
        let files = self.sources.iter().chain([&self.file]);
        arguments.extend(files.map(|file| absolute(file).into_os_string()));
        Ok(arguments)
    }
}
