//! Declarations of `agu.h` for cffi, which has no preprocessor: `header.h` in the folder of the build,
//! where maturin looks for it.

use std::error::Error;
use std::{env, fs, path::Path};

const HEADER: &str = "../ffi/include/agu.h";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={HEADER}");
    let header = fs::read_to_string(HEADER)?;
    // Constants are understood; all other directives, and what is for C++, are not.
    let is_constant =
        |line: &str| line.starts_with("#define AGU_") && line.contains(char::is_numeric);
    let of_cpp = ["extern \"C\" {", "}  // extern \"C\""];
    let lines = header.lines();
    let lines = lines.filter(|line| !line.starts_with('#') || is_constant(line));
    let lines: Vec<&str> = lines
        .filter(|line| !of_cpp.iter().any(|it| line.starts_with(it)))
        .collect();
    // TARGET/PROFILE/build/PACKAGE/out
    let out = env::var("OUT_DIR")?;
    let target = Path::new(&out)
        .ancestors()
        .nth(4)
        .ok_or("no folder of the build")?;
    Ok(fs::write(target.join("header.h"), lines.join("\n"))?)
}
