//! The library of this build.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;

pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Output of a program that ended well.
pub fn succeeded(name: &str, output: Output) -> Outcome<String> {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    Ok(String::from_utf8(output.stdout)?)
}

/// The folder of the library, which cargo builds for this test in all its forms.
pub static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
    let test = env::current_exe().expect("the test has a path");
    test.with_file_name("")
});
