//! From Verilog to a library.

use crate::{Error, PROGRAM, compiler, fail, layout, roll, root, wrapper};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// One design to be Verilated and compiled with its C++.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    /// Prefix of the Verilated class and name of the library; C++ sources see it
    /// as the macro `MODEL`.
    pub name: &'a str,
    /// The exported design.
    pub verilog: &'a str,
    /// Its top module, whose name C++ sources see as the string `MODEL_TOP`.
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
    /// Macros for it beside those of every model, and their values.
    pub defines: &'a [(&'a str, &'a str)],
}

impl Model<'_> {
    /// Verilates, compiles and links into the package whose build script calls this.
    /// Writes below `OUT_DIR`, tells cargo what to link, and ends the script with a
    /// message where a step fails. Does nothing for Clippy, which links nothing and shares no
    /// build script with what does.
    pub fn build(&self) {
        let wrapper = env::var_os("RUSTC_WORKSPACE_WRAPPER").unwrap_or_default();
        if Path::new(&wrapper).ends_with("clippy-driver") {
            return;
        }
        let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join(self.name);
        println!("cargo:rerun-if-env-changed=PATH");
        let built = self
            .verilate(&out, &[])
            // Where waves are written, or coverage is counted, each lane's member is named. What
            // is compiled while a program runs is checked without it, and is no faster for it.
            .and_then(|()| match self.traced || self.coverage.is_some() {
                true => Ok(()),
                false => self.roll(&out),
            })
            .and_then(|()| self.compile(&out));
        built.unwrap_or_else(|error| fail(&error));
    }

    /// Verilates and compiles to the shared object `NAME.so` in the folder `out`, which is
    /// emptied first. Modules that `verilog` leaves open are looked up in `libraries`.
    /// Compiles in a time that fits large netlists, not for speed.
    ///
    /// # Errors
    /// A tool is missing or refuses its input, or a file cannot be written.
    pub fn shared_object(&self, out: &Path, libraries: &[&Path]) -> Result<PathBuf, Error> {
        let compiler = compiler::any().ok_or(Error::NoCompiler)?;
        self.verilate(out, libraries)?;
        let object = out.join(format!("{}.so", self.name));
        let include = root()?.join("include");
        let mut files = generated(out);
        files.extend(self.sources.iter().map(|source| source.to_path_buf()));
        files.push(include.join("verilated.cpp"));
        files.push(include.join("verilated_threads.cpp"));
        if self.traced {
            files.push(include.join("verilated_vcd_c.cpp"));
        }
        if self.coverage.is_some() {
            files.push(include.join("verilated_cov.cpp"));
        }
        let written = self.coverage.map(|path| {
            let name = "MODEL_COVERAGE".to_owned();
            (name, format!("\"{}\"", path.display()))
        });
        let defines = self.macros().chain(written);
        let defines: Vec<String> = defines
            .map(|(name, value)| format!("-D{name}={value}"))
            .collect();
        let objects = compiler::objects(&files, out, |file, object| {
            let mut command = Command::new(&compiler);
            // Verilator's name for what runs once, when the model is made.
            let once = file.to_string_lossy().ends_with("__Slow.cpp");
            let level = if once { "-O0" } else { "-O1" };
            command.args(["-c", "-fPIC", "-std=gnu++17", level, "-w"]);
            command.args(&defines).arg("-I").arg(out);
            command.arg("-I").arg(&include);
            command.arg("-I").arg(include.join("vltstd"));
            command.arg(file).arg("-o").arg(object);
            run(command, file)
        })?;
        // Its run-time library is its own, not that of the program that loads it.
        let mut link = Command::new(&compiler);
        link.args(["-shared", "-Wl,-Bsymbolic"]).args(objects);
        link.arg("-o").arg(&object);
        run(link, &object)?;
        Ok(object)
    }

    fn verilate(&self, out: &Path, libraries: &[&Path]) -> Result<(), Error> {
        let text = if self.traced {
            self.verilog.to_string()
        } else {
            let wrapped = wrapper::wrap(self.verilog, self.top, self.arrays);
            wrapped.ok_or_else(|| Error::NoModule(self.top.to_string()))?
        };
        // What an earlier run left must not be linked.
        let _ = fs::remove_dir_all(out);
        let design = out.join(format!("{}.sv", self.name));
        let file = |path: &Path, result: std::io::Result<()>| {
            result.map_err(|error| Error::File(path.to_path_buf(), error))
        };
        file(out, fs::create_dir_all(out))?;
        file(&design, fs::write(&design, text))?;
        let mut command = Command::new(PROGRAM);
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
        if self.coverage.is_some() {
            command.args(["--coverage-line", "--coverage-toggle"]);
            // Wider signals would be left out.
            command.args(["--coverage-max-width", "4096"]);
        }
        for library in libraries {
            command.arg("-v").arg(library);
        }
        command.arg("--Mdir").arg(out).arg(&design);
        run(command, &design)?;
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
    fn macros(&self) -> impl Iterator<Item = (String, String)> {
        let traced = String::from(if self.traced { "1" } else { "0" });
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
fn generated(out: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(out).into_iter().flatten().flatten();
    let is_cpp = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "cpp");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_cpp).collect();
    files.sort();
    files
}

/// Runs a tool on `file`.
fn run(mut command: Command, file: &Path) -> Result<(), Error> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let said = match command.output() {
        Ok(output) if output.status.success() => return Ok(()),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    Err(Error::Refused {
        tool,
        file: file.to_path_buf(),
        said,
    })
}

/// Compiles the part of Verilator's run-time library that `verilated` leaves out.
/// Once in a program, however many models it links.
pub fn threads_library() {
    let include = root().unwrap_or_else(|error| fail(&error)).join("include");
    cc::Build::new()
        .cpp(true)
        .std("gnu++17")
        .warnings(false)
        .flag("-w")
        .include(&include)
        .file(include.join("verilated_threads.cpp"))
        .compile("verilated_threads");
}
