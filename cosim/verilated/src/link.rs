//! Compilation of C++ to libraries that are linked into the package of a build script.

use crate::compiler::Compiler;
use crate::model::{ONCE, THREADS, gathered, write_runtime};
use crate::{Error, Model, compiler, fail, root};
use rayon::prelude::*;
use std::env;
use std::path::{Path, PathBuf};

/// Header that every file includes first.
const ALIGNED: &str = include_str!("aligned.h");

/// Library made from Verilator's run-time library.
const RUNTIME_LIBRARY: &str = "verilated_runtime";

/// One file to compile, and its library.
struct CompilationUnit {
    library: usize,
    file: PathBuf,
    compiler: cc::Build,
}

/// Verilates `models` and compiles them on all cores. With `runtime` it also compiles Verilator's
/// run-time library, which a program has once. Instructs cargo to link them with all programs that
/// use the package of the calling build script. If a step fails, it ends that script with a
/// message.
///
/// Does nothing for Clippy, which links nothing and shares no build script with other commands.
pub fn link(models: &[Model], runtime: bool) {
    for variable in ["PATH", "CXX", "CXXFLAGS", "RUSTFLAGS"] {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    if is_clippy() {
        return;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let built = try_link(models, runtime, &out);
    built.unwrap_or_else(|error| fail(&error));
}

/// Whether a build script runs for Clippy.
pub fn is_clippy() -> bool {
    let wrapper = env::var_os("RUSTC_WORKSPACE_WRAPPER").unwrap_or_default();
    Path::new(&wrapper).ends_with("clippy-driver")
}

fn try_link(models: &[Model], runtime: bool, out: &Path) -> Result<(), Error> {
    if compiler::clang().is_none() && Compiler::of_environment().is_none() {
        println!(
            "cargo:warning=no Clang found: the Verilated model is compiled by the default \
             C++ compiler and will run at less than half speed (make setup installs clang-19)"
        );
    }
    let include = root()?.join("include");
    let mut names: Vec<&str> = models.iter().map(|model| model.name).collect();
    models
        .par_iter()
        .try_for_each(|model| cpp_of(model, &out.join(model.name)))?;
    let mut compiler = compiler(&include);
    // All models of a program have this, or its type would have two forms.
    let aligned = out.join("aligned.h");
    let written = std::fs::write(&aligned, ALIGNED);
    written.map_err(|error| Error::File(aligned.clone(), error))?;
    compiler.flag("-include").flag(&aligned);
    let library = out.join(RUNTIME_LIBRARY);
    let source = write_runtime(&library)?;
    compiler.include(&library);
    let mut units = Vec::new();
    for (library, model) in models.iter().enumerate() {
        let folder = out.join(model.name);
        let sources = model.sources.iter().map(|source| source.to_path_buf());
        let of_model = compiler_of(model, &folder, compiler.clone());
        for file in gathered(&folder)?.into_iter().chain(sources) {
            let mut compiler = of_model.clone();
            compiler.opt_level(level(&file));
            units.push(CompilationUnit {
                library,
                file,
                compiler,
            });
        }
    }
    if runtime {
        let files = [source, include.join(THREADS)];
        let mut compiler = compiler.clone();
        compiler.opt_level(1).out_dir(library);
        units.extend(files.map(|file| CompilationUnit {
            library: names.len(),
            file,
            compiler: compiler.clone(),
        }));
        names.push(RUNTIME_LIBRARY);
    }
    let refused = |file: &Path| {
        let file = file.to_path_buf();
        move |error: cc::Error| Error::Refused {
            tool: "the C++ compiler".to_owned(),
            file,
            said: error.to_string(),
        }
    };
    let objects = units.par_iter().with_max_len(1).map(|unit| {
        let mut compiler = unit.compiler.clone();
        let objects = compiler.file(&unit.file).try_compile_intermediates();
        objects.map_err(refused(&unit.file))
    });
    let objects: Vec<Vec<PathBuf>> = objects.collect::<Result<_, _>>()?;
    println!("cargo:rustc-link-search=native={}", out.display());
    for (library, name) in names.into_iter().enumerate() {
        let of_library = units.iter().zip(&objects);
        let of_library = of_library.filter(|(unit, _)| unit.library == library);
        let objects = of_library.flat_map(|(_, objects)| objects);
        let mut archive = cc::Build::new();
        archive.cargo_metadata(false).objects(objects);
        archive
            .try_compile(name)
            .map_err(refused(Path::new(name)))?;
        // The whole archive, since it is used by other packages' programs.
        println!("cargo:rustc-link-lib=static:+whole-archive,-bundle={name}");
    }
    println!("cargo:rustc-link-lib=stdc++");
    Ok(())
}

/// Writes the C++ of `model` to the folder `out`.
fn cpp_of(model: &Model, out: &Path) -> Result<(), Error> {
    for source in model.sources {
        println!("cargo:rerun-if-changed={}", source.display());
    }
    for warning in model.verilate(out)? {
        println!("cargo:warning={}: {}", model.name, warning.text);
    }
    Ok(())
}

/// Optimisation level: high for code that runs in every cycle, none for code that runs once.
fn level(file: &Path) -> u32 {
    if file.to_string_lossy().ends_with(ONCE) {
        0
    } else {
        3
    }
}

/// The compiler for the files of `model` in `folder`.
fn compiler_of(model: &Model, folder: &Path, mut build: cc::Build) -> cc::Build {
    build.out_dir(folder).include(folder);
    // Messages name files without their folder on this machine.
    build.flag_if_supported(format!("-ffile-prefix-map={}=.", folder.display()));
    for (name, value) in model.macros() {
        build.define(&name, value.as_str());
    }
    build
}

/// Options that all files share. Created once, because it asks the compiler for its kind and its
/// flags.
fn compiler(include: &Path) -> cc::Build {
    let mut build = cc::Build::new();
    if let (None, Some(clang)) = (Compiler::of_environment(), compiler::clang()) {
        build.compiler(clang);
    }
    // Compile for this processor if the program around it is.
    let rust_flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    if rust_flags.contains("target-cpu=native") {
        build.flag_if_supported("-march=native");
    }
    build
        .cargo_metadata(false)
        .cpp(true)
        .std("gnu++17")
        .debug(false)
        .warnings(false)
        .flag("-faligned-new")
        .flag_if_supported("-mprefer-vector-width=512")
        // Instructions of this extension have no form for long vectors. One of them between such
        // vectors costs hundreds of clock cycles: a quarter of the model's time on Zen 3.
        .flag_if_supported("-mno-sse4a")
        .flag("-w")
        .include(include)
        .include(include.join("vltstd"));
    if build.get_compiler().is_like_clang() {
        // Masks collect one bit of each lane, and Clang vectorises such a sum only with this
        // option. If it first unrolls a loop over lanes, the loop is vectorised less or not at
        // all.
        for option in [
            "-slp-vectorize-hor-store",
            "-unroll-full-max-count=16",
            "-extra-vectorizer-passes",
        ] {
            build.flag("-mllvm").flag(option);
        }
    }
    build
}
