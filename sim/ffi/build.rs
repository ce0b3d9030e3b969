//! The SONAME of libagu, and the declarations of `agu.h` for cffi, which has no preprocessor:
//! `header.h` in the folder of the build, where maturin looks for it.

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

/// Name that a program asks the loader for: `libagu.so.N`. Before 1.0 each 0.N breaks the interface.
fn soname() -> String {
    match (
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
    ) {
        ("0", minor) => format!("libagu.so.0.{minor}"),
        (major, _) => format!("libagu.so.{major}"),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let soname = soname();
    println!("cargo::rustc-env=SONAME={soname}");
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,{soname}");
    }
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
