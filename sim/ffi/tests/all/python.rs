//! The Python package's own tests, of the wheel as it is unpacked and in fresh virtual environments, and
//! the bench in cocotb under two simulators.
//!
//! The tools are those of `make python-tools`. The wheel is built with the profile of this test, in
//! a folder of its own: there is one file libagu.so a folder, and tests load the one beside this program.

use crate::common::{Outcome, copy_broken, project};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// An empty folder of this test's own.
fn folder(name: &str) -> Outcome<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// A program of `make python-tools`.
fn tool(name: &str) -> Outcome<PathBuf> {
    let tool = project().join("target/python/bin").join(name);
    if tool.exists() {
        Ok(tool)
    } else {
        Err(format!("no {}: `make python-tools` makes it", tool.display()).into())
    }
}

/// Runs it; whether it ended well, and all that it said.
fn run(command: &mut Command) -> Outcome<(bool, String)> {
    let ran = command.env("PYTHONDONTWRITEBYTECODE", "1").output();
    let ran = ran.map_err(|error| format!("{command:?}: {error}"))?;
    let said = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok((ran.status.success(), said.concat()))
}

/// Runs what has to end well.
fn succeed(command: &mut Command) -> Outcome<String> {
    match run(command)? {
        (true, said) => Ok(said),
        (false, said) => Err(format!("{command:?}:\n{said}").into()),
    }
}

/// The wheel, built once.
fn wheel() -> Outcome<&'static Path> {
    static WHEEL: LazyLock<Result<PathBuf, String>> =
        LazyLock::new(|| build().map_err(|error| error.to_string()));
    Ok(WHEEL.as_deref().map_err(Clone::clone)?)
}

fn build() -> Outcome<PathBuf> {
    let out = folder("wheel")?;
    // target/PROFILE/deps/all-HASH
    let program = std::env::current_exe()?;
    let profile = program.ancestors().nth(2).ok_or("no folder of a profile")?;
    let profile = match profile.file_name().and_then(|name| name.to_str()) {
        Some("debug") => "dev",
        Some(name) => name,
        None => return Err("a profile without a name".into()),
    };
    let mut maturin = Command::new(tool("maturin")?);
    maturin.args(["build", "--compatibility", "linux", "--profile", profile]);
    maturin.current_dir(project().join("sim/python"));
    maturin.arg("--interpreter").arg(tool("python")?);
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("maturin");
    maturin.arg("--target-dir").arg(target);
    maturin.arg("--out").arg(&out);
    succeed(&mut maturin)?;
    let entry = fs::read_dir(&out)?.next().ok_or("maturin made no wheel")?;
    Ok(entry?.path())
}

/// The only folder of packages of a virtual environment.
fn packages(environment: &Path) -> Outcome<PathBuf> {
    let mut versions = fs::read_dir(environment.join("lib"))?;
    let version = versions.next().ok_or("an environment without Python")??;
    Ok(version.path().join("site-packages"))
}

/// A fresh virtual environment with the wheel and with the tools' packages, but for those whose
/// names start with `without`; its Python.
fn environment(name: &str, without: Option<&str>) -> Outcome<PathBuf> {
    let wheel = wheel()?;
    let here = folder(name)?;
    let environment = here.join("environment");
    succeed(
        Command::new(tool("python")?)
            .args(["-m", "venv"])
            .arg(&environment),
    )?;
    let mut pip = Command::new(environment.join("bin/pip"));
    pip.args(["install", "--quiet", "--no-index", "--no-deps"]);
    succeed(pip.arg(wheel))?;

    let tools = here.join("tools");
    fs::create_dir(&tools)?;
    for entry in fs::read_dir(packages(&project().join("target/python"))?)? {
        let entry = entry?;
        let package = entry.file_name();
        let name = package.to_string_lossy();
        let left_out = without.is_some_and(|it| name.starts_with(it));
        // A wheel may be installed there.
        if !left_out && !name.starts_with("agu") {
            symlink(entry.path().canonicalize()?, tools.join(&package))?;
        }
    }
    let path = packages(&environment)?.join("tools.pth");
    fs::write(path, format!("{}\n", tools.display()))?;
    Ok(environment.join("bin/python"))
}

/// A number of the first suite of a JUnit file.
fn junit(file: &Path, attribute: &str) -> Outcome<usize> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let suite = text.split("<testsuite ").nth(1).ok_or("no suite")?;
    let suite = suite.split('>').next().unwrap_or_default();
    let number = suite.split(&format!("{attribute}=\"")).nth(1);
    let number = number.and_then(|rest| rest.split('"').next());
    Ok(number.ok_or("no such attribute")?.parse()?)
}

/// The files of the wheel.
fn package() -> Outcome<PathBuf> {
    let here = folder("package")?;
    let unpack = ["-m", "zipfile", "-e"];
    let python = tool("python")?;
    succeed(Command::new(python).args(unpack).arg(wheel()?).arg(&here))?;
    Ok(here)
}

/// The package's own tests in an environment with the wheel.
fn tests_of_wheel(name: &str, without: Option<&str>) -> Outcome<(usize, usize)> {
    let python = environment(name, without)?;
    let import = |package: &str| {
        run(Command::new(&python).args(["-c", &format!("import {package}")])).map(|(ran, _)| ran)
    };
    assert!(import("agu")?);
    assert_eq!(import("numpy")?, without.is_none());
    own_tests(
        &mut Command::new(&python),
        &python.with_file_name("junit.xml"),
    )
}

/// The package's own tests: how many ran, and how many were left out.
fn own_tests(pytest: &mut Command, report: &Path) -> Outcome<(usize, usize)> {
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "-rs"]);
    pytest.arg(format!("--junitxml={}", report.display()));
    let said = succeed(
        pytest
            .arg("tests")
            .current_dir(project().join("sim/python")),
    )?;
    println!("{said}");
    assert_eq!(junit(report, "failures")? + junit(report, "errors")?, 0);
    Ok((junit(report, "tests")?, junit(report, "skipped")?))
}

#[test]
fn the_unpacked_package_passes_its_tests() -> Outcome {
    let package = package()?;
    let mut python = Command::new(tool("python")?);
    let (tests, skipped) = own_tests(
        python.env("PYTHONPATH", &package),
        &package.join("junit.xml"),
    )?;
    assert!(tests > 100, "{tests}");
    assert_eq!(skipped, 0);
    Ok(())
}

#[test]
#[ignore = "make night"]
fn the_package_passes_its_tests() -> Outcome {
    let (tests, skipped) = tests_of_wheel("with_numpy", None)?;
    assert!(tests > 100, "{tests}");
    assert_eq!(skipped, 0);
    Ok(())
}

#[test]
#[ignore = "make night"]
fn the_package_needs_no_numpy() -> Outcome {
    let (tests, skipped) = tests_of_wheel("without_numpy", Some("numpy"))?;
    assert!(tests > 80, "{tests}");
    // The file that is about numpy.
    assert_eq!(skipped, 1);
    Ok(())
}

/// As PyPI would take it: its metadata, and its README as a page.
#[test]
#[ignore = "make night"]
fn the_wheel_can_be_published() -> Outcome {
    let mut twine = Command::new(tool("twine")?);
    let said = succeed(twine.args(["check", "--strict"]).arg(wheel()?))?;
    assert!(said.contains("PASSED"), "{said}");
    Ok(())
}

/// One line of one file of the Verilog, and another one in its place.
struct SeededBug {
    file: &'static str,
    right: &'static str,
    wrong: &'static str,
    /// In which signal it is seen.
    signal: &'static str,
}

const ADDER: SeededBug = SeededBug {
    file: "agu_address_adder.v",
    right: "sum_lo_s1 <= add_lo_sum;",
    wrong: "sum_lo_s1 <= add_lo_sum ^ 32'd4;",
    signal: "sum_lo",
};

const SECTORS: SeededBug = SeededBug {
    file: "agu_sectors.v",
    right: "assign sectors = touches;",
    wrong: "assign sectors = touches & 4'd11;",
    signal: "memory_sectors",
};

/// The bench under a simulator: it passes, or names the first difference.
fn bench(simulator: &str, bug: Option<&SeededBug>) -> Outcome {
    let kind = if bug.is_some() { "wrong" } else { "right" };
    let python = environment(&format!("cocotb_{simulator}_{kind}"), None)?;
    let here = python.ancestors().nth(3).ok_or("no folder")?;
    let mut verilog = project().join("rtl/verilog");
    if let Some(bug) = bug {
        verilog = here.join("verilog");
        fs::create_dir(&verilog)?;
        copy_broken(&verilog, bug.file, bug.right, bug.wrong)?;
    }
    let report = here.join("junit.xml");
    let mut pytest = Command::new(&python);
    pytest.args(["-m", "pytest", "-q", "-s", "-p", "no:cacheprovider"]);
    pytest.arg(format!("--junitxml={}", report.display()));
    pytest
        .env("SIM", simulator)
        .env("AGU_VERILOG", verilog)
        .env("AGU_BUILD", here);
    let (passed, said) = run(pytest.current_dir(project().join("examples/cocotb")))?;

    let of_cocotb = here.join(simulator).join("results.xml");
    let failures = usize::from(bug.is_some());
    for report in [&report, &of_cocotb] {
        let counts = ["tests", "failures", "errors", "skipped"]
            .map(|name| junit(report, name))
            .into_iter()
            .collect::<Outcome<Vec<_>>>();
        let counts = counts.map_err(|error| format!("{error}\n{said}"))?;
        assert_eq!(counts, [1, failures, 0, 0], "{}\n{said}", report.display());
    }
    assert_eq!(passed, bug.is_none(), "{said}");
    match bug {
        None => assert!(said.contains("nothing differs"), "{said}"),
        Some(bug) => {
            let first = format!("{}: expected 0x", bug.signal);
            let output = said.lines().find(|line| line.contains(&first));
            println!("{}", output.ok_or_else(|| format!("no {first}:\n{said}"))?);
        }
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn the_bench_passes_under_icarus() -> Outcome {
    bench("icarus", None)
}

#[test]
#[ignore = "make night"]
fn the_bench_finds_a_seeded_bug_under_icarus() -> Outcome {
    bench("icarus", Some(&ADDER))
}

#[test]
#[ignore = "make night"]
fn the_bench_passes_under_verilator() -> Outcome {
    bench("verilator", None)
}

#[test]
#[ignore = "make night"]
fn the_bench_finds_a_seeded_bug_under_verilator() -> Outcome {
    bench("verilator", Some(&SECTORS))
}
