//! External designs: the user's own Verilog with the ports of an exported unit, and any hardware
//! behind them.
//!
//! Verilator reads the user's files unchanged, beside a module that connects them, so that its
//! messages name them. It runs each time, which takes a second or two. Only the C++ compiler's
//! shared object is cached, by a hash of Verilator's C++. No change of a file, macro or parameter
//! can be missed, wherever Verilator found it.

mod check;
mod core;
mod declared_modules;
mod diagnostic;
mod list;
mod options;
mod user_paths;
mod wrapped;

pub(in crate::dut) use check::lanes_of_name;
pub use diagnostic::{Diagnostic, ExternalError};
pub use options::External;
pub(in crate::dut) use user_paths::UserPaths;
pub(in crate::dut) use wrapped::wrapped;

use crate::dut::digest::{cache_key, sha256};

use crate::dut::netlist::{
    self, BuildStep, DECODER_SOURCES, LoadedModel, NetlistError, SOURCES, SimulatedDesign,
};
use crate::dut::workspace::Workspace;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use verilated::{DeclaredAgain, DesignPort, DesignTree, Direction, SourcePlace};

/// A unit behind the ports of an exported one.
pub(in crate::dut) struct JoinedUnit {
    /// Name of its simulators in the cache.
    pub name: String,
    /// The module with the ports, which `exported` declares.
    pub top: String,
    pub exported: String,
    pub lanes: usize,
    /// Verilog besides the user's files.
    pub verilog: String,
    /// Memory ports of another kind.
    pub other_ports: usize,
}

/// The module that is the unit, as it is declared.
pub(in crate::dut) struct DeclaredUnit<'a> {
    pub name: String,
    pub ports: Vec<DesignPort>,
    place: SourcePlace,
    paths: &'a UserPaths,
}

impl DeclaredUnit<'_> {
    /// A diagnostic at the declaration of a port; at that of the module if it has no such port.
    fn diagnostic(&self, port: &str, text: String) -> Diagnostic {
        let found = self.ports.iter().find(|it| it.name == port);
        let (place, word) = found.map_or((&self.place, &*self.name), |it| (&it.place, port));
        Diagnostic::at(Some(self.paths.place(place, word)), text)
    }
}

/// The model of `external`. Its simulator is kept in the folder `cache`; `begins` is called if it
/// has to be built.
///
/// # Errors
/// [`ExternalError::Refused`]: a file that cannot be read or compiled, ports that are not those
/// of an exported unit. Else a tool is missing or fails.
pub fn load(
    external: &External,
    cache: &Path,
    traced: bool,
    begins: impl FnMut(BuildStep),
) -> Result<LoadedModel, ExternalError> {
    let target = external.to_string();
    load_joined(external, &target, cache, traced, begins, |declared| {
        let (unit, top) = (check::unit(declared)?, &declared.name);
        if let Some(of_core) = unit.of_core() {
            let wrapper = core::as_unit(top, &unit, &of_core)?;
            return Ok(JoinedUnit {
                name: unit.name,
                top: core::NAME.to_owned(),
                lanes: unit.lanes,
                exported: wrapper.clone(),
                verilog: wrapper,
                other_ports: 0,
            });
        }
        // The exported unit only declares the ports, under the name of the user's module.
        let header = |name: &str| format!("module {name} (");
        Ok(JoinedUnit {
            exported: unit.exported.replacen(&header(&unit.name), &header(top), 1),
            name: unit.name,
            top: top.clone(),
            lanes: unit.lanes,
            verilog: String::new(),
            other_ports: 0,
        })
    })
}

/// A design after Verilator's preprocessor.
struct PreprocessedDesign {
    file: PathBuf,
    paths: UserPaths,
    workspace: Workspace,
    /// Arguments of Verilator.
    arguments: Vec<OsString>,
    /// The same arguments with parameters of the top.
    of_top: Vec<OsString>,
    text: String,
}

impl PreprocessedDesign {
    fn new(external: &External, cache: &Path) -> Result<PreprocessedDesign, ExternalError> {
        external.can_read()?;
        let paths = UserPaths::new(external);
        let workspace = Workspace::new(cache);
        let workspace = workspace.map_err(|error| NetlistError::File(cache.into(), error))?;
        let arguments = external.arguments()?;
        let text = verilated::preprocess(&arguments, &tree_folder(&workspace));
        let text = text.map_err(|error| ExternalError::of_verilator(error, &paths))?;
        let parameters = external.parameters.iter();
        let parameters = parameters.map(|parameter| format!("-G{parameter}").into());
        let of_top = arguments.iter().cloned().chain(parameters).collect();
        let design = PreprocessedDesign {
            file: external.file.clone(),
            paths,
            workspace,
            arguments,
            of_top,
            text,
        };
        design.check_once(&declared_modules::again(&design.text))?;
        Ok(design)
    }

    /// Verilator's tree of `text` with the files of the design, and of those that Verilator finds
    /// itself. They have no module twice.
    fn tree(
        &self,
        text: &str,
        top: &str,
        arguments: &[OsString],
    ) -> Result<DesignTree, ExternalError> {
        let tree = verilated::tree(text, top, arguments, &tree_folder(&self.workspace));
        let tree = tree.map_err(|error| self.refused(error))?;
        self.check_once(&tree.again)?;
        Ok(tree)
    }

    /// Checks that no module is declared again, of which Verilator would take the first. The same
    /// file given twice is no error.
    fn check_once(&self, again: &[DeclaredAgain]) -> Result<(), ExternalError> {
        let real = |place: &SourcePlace| (fs::canonicalize(&place.file).ok(), place.line);
        let again = again
            .iter()
            .filter(|(_, [again, first])| real(again) != real(first));
        let wrong = again.map(|(name, [again, first])| {
            let first = self.paths.place(first, name);
            let text = format!(
                "module {name} is declared again, the first is {}:{}",
                first.file, first.line
            );
            Diagnostic::at(Some(self.paths.place(again, name)), text)
        });
        ExternalError::unless_empty(wrong.collect())
    }

    /// The module given by `--top`, else the one that no other module instantiates. If there are
    /// several, it is the only one in the target's file.
    ///
    /// # Errors
    /// There is none, there are several, or its name is not a plain word.
    fn top(&self, external: &External) -> Result<String, ExternalError> {
        let top = match &external.top {
            Some(top) => top.trim_end().to_owned(),
            None => self.uninstantiated(&external.file)?,
        };
        let text = if !is_plain(&top) {
            format!("{top} is an escaped identifier, expected a module with a plain name")
        } else if top.len() > LONGEST || top.contains(SHORTENED) {
            format!("the module's name is too long, expected at most {LONGEST} characters")
        } else {
            return Ok(top);
        };
        Err(Diagnostic::of_file(&external.file, text).into())
    }

    fn uninstantiated(&self, target: &Path) -> Result<String, ExternalError> {
        let tops = verilated::tops(&self.arguments, &tree_folder(&self.workspace));
        let (tops, again) = tops.map_err(|error| self.refused(error))?;
        self.check_once(&again)?;
        let declared = declared_modules::modules(&self.text).into_iter();
        let own = declared.filter(|(_, place)| Path::new(&self.paths.shown(&place.file)) == target);
        let own: Vec<&str> = own.map(|(name, _)| name).collect();
        let mut in_target = tops.iter().filter(|top| own.contains(&top.as_str()));
        let text = match (&tops[..], in_target.next(), in_target.next()) {
            ([only], ..) => return Ok(only.clone()),
            (_, Some(only), None) => return Ok(only.clone()),
            ([], ..) => "no module, expected the file of a unit".to_owned(),
            _ => format!(
                "{} modules that no other one instantiates, expected --top with one of {}",
                tops.len(),
                tops.join(", ")
            ),
        };
        Err(Diagnostic::of_file(target, text).into())
    }

    /// The unit of `external`.
    fn unit(&self, external: &External) -> Result<DeclaredUnit<'_>, ExternalError> {
        let name = self.top(external)?;
        let tree = self.tree("", &name, &self.of_top)?;
        let module = tree.module(&name).ok_or_else(|| self.no_module(&name))?;
        Ok(DeclaredUnit {
            ports: tree.ports(&name),
            place: module.place.clone(),
            paths: &self.paths,
            name,
        })
    }

    fn refused(&self, error: verilated::Error) -> ExternalError {
        match &error {
            verilated::Error::Refused { said, .. } if said.contains(NO_TOP) => {
                let (_, name) = said.split_once(NO_TOP).unwrap_or_default();
                self.no_module(name.split('\'').next().unwrap_or_default())
            }
            _ => ExternalError::of_verilator(error, &self.paths),
        }
    }

    fn no_module(&self, name: &str) -> ExternalError {
        Diagnostic::of_file(&self.file, format!("there is no module {name}")).into()
    }
}

/// Whether a name is that of no escaped identifier.
fn is_plain(name: &str) -> bool {
    name.chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
}

/// Start of Verilator's message on a module that is not there.
const NO_TOP: &str = "Specified --top-module '";

/// Help on ports that are not bits.
const WRAP: &str = ": `agu adapt -o` writes a module around it that has them";

/// Maximum length of a module's name, and the mark of a name that Verilator shortened. Verilator
/// does not find such a module.
const LONGEST: usize = 127;
const SHORTENED: &str = "__Vhsh";

/// Folder for Verilator's tree of the design.
fn tree_folder(workspace: &Workspace) -> PathBuf {
    workspace.path().join("tree")
}

/// The module that is the unit, and its ports. Each input is a vector of bits.
///
/// # Errors
/// As [`load`]; without `--top`, several modules are not instantiated by another one.
pub(in crate::dut) fn ports_of(
    external: &External,
    cache: &Path,
) -> Result<(String, Vec<DesignPort>), ExternalError> {
    let design = PreprocessedDesign::new(external, cache)?;
    let unit = design.unit(external)?;
    let wrong = unit.ports.iter().filter_map(|port| {
        let (found, help) = match (port.direction, port.bits) {
            _ if !is_plain(&port.name) => ("an escaped identifier", ""),
            (Direction::Both, _) => ("an inout", ""),
            (Direction::Output, _) | (Direction::Input, Some(_)) => return None,
            _ => ("no vector of bits", WRAP),
        };
        let text = format!(
            "port {} is {found}, expected inputs and outputs of bits{help}",
            port.name
        );
        Some(unit.diagnostic(&port.name, text))
    });
    ExternalError::unless_empty(wrong.collect())?;
    Ok((unit.name, unit.ports))
}

/// The model of `external`, under the name `target` in results. `join` connects it to the ports of
/// an exported unit. A `traced` model is made without Verilator's optimisations, so that it also shows
/// whether one of them is the cause of a failure.
pub(in crate::dut) fn load_joined(
    external: &External,
    target: &str,
    cache: &Path,
    traced: bool,
    mut begins: impl FnMut(BuildStep),
    join: impl FnOnce(&DeclaredUnit<'_>) -> Result<JoinedUnit, ExternalError>,
) -> Result<LoadedModel, ExternalError> {
    let read = PreprocessedDesign::new(external, cache)?;
    let declared = read.unit(external)?;
    let unit = join(&declared)?;
    let top = declared.name;
    let mut arguments = read.arguments.clone();
    if traced {
        // Verilator 5.006 does not trace an interface of a module that is not inlined.
        arguments.extend(["-O0", "-finline"].map(OsString::from));
    }
    let design = SimulatedDesign {
        target: "external",
        exported: &unit.exported,
        verilog: &unit.verilog,
        arguments: &arguments,
        top: &unit.top,
        lanes: unit.lanes,
        other_ports: unit.other_ports,
        traced,
        coverage: None,
    };
    let mut warnings = Vec::new();
    let object = design.prepare(read.workspace.path(), |model, out| {
        warnings = model.verilate(out)?;
        let key = cache_key((model.hash(out)?, SOURCES, DECODER_SOURCES));
        let object = cache.join(format!("{}-{key}.so", unit.name));
        if !object.is_file() {
            begins(BuildStep::Simulator);
            let built = model.link(out, Some(cache))?;
            let moved = fs::rename(built, &object);
            moved.map_err(|error| NetlistError::File(object.clone(), error))?;
        }
        Ok(object)
    });
    let object = object.map_err(|error| match error {
        NetlistError::Verilator(error) => read.refused(error),
        error => error.into(),
    })?;
    let warnings = warnings.into_iter();
    let warnings = warnings.map(|message| Diagnostic::of_message(message, &read.paths));
    Ok(LoadedModel {
        warnings: warnings.map(|it| it.with_severity("warning")).collect(),
        sha256: sha256([&read.text, &unit.verilog]),
        table: netlist::table(&object)?.named(target, read.paths),
        top: Some(top),
    })
}
