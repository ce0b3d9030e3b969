//! Icarus and Verilator on the bench of one case.

use super::at;
use super::verilog::{BENCH, MAIN, ROOT, TRACE};
use replay::tools::run;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Compiles the bench in `folder`.
pub fn compile_icarus(folder: &Path) -> Result<(), String> {
    let program = ["-g2005", "-o", "bench.vvp", "-s", "main", BENCH];
    run(folder, "iverilog", &program).map(drop)
}

/// The trace with a fault in place, 0 for none.
pub fn run_icarus(folder: &Path, seeded_bug: usize) -> Result<String, String> {
    run(
        folder,
        "vvp",
        &["-n", "bench.vvp", &format!("+seeded_bug={seeded_bug}")],
    )?;
    trace(folder)
}

/// Compiles and runs the bench in `folder`; what all benches share is kept in `shared`.
///
/// Without optimisation: it runs for less time than that takes. Verilator's own makefile would
/// compile its run-time library and read its headers each time.
pub fn verilator(folder: &Path, shared: &Path) -> Result<String, String> {
    static RUNTIME: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| runtime(shared)).clone()?;
    let root = root()?;
    let verilate = [
        "--cc",
        "--prefix",
        "Vreplay",
        "--top-module",
        ROOT,
        "--Mdir",
        "model",
        "-Wno-fatal",
        "-Wno-WIDTH",
        BENCH,
    ];
    run(folder, "verilator_bin", &verilate)?;
    let model = folder.join("model");
    let mut sources = format!("#include \"../{MAIN}\"\n");
    for entry in fs::read_dir(&model).map_err(|error| at(&model, &error))? {
        let name = entry.map_err(|error| at(&model, &error))?.file_name();
        let name = name.to_string_lossy().into_owned();
        if name.ends_with(".cpp") {
            sources += &format!("#include \"{name}\"\n");
        }
    }
    let all = model.join("all.cpp");
    fs::write(&all, sources).map_err(|error| at(&all, &error))?;
    let kept = |name: &str| runtime.join(name).to_string_lossy().into_owned();
    let header = kept(HEADER);
    let mut arguments = vec!["-include", &header, "all.cpp", "-o", "../bench"];
    let objects = RUNTIME_SOURCES.map(|name| kept(&format!("{name}.o")));
    arguments.extend(objects.iter().map(String::as_str));
    compile(&model, &root, &arguments)?;
    let program = folder.join("bench");
    run(folder, &program.to_string_lossy(), &[])?;
    trace(folder)
}

/// Verilator's run-time library: sources, and the header that all models include.
const RUNTIME_SOURCES: [&str; 2] = ["verilated", "verilated_threads"];
const HEADER: &str = "runtime.h";

/// The folder of the run-time library, made where it is not there yet: objects, and the header
/// precompiled.
fn runtime(shared: &Path) -> Result<PathBuf, String> {
    let version = run(shared, "verilator_bin", &["--version"])?;
    let version: String = version.split_whitespace().take(2).collect();
    let kept = shared.join(format!("runtime_{version}"));
    if kept.exists() {
        return Ok(kept);
    }
    let root = root()?;
    let made = shared.join(format!("runtime_{version}_{}", std::process::id()));
    fs::create_dir_all(&made).map_err(|error| at(&made, &error))?;
    for name in RUNTIME_SOURCES {
        let source = format!("{root}/include/{name}.cpp");
        compile(&made, &root, &["-c", &source, "-o", &format!("{name}.o")])?;
    }
    let header = made.join(HEADER);
    fs::write(&header, "#include <verilated.h>\n").map_err(|error| at(&header, &error))?;
    let precompile = ["-x", "c++-header", HEADER, "-o", &format!("{HEADER}.gch")];
    compile(&made, &root, &precompile)?;
    // Another run may have been faster.
    if fs::rename(&made, &kept).is_err() {
        remove(&made)?;
    }
    Ok(kept)
}

fn root() -> Result<String, String> {
    let here = Path::new(".");
    let said = run(here, "verilator_bin", &["--getenv", "VERILATOR_ROOT"])?;
    Ok(said.trim().to_owned())
}

/// Compiles with the flags that all files of one program need.
fn compile(folder: &Path, root: &str, arguments: &[&str]) -> Result<(), String> {
    let compiler = env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let include = format!("-I{root}/include");
    let library = format!("-I{root}/include/vltstd");
    let flags = [
        "-std=gnu++17",
        "-O0",
        "-w",
        "-pthread",
        "-I.",
        &include,
        &library,
    ];
    run(folder, &compiler, &[&flags[..], arguments].concat()).map(drop)
}

fn trace(folder: &Path) -> Result<String, String> {
    let path = folder.join(TRACE);
    fs::read_to_string(&path).map_err(|error| at(&path, &error))
}

/// Removes a folder in which all was well.
pub fn remove(folder: &Path) -> Result<(), String> {
    fs::remove_dir_all(folder).map_err(|error| at(folder, &error))
}
