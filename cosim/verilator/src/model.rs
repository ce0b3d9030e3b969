//! From Verilog to a linked library.

use crate::{fail, layout, root, wrapper};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Compilers in order of preference. Clang turns the 32 lanes of a Verilated unit
/// into vector instructions; GCC 12 runs the same model at less than half its speed.
const COMPILERS: [&str; 4] = ["clang++-19", "clang++-18", "clang++-17", "clang++"];

/// One design to be Verilated, compiled with its C++ and linked.
///
/// Meant for build scripts: writes below `OUT_DIR`, tells cargo what to link, and
/// ends the script with a message where a step fails.
pub struct Model<'a> {
    /// Prefix of the Verilated class and name of the library; C++ sources see it
    /// as the macro `MODEL`.
    pub name: &'a str,
    /// The exported design.
    pub verilog: &'a str,
    /// Its top module.
    pub top: &'a str,
    /// Waves and both clock edges; else one evaluation a cycle and no waves.
    pub traced: bool,
    /// C++ that drives the class.
    pub sources: &'a [&'a Path],
}

impl Model<'_> {
    /// Verilates, compiles and links.
    pub fn build(&self) {
        let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join(self.name);
        let text = if self.traced {
            Some(self.verilog.to_string())
        } else {
            wrapper::wrap(self.verilog, self.top)
        };
        let Some(text) = text else {
            fail(&format!("no module {} to simulate", self.top))
        };
        // What an earlier run left must not be linked.
        let _ = fs::remove_dir_all(&out);
        let design = out.join(format!("{}.sv", self.name));
        fs::create_dir_all(&out)
            .and_then(|()| fs::write(&design, text))
            .unwrap_or_else(|error| fail(&format!("{}: {error}", design.display())));
        self.verilate(&out, &design);
        if !self.traced {
            let header = out.join(format!("{}___024root.h", self.name));
            fs::read_to_string(&header)
                .and_then(|text| fs::write(&header, layout::group_lanes(&text)))
                .unwrap_or_else(|error| fail(&format!("{}: {error}", header.display())));
        }
        self.compile(&out);
    }

    fn verilate(&self, out: &Path, design: &Path) {
        let mut command = Command::new("verilator_bin");
        command.arg("--cc").args([
            "--prefix",
            self.name,
            "-O3",
            "--noassert",
            "--x-assign",
            "fast",
        ]);
        command.args(["--x-initial", "fast", "-Wno-fatal", "-Wno-lint"]);
        command
            .arg("--top-module")
            .arg(if self.traced { self.top } else { wrapper::NAME });
        if self.traced {
            command.args(["--trace", "--trace-structs", "--trace-max-array", "4096"]);
        }
        command
            .arg("--Mdir")
            .arg(out)
            .arg(design)
            .env("VERILATOR_ROOT", root());
        match command.output() {
            Ok(output) if output.status.success() => {}
            Ok(output) => fail(&format!(
                "Verilator refuses {}:\n{}",
                design.display(),
                String::from_utf8_lossy(&output.stderr)
            )),
            Err(error) => fail(&format!("cannot run verilator_bin: {error}")),
        }
    }

    fn compile(&self, out: &Path) {
        let include = root().join("include");
        let mut build = cc::Build::new();
        if env::var_os("CXX").is_none() {
            let works = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
            match COMPILERS.iter().find(works) {
                Some(compiler) => {
                    build.compiler(compiler);
                }
                None => println!(
                    "cargo:warning=no Clang found: the Verilated model is compiled by the default \
                     C++ compiler and will run at less than half speed (make setup installs clang-19)"
                ),
            }
        }
        build
            .cpp(true)
            .std("gnu++17")
            .opt_level(3)
            .debug(false)
            .warnings(false)
            .flag("-faligned-new")
            .flag_if_supported("-march=native")
            .flag_if_supported("-mprefer-vector-width=512")
            .flag("-w")
            .include(out)
            .include(&include)
            .include(include.join("vltstd"))
            .define("VM_COVERAGE", "0")
            .define("VM_SC", "0")
            .define("VM_TRACE", if self.traced { "1" } else { "0" })
            .define("VM_TRACE_VCD", if self.traced { "1" } else { "0" })
            .define("MODEL", self.name)
            .define("MODEL_HEADER", format!("\"{}.h\"", self.name).as_str())
            .define("MODEL_TRACED", if self.traced { "1" } else { "0" });
        // Masks are made of one bit of each lane. Clang makes vectors of such a sum only
        // if told to: a third of the model's time.
        if build.get_compiler().is_like_clang() {
            build.flag("-mllvm").flag("-slp-vectorize-hor-store");
        }
        let verilated = fs::read_dir(out)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path());
        let mut files: Vec<PathBuf> = verilated
            .filter(|path| path.extension().is_some_and(|extension| extension == "cpp"))
            .collect();
        files.sort();
        build.files(files);
        for source in self.sources {
            println!("cargo:rerun-if-changed={}", source.display());
            build.file(source);
        }
        build.compile(self.name);
    }
}

/// Compiles the part of Verilator's run-time library that `verilated` leaves out.
/// Once in a program, however many models it links.
pub fn threads_library() {
    let include = root().join("include");
    cc::Build::new()
        .cpp(true)
        .std("gnu++17")
        .warnings(false)
        .flag("-w")
        .include(&include)
        .file(include.join("verilated_threads.cpp"))
        .compile("verilated_threads");
}
