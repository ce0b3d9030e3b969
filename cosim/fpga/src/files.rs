//! File operations whose errors contain the path.

use super::error::SynthError;
use std::fs;
use std::path::Path;

pub fn create(folder: &Path) -> Result<(), SynthError> {
    let error = |reason| SynthError::File {
        path: folder.to_path_buf(),
        reason,
    };
    fs::create_dir_all(folder).map_err(error)
}

pub fn write(path: &Path, text: &str) -> Result<(), SynthError> {
    fs::write(path, text).map_err(|reason| SynthError::File {
        path: path.to_path_buf(),
        reason,
    })
}

pub fn read(path: &Path) -> Result<String, SynthError> {
    fs::read_to_string(path).map_err(|reason| SynthError::File {
        path: path.to_path_buf(),
        reason,
    })
}
