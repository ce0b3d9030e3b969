//! The library of this build.

use std::error::Error;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;
use std::{env, fs};

pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The root of the workspace.
pub fn project() -> PathBuf {
    root().join("../..")
}

/// Copies the Verilog to a folder, with one line of one file changed.
pub fn copy_broken(folder: &Path, file: &str, right: &str, wrong: &str) -> Outcome {
    for entry in fs::read_dir(project().join("rtl/verilog"))? {
        let path = entry?.path();
        // All but the folder of the form for simulation.
        let Some(name) = path.file_name().filter(|_| path.is_file()) else {
            continue;
        };
        let mut text = fs::read_to_string(&path)?;
        if name == file {
            assert_eq!(text.matches(right).count(), 1, "{file}: {right}");
            text = text.replace(right, wrong);
        }
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}

/// Output of a program that ended well.
pub fn succeeded(name: &str, output: Output) -> Outcome<String> {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    Ok(String::from_utf8(output.stdout)?)
}

/// A folder as `make lib` makes it, of the library of this test.
pub static LIBAGU: LazyLock<PathBuf> = LazyLock::new(|| libagu().expect("a folder of links"));

fn libagu() -> Outcome<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libagu");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir(&folder)?;
    let shared = LIBRARY.join("libagu.so");
    for (name, file) in [
        ("agu.h", root().join("include/agu.h")),
        ("agu_pkg.sv", root().join("sv/agu_pkg.sv")),
        ("libagu.a", LIBRARY.join("libagu.a")),
        ("libagu.so", shared.clone()),
        (env!("SONAME"), shared),
    ] {
        symlink(file, folder.join(name))?;
    }
    Ok(folder)
}

/// The folder of the library, which cargo builds for this test in all its forms.
pub static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
    let test = env::current_exe().expect("the test has a path");
    test.with_file_name("")
});
