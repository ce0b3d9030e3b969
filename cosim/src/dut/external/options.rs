//! The files and options of an external design, as Verilator's arguments.

use super::diagnostic::{Diagnostic, ExternalError};
use super::list;
use super::user_paths::absolute;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::iter;
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
        let paths = |paths: &[PathBuf]| {
            paths
                .iter()
                .map(|path| path.to_string_lossy().into_owned())
                .collect()
        };
        let options: [(&str, Vec<String>); 6] = [
            ("", vec![self.file.to_string_lossy().into_owned()]),
            (" --source ", paths(&self.sources)),
            (" -f ", paths(&self.lists)),
            (" -I ", paths(&self.include_dirs)),
            (" -D ", self.defines.clone()),
            (" --top ", self.top.iter().cloned().collect()),
        ];
        for (name, values) in options {
            for value in values {
                // Only a zero byte cannot be quoted, and no command line has one.
                let quoted = shlex::try_quote(&value).unwrap_or_default();
                write!(f, "{name}{quoted}")?;
            }
        }
        Ok(())
    }
}

impl External {
    /// The given files, with their options.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, Option<&Path>)> {
        let sources = self.sources.iter().map(|path| ("--source", path));
        let lists = self.lists.iter().map(|path| ("-f", path));
        let files = iter::once(("--target", &self.file)).chain(sources);
        files
            .chain(lists)
            .map(|(option, path)| (option, Some(&**path)))
    }

    /// The parameters, each with its value.
    pub fn parameter_values(&self) -> impl Iterator<Item = (&str, &str)> {
        let parameters = self.parameters.iter();
        parameters.map(|parameter| parameter.split_once('=').unwrap_or((parameter, "1")))
    }

    /// Checks that all files and folders can be read. Verilator would search for a missing file
    /// elsewhere and ignore a missing folder.
    pub(super) fn can_read(&self) -> Result<(), ExternalError> {
        let files = self.files().filter_map(|(_, path)| path);
        let files = files.filter_map(|path| Some((path, fs::File::open(path).err()?)));
        let folders = self.include_dirs.iter().map(PathBuf::as_path);
        let folders = folders.filter_map(|path| Some((path, fs::read_dir(path).err()?)));
        let failed = files.chain(folders);
        let failed = failed.map(|(path, error)| Diagnostic::unreadable(path, error));
        ExternalError::unless_empty(failed.collect())
    }

    /// Verilator's arguments for all files.
    ///
    /// # Errors
    /// An argument in a list that would not count.
    pub(super) fn arguments(&self) -> Result<Vec<OsString>, ExternalError> {
        // Delays are ignored, as in synthesis. Assertions count. The data-flow pass of some versions
        // computes wrong values. Verilator 5.006 takes `array[i] <= x` only in loops that it unrolls.
        let own = "--no-timing --assert -fno-dfg --unroll-count 1024";
        let mut arguments: Vec<OsString> = own.split(' ').map(OsString::from).collect();
        let folder = self.list_folder.as_deref().unwrap_or(Path::new(""));
        for list in &self.lists {
            arguments.extend(list::arguments(list, folder)?);
        }
        let defines = self.defines.iter();
        arguments.extend(defines.map(|define| format!("-D{define}").into()));
        // The folder of the file comes after the user's folders and before the working folder.
        let beside = absolute(self.file.parent().unwrap_or(Path::new("")));
        for folder in self.include_dirs.iter().chain([&beside]) {
            let mut argument = OsString::from("-I");
            argument.push(folder);
            arguments.push(argument);
        }
        arguments.push("--relative-includes".into());
        // Absolute paths: Verilator looks up others in the folders first.
        let files = self.sources.iter().chain([&self.file]);
        arguments.extend(files.map(|file| absolute(file).into()));
        Ok(arguments)
    }
}
