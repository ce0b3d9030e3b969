//! From Verilog to C++, and to a library that is linked.

use crate::{
    Error, compiler, compiler_version, fail, files_of, layout, roll, root, run, verilator, version,
    wrapper,
};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

/// One design to be Verilated and compiled with its C++.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    /// Prefix of the Verilated class and name of the library; C++ sources see it
    /// as the macro `MODEL`.
    pub name: &'a str,
    /// The design, or a module around one that `arguments` name the files of.
    pub verilog: &'a str,
    /// Further arguments of Verilator: files, libraries, folders, macros. Paths are relative to
    /// the working folder.
    pub arguments: &'a [OsString],
    /// The top module, one of `verilog`, whose name C++ sources see as the string `MODEL_TOP`.
    pub top: &'a str,
    /// Where the model writes Verilator's line and toggle coverage when it is destroyed, if
    /// it counts them.
    pub coverage: Option<&'a Path>,
    /// Output ports that hold elements of so many bits: where there are no waves, they are arrays
    /// in the class. A port that is not there is passed over.
    pub arrays: &'a [(&'a str, usize)],
    /// Waves and both clock edges; else one evaluation a cycle and no waves.
    pub traced: bool,
    /// C++ that drives the class.
    pub sources: &'a [&'a Path],
    /// Names and texts of headers that it includes.
    pub headers: &'a [(&'a str, String)],
    /// Macros for it beside those of every model, and their values.
    pub defines: &'a [(&'a str, &'a str)],
}

impl Model<'_> {
    /// Verilates and compiles to a library in the folder `out`.
    fn library(&self, out: &Path) -> Result<(), Error> {
        self.verilate(out)?;
        // Where waves are written, or coverage is counted, each lane's member is named. What
        // is compiled while a program runs is checked without it, and is no faster for it.
        if !self.traced && self.coverage.is_none() {
            self.roll(out)?;
        }
        self.compile(out)
    }

    /// Writes the C++ of the design to the folder `out`, which is emptied first.
    ///
    /// # Errors
    /// Verilator is missing or refuses its input, or a file cannot be written.
    pub fn verilate(&self, out: &Path) -> Result<(), Error> {
        let (text, top) = if self.traced {
            (self.verilog.to_string(), self.top)
        } else {
            let wrapped = wrapper::wrap(self.verilog, self.top, self.arrays);
            let wrapped = wrapped.ok_or_else(|| Error::NoModule(self.top.to_string()))?;
            (wrapped, wrapper::NAME)
        };
        // What an earlier run left must not be linked.
        let _ = fs::remove_dir_all(out);
        let name = format!("{}.sv", self.name);
        let design = out.join(&name);
        let file = |path: &Path, result: std::io::Result<()>| {
            result.map_err(|error| Error::File(path.to_path_buf(), error))
        };
        file(out, fs::create_dir_all(out))?;
        // The C++ names files. Without the folder it is the same wherever it is made.
        let text = format!("`line 1 \"{name}\" 0\n{text}");
        file(&design, fs::write(&design, text))?;
        let mut command = verilator();
        // What comes later counts more.
        command.arg(&design).args(self.arguments);
        command.args(["--cc", "--prefix", self.name, "--top-module", top]);
        command.args(["-O3", "--noassert", "--x-assign", "fast"]);
        command.args(["--x-initial", "fast", "-Wno-fatal", "-Wno-lint"]);
        if self.traced {
            command.args(["--trace", "--trace-structs", "--trace-max-array", "4096"]);
        }
        if self.coverage.is_some() {
            command.args(["--coverage-line", "--coverage-toggle"]);
            // Wider signals would be left out.
            command.args(["--coverage-max-width", "4096"]);
        }
        command.arg("--Mdir").arg(out);
        run(command, &design)?;
        for (name, text) in self.headers {
            let path = out.join(name);
            file(&path, fs::write(&path, text))?;
        }
        let header = out.join(self.root());
        let text =
            fs::read_to_string(&header).and_then(|text| fs::write(&header, layout::arrange(&text)));
        file(&header, text)
    }

    /// Rolls up the lanes of the C++ in `out`.
    fn roll(&self, out: &Path) -> Result<(), Error> {
        let header = out.join(self.root());
        let class = header.with_extension("");
        let of_class = |path: &PathBuf| {
            let class = class.to_string_lossy();
            path.to_string_lossy().starts_with(&*class)
        };
        let file = |path: &Path| {
            let path = path.to_path_buf();
            move |error| Error::File(path, error)
        };
        let read = |path: &PathBuf| fs::read_to_string(path).map_err(file(path));
        let paths: Vec<PathBuf> = generated(out).into_iter().filter(of_class).collect();
        let sources: Vec<String> = paths.iter().map(read).collect::<Result<_, _>>()?;
        let (text, sources) = roll::roll(&read(&header)?, &sources);
        fs::write(&header, text).map_err(file(&header))?;
        let mut written = paths.iter().zip(sources);
        written.try_for_each(|(path, text)| fs::write(path, text).map_err(file(path)))
    }

    /// The header of the class that has all members.
    fn root(&self) -> String {
        format!("{}___024root.h", self.name)
    }

    fn compile(&self, out: &Path) -> Result<(), Error> {
        let include = root()?.join("include");
        let mut build = cc::Build::new();
        if env::var_os("CXX").is_none() {
            match compiler::clang() {
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
            .cargo_metadata(false)
            .cpp(true)
            .std("gnu++17")
            .opt_level(3)
            .debug(false)
            .warnings(false)
            .flag("-faligned-new")
            .flag_if_supported("-march=native")
            .flag_if_supported("-mprefer-vector-width=512")
            // Its instructions have no form for long vectors: one of them between such
            // costs hundreds of clock cycles, a quarter of the model's time on a Zen 3.
            .flag_if_supported("-mno-sse4a")
            .flag("-w")
            .include(out)
            .include(&include)
            .include(include.join("vltstd"));
        for (name, value) in self.macros() {
            build.define(&name, value.as_str());
        }
        // Masks are made of one bit of each lane. Clang makes vectors of such a sum only
        // if told to: a third of the model's time.
        if build.get_compiler().is_like_clang() {
            build.flag("-mllvm").flag("-slp-vectorize-hor-store");
        }
        build.files(generated(out));
        for source in self.sources {
            println!("cargo:rerun-if-changed={}", source.display());
            build.file(source);
        }
        build.compile(self.name);
        Ok(())
    }

    /// Macros of Verilator's run-time library and of the C++ that drives the class.
    pub(crate) fn macros(&self) -> impl Iterator<Item = (String, String)> {
        let traced = String::from(if self.traced { "1" } else { "0" });
        // A string of C is written as one of Rust is shown.
        let string = |text: &str| format!("{text:?}");
        let every = [
            ("VM_COVERAGE", u8::from(self.coverage.is_some()).to_string()),
            ("VM_SC", String::from("0")),
            ("VM_TRACE", traced.clone()),
            ("VM_TRACE_VCD", traced.clone()),
            ("MODEL", self.name.to_string()),
            ("MODEL_HEADER", format!("\"{}.h\"", self.name)),
            ("MODEL_ROOT", format!("\"{}\"", self.root())),
            ("MODEL_TOP", format!("\"{}\"", self.top)),
            ("MODEL_TRACED", traced),
            ("MODEL_VERILATOR", string(&version().unwrap_or_default())),
            ("MODEL_COMPILER", string(&compiler_version())),
        ];
        let own = self.defines.iter();
        let own = own.map(|&(name, value)| (name.to_owned(), value.to_owned()));
        every
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .chain(own)
    }
}

/// The C++ that Verilator wrote to the folder `out`.
pub(crate) fn generated(out: &Path) -> Vec<PathBuf> {
    files_of(out, &["cpp"])
}

/// Verilates and compiles `models`, as many at a time as there are cores, and links them into
/// the package whose build script calls this. Writes below `OUT_DIR`, tells cargo what to link, and
/// ends the script with a message where a step fails. Does nothing for Clippy, which links
/// nothing and shares no build script with what does.
pub fn link(models: &[Model]) {
    println!("cargo:rerun-if-env-changed=PATH");
    if for_clippy() {
        return;
    }
    let out = out_folder();
    let next = AtomicUsize::new(0);
    let worker = || {
        while let Some(model) = models.get(next.fetch_add(1, Ordering::Relaxed)) {
            let built = model.library(&out.join(model.name));
            built.unwrap_or_else(|error| fail(&error));
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(worker))));
    println!("cargo:rustc-link-search=native={}", out.display());
    models.iter().for_each(|model| link_library(model.name));
}

/// Compiles and links Verilator's run-time library. Once in a program, however many models it
/// links.
pub fn link_runtime() {
    const NAME: &str = "verilated_runtime";
    if for_clippy() {
        return;
    }
    let include = root().unwrap_or_else(|error| fail(&error)).join("include");
    let files = [
        "verilated.cpp",
        "verilated_threads.cpp",
        "verilated_vcd_c.cpp",
    ];
    cc::Build::new()
        .cargo_metadata(false)
        .cpp(true)
        .std("gnu++17")
        .warnings(false)
        .flag("-w")
        .include(&include)
        .include(include.join("vltstd"))
        .files(files.map(|file| include.join(file)))
        .compile(NAME);
    println!("cargo:rustc-link-search=native={}", out_folder().display());
    link_library(NAME);
    println!("cargo:rustc-link-lib=stdc++");
}

/// All of the library, as other crates than the linking one use it.
fn link_library(name: &str) {
    println!("cargo:rustc-link-lib=static:+whole-archive,-bundle={name}");
}

fn out_folder() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default())
}

fn for_clippy() -> bool {
    let wrapper = env::var_os("RUSTC_WORKSPACE_WRAPPER").unwrap_or_default();
    Path::new(&wrapper).ends_with("clippy-driver")
}
