//! Compilation of Verilog to C++, for a library that is linked or loaded.

use crate::message::{Message, warnings};
use crate::wrapper::{self, Array};
use crate::{Error, compiler_version, coverage, files_of, run, verilator, version};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Verilator's file ending for code that runs once, when the model is created.
pub(crate) const ONCE: &str = "__Slow.cpp";

/// The text around Verilator's run-time library, for a folder of its own. The first file includes
/// the library's own first file.
pub(crate) const RUNTIME: [(&str, &str); 2] = [
    ("runtime.cpp", include_str!("runtime.cpp")),
    ("runtime.h", include_str!("runtime.h")),
];
/// Further files of the library, and its writer of waves.
pub(crate) const THREADS: &str = "verilated_threads.cpp";
pub(crate) const TRACING: &str = "verilated_vcd_c.cpp";

/// One design to be Verilated and compiled with its C++.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    /// Prefix of the Verilated class and name of the library. C++ sources get it as the macro
    /// `MODEL`.
    pub name: &'a str,
    /// The design, or a wrapper around one whose files are in `arguments`.
    pub verilog: &'a str,
    /// Further arguments of Verilator: files, libraries, folders, macros, optimisations. Paths are
    /// relative to the working folder.
    pub arguments: &'a [OsString],
    /// The top module, one of `verilog`. C++ sources get its name as the string `MODEL_TOP`.
    pub top: &'a str,
    /// File to which the model writes Verilator's line and toggle coverage when it is destroyed,
    /// if coverage is counted.
    pub coverage: Option<&'a Path>,
    /// Output ports with elements of a few bits. In a class without waves they are arrays. Ports
    /// that do not exist are ignored.
    pub arrays: &'a [Array],
    /// Whether the model has waves and evaluates both clock edges. Otherwise it has one evaluation
    /// a cycle and no waves.
    pub traced: bool,
    /// C++ that drives the class.
    pub sources: &'a [&'a Path],
    /// Names and texts of the headers that these sources include.
    pub headers: &'a [(&'a str, String)],
    /// Further macros for these sources, and their values.
    pub defines: &'a [(&'a str, &'a str)],
}

impl Model<'_> {
    /// Writes the C++ of the design to the folder `out`, which is emptied first. Returns the
    /// warnings that other simulators may differ.
    ///
    /// # Errors
    /// Verilator is missing or refuses its input, or a file cannot be written.
    pub fn verilate(&self, out: &Path) -> Result<Vec<Message>, Error> {
        let (text, top) = if self.traced {
            (self.verilog.to_string(), self.top)
        } else {
            let wrapped = wrapper::wrap(self.verilog, self.top, self.arrays);
            let wrapped = wrapped.ok_or_else(|| Error::NoModule(self.top.to_string()))?;
            (wrapped, wrapper::NAME)
        };
        let name = format!("{}.sv", self.name);
        // Generated C++ contains file names. Without the folder it is the same on every machine.
        let text = format!("`line 1 \"{name}\" 0\n{text}");
        let file = |path: &Path, result: std::io::Result<()>| {
            result.map_err(|error| Error::File(path.to_path_buf(), error))
        };
        let warnings = self.generate(&text, top, out)?;
        for (name, text) in self.headers {
            let path = out.join(name);
            file(&path, fs::write(&path, text))?;
        }
        Ok(warnings)
    }

    /// Runs Verilator, which writes the C++ of the design `text` to the folder `out`.
    fn generate(&self, text: &str, top: &str, out: &Path) -> Result<Vec<Message>, Error> {
        // Files of an earlier run must not be linked.
        let _ = fs::remove_dir_all(out);
        let design = out.join(format!("{}.sv", self.name));
        let write = fs::create_dir_all(out).and_then(|()| fs::write(&design, text));
        write.map_err(|error| Error::File(design.clone(), error))?;
        let mut command = verilator();
        command.args(["-O3", "--noassert", "--x-assign", "fast"]);
        // Warnings do not end the run: those that other simulators may differ are returned, others are of
        // style and widths.
        command.args(["--x-initial", "fast", "-Wno-fatal"]);
        // Longer loops are kept, because compilers vectorise them.
        command.args(["--unroll-count", "4"]);
        // Later arguments override earlier ones.
        command.arg(&design).args(self.arguments);
        command.args(["--cc", "--prefix", self.name, "--top-module", top]);
        if self.traced {
            command.args(["--trace", "--trace-structs", "--trace-max-array", "4096"]);
        }
        if self.coverage.is_some() {
            command.args(coverage::options(&version()?));
        }
        command.arg("--Mdir").arg(out);
        let ran = run(command, &design)?;
        Ok(warnings(&String::from_utf8_lossy(&ran.stderr)))
    }

    /// The header of the class with all members.
    fn root(&self) -> String {
        format!("{}___024root.h", self.name)
    }

    /// Macros of Verilator's run-time library and of the C++ that drives the class.
    pub(crate) fn macros(&self) -> impl Iterator<Item = (String, String)> {
        let traced = String::from(if self.traced { "1" } else { "0" });
        // Rust's debug form of a string is also a C string.
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

/// Writes the text around Verilator's run-time library to `folder`. Returns the file to compile.
pub(crate) fn write_runtime(folder: &Path) -> Result<PathBuf, Error> {
    let write = |path: &Path, text: &str| {
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
        written.map_err(|error| Error::File(path.to_path_buf(), error))
    };
    let paths = RUNTIME.map(|(name, _)| folder.join(name));
    for (path, (_, text)) in paths.iter().zip(RUNTIME) {
        write(path, text)?;
    }
    let [source, _] = paths;
    Ok(source)
}

/// The C++ files that Verilator wrote to the folder `out`.
pub(crate) fn generated(out: &Path) -> Vec<PathBuf> {
    files_of(out, &["cpp"])
}

/// Verilator's C++ in `folder`, gathered in two files: code that runs in every cycle and code that
/// runs once. Half a second of headers for each single file would take longer than all other
/// compilation.
pub(crate) fn gathered(folder: &Path) -> Result<[PathBuf; 2], Error> {
    let is_once = |file: &PathBuf| file.to_string_lossy().ends_with(ONCE);
    let (once, often): (Vec<_>, Vec<_>) = generated(folder).into_iter().partition(is_once);
    let write = |name: &str, files: &[PathBuf]| {
        let path = folder.join(name);
        let names = files.iter().filter_map(|file| file.file_name());
        let text: String = names.map(|file| format!("#include {file:?}\n")).collect();
        let written = fs::write(&path, text);
        written.map_err(|error| Error::File(path.clone(), error))?;
        Ok(path)
    };
    Ok([
        write("all.cpp", &often)?,
        write(&format!("all{ONCE}"), &once)?,
    ])
}
