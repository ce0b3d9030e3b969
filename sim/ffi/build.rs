//! Declarations of `agu.h` for cffi, which has no preprocessor: `header.h` in the folder of the
//! build, where maturin looks for it.

use std::error::Error;
use std::{env, fs, path::Path};

const HEADER: &str = "include/agu.h";

/// Directives, and what is for C++; constants stay.
const LEFT_OUT: &[&str] = &[
    "#if",
    "#end",
    "#include",
    "#define AGU_H",
    "extern",
    "}  //",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={HEADER}");
    let header = fs::read_to_string(HEADER)?;
    let stays = |line: &&str| !LEFT_OUT.iter().any(|start| line.starts_with(start));
    let lines: Vec<&str> = header.lines().filter(stays).collect();
    // TARGET/PROFILE/build/PACKAGE/out
    let out = env::var("OUT_DIR")?;
    let target = Path::new(&out).ancestors().nth(4);
    let target = target.ok_or("no folder of the build")?;
    Ok(fs::write(target.join("header.h"), lines.join("\n"))?)
}
