//! Compilation of C++ to a shared object, which a running program loads.
//!
//! Large netlists compile in acceptable time; speed of the model comes second.

use crate::compiler::Compiler;
use crate::model::{ONCE, THREADS, TRACING, gathered, generated, write_runtime};
use crate::{Error, Model, files_of, root, run, tools};
use rayon::prelude::*;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

const FLAGS: [&str; 4] = ["-c", "-fPIC", "-std=gnu++17", "-w"];
const LEVEL: &str = "-O1";
/// Optimisation level of code that runs once, and of models with waves, which run for few cycles.
const LEVEL_OF_ONCE: &str = "-O0";
/// Limit in bytes below which C++ is compiled as two files. Larger C++, as of a netlist, keeps all
/// processors busy with Verilator's own files. At -O0 the headers of each file take most of the time,
/// so that there is no limit.
const GATHERED: u64 = 1 << 20;
/// Linker options. The object uses its own run-time library, not that of the program that loads
/// it. Missing symbols, such as C functions that a design imports, are errors now instead of at
/// the call.
const LINK: [&str; 3] = ["-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs"];

impl Model<'_> {
    /// Verilates and compiles to the shared object `NAME.so` in the folder `out`, which is emptied
    /// first.
    ///
    /// # Errors
    /// A tool is missing or refuses its input, or a file cannot be written.
    pub fn shared_object(&self, out: &Path) -> Result<PathBuf, Error> {
        self.verilate(out)?;
        self.link(out, None)
    }

    /// A hash of all inputs of [`link`](Model::link): the C++ in `out`, the sources, macros,
    /// flags, Verilator's run-time library, the compiler. The caller has to hash headers of the
    /// sources.
    ///
    /// # Errors
    /// A tool is missing, or a file cannot be read.
    pub fn hash(&self, out: &Path) -> Result<u64, Error> {
        let mut hasher = DefaultHasher::new();
        let mut files = files_of(out, &["cpp", "h"]);
        files.extend(self.sources.iter().map(|source| source.to_path_buf()));
        for path in files {
            let text = fs::read(&path).map_err(|error| Error::File(path.clone(), error))?;
            (path.file_name(), text).hash(&mut hasher);
        }
        self.macros().for_each(|defined| defined.hash(&mut hasher));
        (FLAGS, LEVEL, LEVEL_OF_ONCE, LINK, tools()?).hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// Compiles the output of [`verilate`](Model::verilate) in the folder `out` to the shared
    /// object `NAME.so` there. Verilator's run-time library takes as long as a small design. It is
    /// taken from the folder `kept` if an earlier model with the same tools left it there.
    /// Otherwise it is compiled and kept.
    ///
    /// # Errors
    /// There is no compiler, or it refuses its input.
    pub fn link(&self, out: &Path, kept: Option<&Path>) -> Result<PathBuf, Error> {
        let compiler = Compiler::new()?;
        let object = out.join(format!("{}.so", self.name));
        let include = root()?.join("include");
        let mut files = generated(out);
        let bytes = files.iter().filter_map(|file| fs::metadata(file).ok());
        if self.traced || bytes.map(|file| file.len()).sum::<u64>() < GATHERED {
            files = gathered(out)?.to_vec();
        }
        files.extend(self.sources.iter().map(|source| source.to_path_buf()));
        let library = out.join("library");
        let runtime = self.runtime(write_runtime(&library)?, &include);
        let kept = kept.map(|kept| self.runtime_folder(kept, &runtime));
        let kept = kept.transpose()?;
        let of_runtime = kept.iter().filter(|kept| kept.is_dir());
        let of_runtime = of_runtime.flat_map(|kept| objects_of(&runtime, kept));
        let known: Vec<PathBuf> = of_runtime.collect();
        if known.is_empty() {
            files.extend_from_slice(&runtime);
        }
        let written = self.coverage.map(|path| {
            let name = "MODEL_COVERAGE".to_owned();
            (name, format!("\"{}\"", path.display()))
        });
        let defines = self.macros().chain(written);
        let defines: Vec<String> = defines
            .map(|(name, value)| format!("-D{name}={value}"))
            .collect();
        let objects = files.par_iter().enumerate().map(|(place, file)| {
            let object = out.join(format!("{place}.o"));
            let mut command = compiler.command();
            let once = file.to_string_lossy().ends_with(ONCE);
            let level = if once || self.traced {
                LEVEL_OF_ONCE
            } else {
                LEVEL
            };
            command.args(FLAGS).arg(level);
            command.args(&defines).arg("-I").arg(out);
            command.arg("-I").arg(&library).arg("-I").arg(&include);
            command.arg("-I").arg(include.join("vltstd"));
            command.arg(file).arg("-o").arg(&object);
            run(command, file).map(|_| object)
        });
        let objects: Vec<PathBuf> = objects.collect::<Result<_, _>>()?;
        let mut link = compiler.command();
        link.args(LINK).args(&objects).args(&known);
        link.arg("-o").arg(&object);
        run(link, &object)?;
        if let Some(kept) = kept.filter(|_| known.is_empty()) {
            let made = &objects[objects.len() - runtime.len()..];
            keep(made, &runtime, &out.join("runtime"), &kept)?;
        }
        Ok(object)
    }

    /// The files of Verilator's run-time library in the folder `include` that the model needs,
    /// after `first`.
    fn runtime(&self, first: PathBuf, include: &Path) -> Vec<PathBuf> {
        let mut files = vec![first, include.join(THREADS)];
        if self.traced {
            files.push(include.join(TRACING));
        }
        if self.coverage.is_some() {
            files.push(include.join("verilated_cov.cpp"));
        }
        files
    }

    /// The folder in `kept` with the objects of these files.
    fn runtime_folder(&self, kept: &Path, runtime: &[PathBuf]) -> Result<PathBuf, Error> {
        let mut hasher = DefaultHasher::new();
        (FLAGS, LEVEL, tools()?).hash(&mut hasher);
        for file in runtime {
            file.file_name().hash(&mut hasher);
        }
        Ok(kept.join(format!("runtime-{:016x}", hasher.finish())))
    }
}

/// The paths of the objects of `files` in the folder `kept`.
fn objects_of<'a>(files: &'a [PathBuf], kept: &Path) -> impl Iterator<Item = PathBuf> + use<'a> {
    let kept = kept.to_path_buf();
    let names = files.iter().filter_map(|file| file.file_name());
    names.map(move |name| kept.join(name).with_extension("o"))
}

/// Moves `objects` of the `files` of the run-time library to the folder `kept`, through the folder
/// `whole`. Several programs may do so at the same time.
fn keep(objects: &[PathBuf], files: &[PathBuf], whole: &Path, kept: &Path) -> Result<(), Error> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error| Error::File(path, error)
    };
    fs::create_dir_all(whole).map_err(failed(whole))?;
    for (object, place) in objects.iter().zip(objects_of(files, whole)) {
        fs::rename(object, place).map_err(failed(object))?;
    }
    match fs::rename(whole, kept) {
        Err(error) if !kept.is_dir() => Err(failed(kept)(error)),
        _ => Ok(()),
    }
}
