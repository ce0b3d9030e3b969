//! The library from C and C++: each function, calls that are wrong, threads, speed. The programs are
//! compiled with AddressSanitizer and the sanitizer of undefined behaviour, but that for speed.

use crate::common::{LIBRARY, Outcome, root, succeeded};
use std::process::Command;

/// [`linked`] with the shared library.
fn runs(file: &str, options: &[&str]) -> Outcome<String> {
    let folder = LIBRARY.display();
    let library = [format!("-L{folder}"), format!("-Wl,-rpath,{folder}")];
    linked(file, options, &[&library[0], &library[1], "-lagu"])
}

/// Compiles `tests/c/FILE`, links it with `library`, runs it; gives what it prints.
fn linked(file: &str, options: &[&str], library: &[&str]) -> Outcome<String> {
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("program");
    let compiler = if file.ends_with(".c") { "cc" } else { "c++" };
    let compiled = Command::new(compiler)
        .args(options)
        .args([
            "-Wall",
            "-Wextra",
            "-Wredundant-decls",
            "-Werror",
            "-pthread",
            "-o",
        ])
        .arg(&program)
        .arg(root().join("tests/c").join(file))
        .arg("-I")
        .arg(root().join("include"))
        .args(library)
        .output()?;
    succeeded(file, compiled)?;
    // Cargo's folders may hold a libagu.so of an earlier build, and this variable precedes rpath.
    let ran = Command::new(program)
        .env_remove("LD_LIBRARY_PATH")
        .output()?;
    succeeded(file, ran)
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
fn a_loop_prints_its_speed() -> Outcome {
    let output = runs("speed.cpp", &["-O2"])?;
    assert!(
        output.ends_with(" million lane-operations a second\n"),
        "{output}"
    );
    print!("{output}");
    Ok(())
}

/// A program needs no shared library at run time.
#[test]
fn the_static_library_links() -> Outcome {
    let library = format!("{}/libagu.a", LIBRARY.display());
    linked("calls.c", &[], &[&library, "-ldl", "-lm"]).map(drop)
}

/// pkg-config finds what `make install` has installed.
#[test]
fn an_installed_library_is_found() -> Outcome {
    let folder = tempfile::tempdir()?;
    let prefix = folder.path().join("prefix");
    let installed = Command::new("make")
        .args(["-o", "build", "-o", "lib", "install", "AGU=/bin/true"])
        .arg(format!("PREFIX={}", prefix.display()))
        .arg(format!("LIBRARY={}", LIBRARY.display()))
        .current_dir(root().join("../.."))
        .output()?;
    succeeded("make install", installed)?;
    let line = "cc -o program $0 $(pkg-config --cflags --libs agu) && ./program && pkg-config --modversion agu";
    let ran = Command::new("sh")
        .args(["-c", line])
        .arg(root().join("tests/c/calls.c"))
        .env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"))
        .env("LD_LIBRARY_PATH", prefix.join("lib"))
        .current_dir(folder.path())
        .output()?;
    let said = succeeded("calls.c", ran)?;
    assert!(
        said.ends_with(concat!(env!("CARGO_PKG_VERSION"), "\n")),
        "{said}"
    );
    Ok(())
}
