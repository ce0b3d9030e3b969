//! What several tests read.

pub mod exceptions;

use std::fs;
use std::path::Path;

/// A vector file's lines without comments, cut at tabs.
pub fn rows(name: &str) -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let file = fs::read_to_string(folder.join(name)).expect("vector file");
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.map(|line| line.split('\t').map(str::to_owned).collect());
    rows.filter(|row: &Vec<String>| !row[0].trim().is_empty())
        .collect()
}
