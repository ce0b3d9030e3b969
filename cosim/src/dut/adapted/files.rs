//! Keys of a draft for the files of a design, and the module around a unit.

use crate::dut::external::{self, External, ExternalError};
use crate::dut::netlist::NetlistError;
use crate::whole_file;
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The design with a module around it in `folder`, if its ports are not bits: interfaces, arrays.
///
/// Beside it the notes for a user.
///
/// # Errors
/// The design is refused, or the module cannot be written.
pub fn wrap(
    external: &External,
    folder: &Path,
    cache: &Path,
) -> Result<(External, Vec<String>), ExternalError> {
    let Some(wrapped) = external::wrapped(external, cache)? else {
        return Ok((external.clone(), Vec::new()));
    };
    let file = folder.join(&wrapped.name).with_extension("sv");
    let written = whole_file::write(&file, wrapped.verilog);
    written.map_err(|error| NetlistError::File(file.clone(), error))?;
    let sources = external.sources.iter().chain([&external.file]);
    let external = External {
        sources: sources.cloned().collect(),
        file,
        parameters: Vec::new(),
        top: Some(wrapped.name),
        ..external.clone()
    };
    Ok((external, wrapped.notes))
}

/// Keys for the design's files and options, relative to the folder of the description.
pub fn files(external: &External, folder: &Path) -> String {
    let path = |path: &PathBuf| string(&relative(path, folder).to_string_lossy());
    let paths = |paths: &[PathBuf]| paths.iter().map(path).collect();
    let files = external.sources.iter().chain([&external.file]);
    let mut lists: Vec<(&str, Vec<String>)> = vec![
        ("files", files.map(path).collect()),
        ("include_dirs", paths(&external.include_dirs)),
        (
            "defines",
            external.defines.iter().map(|it| string(it)).collect(),
        ),
        ("lists", paths(&external.lists)),
    ];
    lists.retain(|(_, values)| !values.is_empty());
    let lists = lists.iter();
    let mut text: String = lists
        .map(|(name, values)| format!("{name} = [{}]\n", values.join(", ")))
        .collect();
    let here = relative(Path::new(""), folder);
    if !external.lists.is_empty() && here != Path::new("") {
        let _ = writeln!(text, "list_folder = {}", string(&here.to_string_lossy()));
    }
    let parameters = external.parameter_values();
    let parameters = parameters.map(|(name, value)| format!("{} = {}", key(name), string(value)));
    let parameters: Vec<String> = parameters.collect();
    if !parameters.is_empty() {
        let _ = writeln!(text, "parameters = {{ {} }}", parameters.join(", "));
    }
    text
}

/// `path` relative to `folder`; an absolute path stays absolute.
fn relative(path: &Path, folder: &Path) -> PathBuf {
    let real = |path: &Path| {
        let here = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        };
        fs::canonicalize(here).ok()
    };
    // A link to a file is kept, not resolved.
    let (parent, name) = match path.file_name() {
        Some(name) => (path.parent().unwrap_or(Path::new("")), name),
        None => (path, OsStr::new("")),
    };
    let (Some(from), Some(to)) = (real(folder), real(parent)) else {
        return path.to_owned();
    };
    if path.is_absolute() {
        return path.to_owned();
    }
    let to = to.join(name);
    let common = from.components().zip(to.components());
    let common = common.take_while(|(one, other)| one == other).count();
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    up.chain(to.components().skip(common)).collect()
}

/// A string of TOML.
pub fn string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A key of TOML.
pub fn key(name: &str) -> String {
    if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        name.to_owned()
    } else {
        string(name)
    }
}
