//! The commit that the program is compiled from, as `AGU_COMMIT`.

use std::process::Command;

/// Folders of this repository that the program is compiled from.
const SOURCES: [&str; 3] = ["../../cosim", "../../rtl/verilog", "../../sim"];

fn main() {
    for folder in SOURCES {
        println!("cargo:rerun-if-changed={folder}");
    }
    if let Some(commit) = commit() {
        println!("cargo:rustc-env=AGU_COMMIT={commit}");
    }
}

/// Abbreviated hash, with `-dirty` behind it where files have changes that are not committed.
/// None without git, or outside a checkout.
fn commit() -> Option<String> {
    let described = Command::new("git")
        .args([
            "describe",
            "--always",
            "--dirty",
            "--abbrev=12",
            "--exclude=*",
        ])
        .output()
        .ok()
        .filter(|described| described.status.success())?;
    let commit = String::from_utf8(described.stdout).ok()?;
    Some(commit.trim().to_owned()).filter(|commit| !commit.is_empty())
}
