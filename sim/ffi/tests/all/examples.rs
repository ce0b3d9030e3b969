//! The examples that use the model from outside: as they are, and with hardware that is broken on
//! purpose.

use crate::common::{LIBAGU, Outcome, copy_broken, project, root, succeeded};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// Runs `make` in an example's folder, on the Verilog of a folder.
fn make(example: &str, verilog: &Path) -> Outcome<Output> {
    let build = tempfile::tempdir()?;
    Ok(Command::new("make")
        .arg(format!("AGU={}", LIBAGU.display()))
        .arg(format!("VERILOG={}", verilog.display()))
        .arg(format!("BUILD={}", build.path().display()))
        .current_dir(project().join("examples").join(example))
        .output()?)
}

/// A bench in SystemVerilog reports requests of another coalescer.
#[test]
fn systemverilog_reports_requests_of_other_coalescers() -> Outcome {
    let build = tempfile::tempdir()?;
    let folder = LIBAGU.display();
    let verilated = Command::new("verilator")
        .args(["--binary", "--top", "ports", "-o", "bench"])
        .args(["--timescale", "1ns/1ps", "--Mdir"])
        .arg(build.path())
        .arg(LIBAGU.join("agu_pkg.sv"))
        .arg(root().join("tests/sv/ports.sv"))
        .arg("-LDFLAGS")
        .arg(format!("-L{folder} -Wl,-rpath,{folder} -lagu"))
        .output()?;
    succeeded("ports.sv", verilated)?;
    let ran = Command::new(build.path().join("bench")).output()?;
    let said = succeeded("ports.sv", ran)?;
    assert!(said.starts_with("0 errors, 3 outstanding\n"), "{said}");
    let differs = "3 errors, tag 0x8, instruction 1, memory_lanes: two words of one bank: expected \
                   0x1000, got 0x1010";
    assert!(said.contains(differs), "{said}");
    // Stores in order of lanes, repeats, two requests: what no, `repeats`, `store_order` and `at_most` allow.
    for row in [
        "allowed 0: 110",
        "allowed 1: 100",
        "allowed 2: 010",
        "allowed 3: 111",
    ] {
        assert!(said.contains(row), "{row}: {said}");
    }
    Ok(())
}

/// A bench passes on the Verilog as it is, and finds a sum and a line that are wrong, and a unit that
/// takes nothing.
fn finds_faults(example: &str) -> Outcome {
    let passed = succeeded(example, make(example, &project().join("rtl/verilog"))?)?;
    assert!(passed.contains(" 0 differences\n"), "{passed}");
    for (file, line, instead, signal) in [
        (
            "agu_address_adder.v",
            "assign sum_lo = sum_lo_s1;",
            "assign sum_lo = sum_lo_s1 ^ {31'd0, carry_s1};",
            "sum_lo: expected 0x",
        ),
        (
            "agu_memory_port.v",
            "assign memory_sectors = sectors_out;",
            "assign memory_sectors = sectors_out | 4'd1;",
            "memory_sectors: expected 0x",
        ),
        (
            "agu_warp_unit.v",
            "assign request_ready = advance & (",
            "assign request_ready = 1'b0 & (",
            "0 beats of results, expected ",
        ),
    ] {
        let verilog = tempfile::tempdir()?;
        copy_broken(verilog.path(), file, line, instead)?;
        let failed = make(example, verilog.path())?;
        assert!(!failed.status.success(), "{example} {file}");
        let output = [failed.stdout, failed.stderr].concat();
        let output = String::from_utf8_lossy(&output);
        assert!(output.contains(signal), "{output}");
        let is_difference = signal.contains(": expected");
        assert!(output.contains("tag 0x") || !is_difference, "{output}");
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn the_cpp_bench_under_verilator_finds_faults() -> Outcome {
    finds_faults("verilator")
}

#[test]
#[ignore = "make night"]
fn the_systemverilog_bench_finds_faults() -> Outcome {
    finds_faults("dpi")
}

#[test]
#[ignore = "make night"]
fn a_program_outside_of_the_workspace_uses_the_model() -> Outcome {
    let folder = tempfile::tempdir()?;
    let ran = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--target-dir"])
        .arg(folder.path())
        .current_dir(project().join("examples/emulator"))
        .output()?;
    let output = succeeded("emulator", ran)?;
    assert_eq!(output.lines().count(), 4, "{output}");
    assert!(
        output.contains("line 6: lane 5 at 0x280, Some(Shared), "),
        "{output}"
    );
    assert!(
        output.ends_with("fault None; 0 lines, 32 passes\n"),
        "{output}"
    );
    Ok(())
}

/// The kit for GPUs has tests of its own, up to the launch; `CUDA` names the compilers of their images.
#[test]
#[ignore = "make night"]
fn the_silicon_kit_patches_images_of_all_parts() -> Outcome {
    let folder = tempfile::tempdir()?;
    let kit = project().join("examples/silicon");
    let cargo = |arguments: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(arguments).current_dir(&kit);
        cargo.env("CARGO_TARGET_DIR", folder.path()).output()
    };
    succeeded("cargo fmt", cargo(&["fmt", "--check"])?)?;
    let lints = [
        "clippy",
        "--locked",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ];
    succeeded("cargo clippy", cargo(&lints)?)?;
    let said = succeeded("cargo test", cargo(&["test", "--locked"])?)?;
    assert!(said.contains("test result: ok. 4 passed"), "{said}");
    Ok(())
}

/// Forgets packages of this project that cargo unpacked: it takes those of another day for the
/// present ones, by name and version.
fn forget_unpacked() -> Outcome {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    let unpacked = home.ok_or("no home of cargo")?.join("registry/src");
    for registry in fs::read_dir(unpacked)?.flatten() {
        // Registries with a name are those of the network.
        if !registry.file_name().to_string_lossy().starts_with('-') {
            continue;
        }
        for package in fs::read_dir(registry.path())?.flatten() {
            if package.file_name().to_string_lossy().starts_with("agu-") {
                fs::remove_dir_all(package.path())?;
            }
        }
    }
    Ok(())
}

/// As crates.io would take them: built from the packed files alone, without a network. The index of the
/// registry is asked only by the second command, which uploads nothing.
#[test]
#[ignore = "make night"]
fn the_crates_can_be_published() -> Outcome {
    forget_unpacked()?;
    // Always the same folder: cargo keeps what it unpacks by its path.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("package");
    for command in [
        &["package", "--offline"][..],
        &["publish", "--dry-run", "--no-verify"],
    ] {
        let packed = Command::new(env!("CARGO"))
            .args(command)
            .args(["--quiet", "--allow-dirty", "--target-dir"])
            .arg(&folder)
            .args(["--package", "agu-isa", "--package", "agu-model"])
            .current_dir(project())
            .output()?;
        succeeded(&format!("cargo {command:?}"), packed)?;
    }
    Ok(())
}
