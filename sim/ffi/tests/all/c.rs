//! The library from C and C++: each function, calls that are wrong, threads, speed. The programs are
//! compiled with AddressSanitizer and the sanitizer of undefined behaviour, but that for speed.

use crate::common::{LIBAGU, LIBRARY, Outcome, project, root, succeeded};
use std::fs;
use std::path::Path;
use std::process::Command;

/// [`linked`] with the shared library.
fn runs(file: &str, options: &[&str]) -> Outcome<String> {
    let folder = LIBAGU.display();
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
    // This variable precedes rpath.
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
    let library = format!("{}/libagu.a", LIBAGU.display());
    linked("calls.c", &[], &[&library, "-ldl", "-lm"]).map(drop)
}

/// `make install` or `make uninstall` of the library of this test, without a program. The folder has
/// the prefix, and the files on their way to it.
fn make(target: &str, folder: &Path) -> Outcome {
    let made = Command::new("make")
        .args(["-o", "build", "-o", "lib", "-o", "man", target])
        .args(["AGU=/bin/true", "MAN=/bin/true"])
        .arg(format!("PREFIX={}", folder.join("prefix").display()))
        .arg(format!("STAGE={}", folder.join("stage").display()))
        .arg(format!("LIBRARY={}", LIBRARY.display()))
        .current_dir(project())
        .output()?;
    succeeded(target, made).map(drop)
}

/// A program, linked as pkg-config says, that needs the library after the link alone of its SONAME.
const BUILD: &str = "
    set -e
    cc -o program $0 $(pkg-config --cflags --libs agu) -Wl,-rpath,$(pkg-config --variable=libdir agu)
    rm prefix/lib/libagu.so
    ldd program | grep -q libagu.so.[0-9]
    ./program
    pkg-config --modversion agu";

#[test]
fn an_installed_library_is_found() -> Outcome {
    let folder = tempfile::tempdir()?;
    make("install", folder.path())?;
    let ran = Command::new("sh")
        .args(["-c", BUILD])
        .arg(root().join("tests/c/calls.c"))
        .env(
            "PKG_CONFIG_PATH",
            folder.path().join("prefix/lib/pkgconfig"),
        )
        .env_remove("LD_LIBRARY_PATH")
        .current_dir(folder.path())
        .output()?;
    let said = succeeded("calls.c", ran)?;
    let version = concat!(env!("CARGO_PKG_VERSION"), "\n");
    assert!(said.ends_with(version), "{said}");
    Ok(())
}

/// Files and folders from one on.
fn tree(folder: &Path) -> Outcome<String> {
    let found = Command::new("find").arg(folder).output()?;
    let mut lines: Vec<_> = std::str::from_utf8(&found.stdout)?.lines().collect();
    lines.sort_unstable();
    Ok(lines.join(
        "
",
    ))
}

/// A new prefix, and one with files and folders of others; the second time everything is there.
#[test]
fn uninstalling_leaves_what_was_there() -> Outcome {
    for others in [
        &[][..],
        &["lib/libother.so", "share/man/man1/other.1", "include/"],
    ] {
        let folder = tempfile::tempdir()?;
        let prefix = folder.path().join("prefix");
        for other in others {
            let path = prefix.join(other);
            fs::create_dir_all(path.parent().ok_or("a folder")?)?;
            match other.ends_with('/') {
                true => fs::create_dir(path)?,
                false => fs::write(path, "")?,
            }
        }
        let before = tree(&prefix)?;
        make("install", folder.path())?;
        make("install", folder.path())?;
        let installed = tree(&prefix)?;
        assert!(
            installed.contains("/bash-completion/completions/agu"),
            "{installed}"
        );
        make("uninstall", folder.path())?;
        assert_eq!(tree(&prefix)?, before);
    }
    Ok(())
}
