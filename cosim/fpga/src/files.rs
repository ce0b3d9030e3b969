//! File operations whose errors contain the path.

use super::error::SynthError;
use std::fs;
use std::path::Path;

pub fn create(folder: &Path) -> Result<(), SynthError> {
    fs::create_dir_all(folder).map_err(SynthError::at(folder))
}

pub fn write(path: &Path, text: &str) -> Result<(), SynthError> {
    fs::write(path, text).map_err(SynthError::at(path))
}

pub fn read(path: &Path) -> Result<String, SynthError> {
    fs::read_to_string(path).map_err(SynthError::at(path))
}
