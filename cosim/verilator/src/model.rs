//! From Verilog to C++, and to a library that is linked.

use crate::{
    Error, compiler_version, coverage, files_of, layout, roll, run, verilator, version, wrapper,
};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Verilator's ending for what runs once, when the model is made.
pub(crate) const ONCE: &str = "__Slow.cpp";

/// Verilator's run-time library, and what writes waves.
pub(crate) const RUNTIME: [&str; 2] = ["verilated.cpp", "verilated_threads.cpp"];
pub(crate) const TRACING: &str = "verilated_vcd_c.cpp";

/// How the members are called that Verilator's data-flow graphs make of what several expressions
/// share, and how many of them a model may have. 5.048 shares what pairs of lanes compare, a
/// thousand members, and so takes it out of the branch in which it counts: without the graphs the
/// unit is three times as fast then, else it is slower.
const SHARED: &str = "__VdfgRegularize_";
const MOST_SHARED: usize = 64;

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
        let name = format!("{}.sv", self.name);
        // The C++ names files. Without the folder it is the same wherever it is made.
        let text = format!("`line 1 \"{name}\" 0\n{text}");
        let file = |path: &Path, result: std::io::Result<()>| {
            result.map_err(|error| Error::File(path.to_path_buf(), error))
        };
        self.generate(&text, top, out, &[])?;
        let header = out.join(self.root());
        let read = || fs::read_to_string(&header);
        let members = read().map_err(|error| Error::File(header.clone(), error))?;
        if !self.traced && members.matches(SHARED).count() > MOST_SHARED {
            self.generate(&text, top, out, &["-fno-dfg"])?;
        }
        for (name, text) in self.headers {
            let path = out.join(name);
            file(&path, fs::write(&path, text))?;
        }
        file(
            &header,
            read().and_then(|text| fs::write(&header, layout::arrange(&text))),
        )
    }

    /// Lets Verilator write the C++ of the design `text` to the folder `out`, with `more` arguments.
    fn generate(&self, text: &str, top: &str, out: &Path, more: &[&str]) -> Result<(), Error> {
        // What an earlier run left must not be linked.
        let _ = fs::remove_dir_all(out);
        let design = out.join(format!("{}.sv", self.name));
        let write = fs::create_dir_all(out).and_then(|()| fs::write(&design, text));
        write.map_err(|error| Error::File(design.clone(), error))?;
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
            command.args(coverage::options(&version()?));
        }
        command.args(more).arg("--Mdir").arg(out);
        run(command, &design).map(drop)
    }

    /// Rolls up the lanes of the C++ in `out`.
    pub(crate) fn roll(&self, out: &Path) -> Result<roll::Counts, Error> {
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
        let rolled = roll::roll(&read(&header)?, &sources);
        fs::write(&header, rolled.header).map_err(file(&header))?;
        for (path, text) in paths.iter().zip(rolled.sources) {
            fs::write(path, text).map_err(file(path))?;
        }
        Ok(rolled.counts)
    }

    /// The header of the class that has all members.
    fn root(&self) -> String {
        format!("{}___024root.h", self.name)
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

/// The C++ that Verilator wrote to `folder` as two files, of what runs in every cycle and of what
/// runs once: half a second of headers for each of its own would take longer than all else.
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
