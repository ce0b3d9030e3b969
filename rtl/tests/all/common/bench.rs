//! Benches in Verilog beside the modules of the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles `bench` of the folder of tests, with `sources` and the modules of `rtl/verilog`, for
/// `tool`, Icarus or Verilator; the folder where that is, which is called `name`.
#[track_caller]
pub fn compiled(
    tool: &str,
    name: &str,
    bench: &str,
    options: &[&str],
    sources: &[&Path],
) -> PathBuf {
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&work).unwrap();
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (bench, folder) = (manifest.join("tests").join(bench), manifest.join("verilog"));
    let mut command = Command::new(tool);
    match tool {
        "iverilog" => command.args(["-g2012", "-o", "bench.vvp"]),
        _ => command.args([
            "--binary",
            "--timing",
            "--Mdir",
            "model",
            "--prefix",
            "Vbench",
            "-MAKEFLAGS",
            "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0",
        ]),
    };
    command
        .args(options)
        .args(sources)
        .arg("-y")
        .arg(folder)
        .arg(bench);
    output(tool, command.current_dir(&work));
    work
}

#[track_caller]
fn output(name: &str, command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// The output of the bench that [`compiled`] has put into `work`.
#[track_caller]
pub fn simulated(tool: &str, work: &Path, options: &[String]) -> String {
    let mut command = match tool {
        "iverilog" => Command::new("vvp"),
        _ => Command::new("model/Vbench"),
    };
    if tool == "iverilog" {
        command.args(["-n", "bench.vvp"]);
    }
    output(tool, command.args(options).current_dir(work))
}
