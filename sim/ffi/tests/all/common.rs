//! The library of this build.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What a program printed, if it ended well.
pub fn succeeded(name: &str, output: Output) -> Outcome<String> {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    Ok(String::from_utf8(output.stdout)?)
}

/// The folder of the library, built in the profile of this test: cargo builds no shared library for
/// a test.
pub static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
    let test = env::current_exe().expect("the test has a path");
    let folder = test.ancestors().nth(2).expect("deps is in the profile's");
    let name = folder.file_name().and_then(|name| name.to_str());
    let profile = match name {
        Some("debug") | None => "dev",
        Some(name) => name,
    };
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", "agu-ffi", "--profile"])
        .arg(profile)
        .arg("--target-dir")
        .arg(folder.parent().expect("the target folder"))
        .current_dir(root())
        .output()
        .expect("cargo runs");
    succeeded("cargo build", built).expect("the library builds");
    folder.to_owned()
});
