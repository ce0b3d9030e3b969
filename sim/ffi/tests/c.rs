//! The library from C and C++: each function, calls that are wrong, threads, speed. The programs are
//! compiled with AddressSanitizer and the sanitizer of undefined behaviour, but that for speed.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn succeeded(name: &str, output: Output) -> Outcome<String> {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    Ok(String::from_utf8(output.stdout)?)
}

/// The folder of the library, built in the profile of this test: cargo builds no shared library for
/// a test.
static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
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

/// Compiles `tests/c/FILE`, links it with the library, runs it; gives what it prints.
fn runs(file: &str, options: &[&str]) -> Outcome<String> {
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("program");
    let compiler = if file.ends_with(".c") { "cc" } else { "c++" };
    let compiled = Command::new(compiler)
        .args(options)
        .args(["-Wall", "-Wextra", "-Werror", "-pthread", "-o"])
        .arg(&program)
        .arg(root().join("tests/c").join(file))
        .arg("-I")
        .arg(root().join("include"))
        .arg("-L")
        .arg(&*LIBRARY)
        .arg(format!("-Wl,-rpath,{}", LIBRARY.display()))
        .arg("-lagu")
        .output()?;
    succeeded(file, compiled)?;
    succeeded(file, Command::new(program).output()?)
}

const SANITIZED: [&str; 3] = [
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

#[test]
fn each_function_does_what_it_says() -> Outcome {
    runs("calls.c", &SANITIZED).map(drop)
}

#[test]
fn wrong_calls_are_errors() -> Outcome {
    runs("bad_calls.c", &SANITIZED).map(drop)
}

#[test]
fn threads_have_scoreboards_of_their_own_or_share_one() -> Outcome {
    runs("threads.cpp", &SANITIZED).map(drop)
}

#[test]
fn a_loop_is_told_how_fast_it_is() -> Outcome {
    let told = runs("speed.cpp", &["-O2"])?;
    assert!(
        told.ends_with(" million lane-operations a second\n"),
        "{told}"
    );
    print!("{told}");
    Ok(())
}

/// A program needs no shared library at run time.
#[test]
fn the_static_library_links() -> Outcome {
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("program");
    let compiled = Command::new("cc")
        .arg("-o")
        .arg(&program)
        .arg(root().join("tests/c/calls.c"))
        .arg("-I")
        .arg(root().join("include"))
        .arg(LIBRARY.join("libagu.a"))
        .args(["-lpthread", "-ldl", "-lm"])
        .output()?;
    succeeded("calls.c", compiled)?;
    succeeded("calls.c", Command::new(program).output()?).map(drop)
}
