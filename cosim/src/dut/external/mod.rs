//! External designs: the user's own Verilog with the ports of an exported unit, and any hardware
//! behind them.
//!
//! Verilator reads the user's files unchanged, beside a module that connects them, so that its
//! messages name them. It runs each time, which takes a second or two. Only the C++ compiler's
//! shared object is cached, by a hash of Verilator's C++. No change of a file, macro or parameter
//! can be missed, wherever Verilator found it.

mod check;
mod core;
mod diagnostic;
mod given;
mod list;
mod options;
mod preprocessed;
mod tree;
mod workspace;
mod wrapped;

pub(in crate::dut) use check::lanes_of_name;
pub use diagnostic::{Diagnostic, ExternalError};
pub(in crate::dut) use given::Given;
pub use options::External;
pub(in crate::dut) use preprocessed::Preprocessed;
pub use workspace::abandon;
pub(in crate::dut) use wrapped::wrapped;

use crate::dut::digest::{cache_key, sha256};

use crate::dut::netlist::{
    self, DECODER_SOURCES, Loaded, NetlistError, SOURCES, SimulatedDesign, Step,
};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use verilated::Direction;
use workspace::Workspace;

/// A unit behind the ports of an exported one.
pub(in crate::dut) struct Joined {
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
    begins: impl FnMut(Step),
) -> Result<Loaded, ExternalError> {
    let target = external.to_string();
    load_joined(
        external,
        &target,
        cache,
        traced,
        begins,
        |top, ports, source| {
            let unit = check::unit(top, ports, source)?;
            if let Some(of_core) = unit.of_core() {
                let wrapper = core::as_unit(top, &unit, &of_core)?;
                return Ok(Joined {
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
            Ok(Joined {
                exported: unit.exported.replacen(&header(&unit.name), &header(top), 1),
                name: unit.name,
                top: top.to_owned(),
                lanes: unit.lanes,
                verilog: String::new(),
                other_ports: 0,
            })
        },
    )
}

/// A design after Verilator's preprocessor.
struct Read {
    given: Given,
    workspace: Workspace,
    /// Arguments of Verilator.
    arguments: Vec<OsString>,
    /// The same arguments with parameters of the top.
    of_top: Vec<OsString>,
    text: String,
}

impl Read {
    fn new(external: &External, cache: &Path) -> Result<Read, ExternalError> {
        external.can_read()?;
        let given = Given::new(external);
        let workspace = Workspace::new(cache);
        let workspace = workspace.map_err(|error| NetlistError::File(cache.into(), error))?;
        let arguments = external.arguments()?;
        let text = verilated::preprocess(&arguments, &ports_folder(&workspace));
        let text = text.map_err(|error| ExternalError::of_verilator(error, &given))?;
        let parameters = external.parameters.iter();
        let parameters = parameters.map(|parameter| format!("-G{parameter}").into());
        let of_top = arguments.iter().cloned().chain(parameters).collect();
        Ok(Read {
            given,
            workspace,
            arguments,
            of_top,
            text,
        })
    }

    /// The declarations of its modules and ports.
    fn source(&self) -> Result<Preprocessed<'_>, ExternalError> {
        let source = Preprocessed::new(&self.text, &self.given);
        ExternalError::unless_empty(source.check())?;
        Ok(source)
    }

    fn ports(&self, top: &str) -> Result<Vec<verilated::Port>, ExternalError> {
        let ports = verilated::ports(&self.of_top, top, &ports_folder(&self.workspace));
        ports.map_err(|error| self.refused(error))
    }

    /// The ports of a unit with any ports, in which each input is a vector of bits.
    fn any_ports(
        &self,
        top: &str,
        source: &Preprocessed<'_>,
    ) -> Result<Vec<verilated::Port>, ExternalError> {
        let ports = self.ports(top)?;
        let wrong = ports.iter().filter_map(|port| {
            let (found, help) = match (port.direction, port.bits) {
                _ if !is_plain(&port.name) => ("an escaped identifier", ""),
                (Some(Direction::Both), _) => ("an inout", ""),
                (Some(Direction::Output), _) | (Some(Direction::Input), Some(_)) => return None,
                _ => ("no vector of bits", WRAP),
            };
            let text = format!(
                "port {} is {found}, expected inputs and outputs of bits{help}",
                port.name
            );
            Some(Diagnostic::at(source.port(top, &port.name), text))
        });
        ExternalError::unless_empty(wrong.collect())?;
        Ok(ports)
    }

    /// The module given by `--top`, else the one that no other module instantiates. If there are
    /// several, it is the only one in the target's file.
    ///
    /// # Errors
    /// There is none, there are several, or its name is not a plain word.
    fn top(&self, external: &External, source: &Preprocessed<'_>) -> Result<String, ExternalError> {
        let top = match &external.top {
            Some(top) => top.trim_end().to_owned(),
            None => self.uninstantiated(&external.file, source)?,
        };
        let text = match source.module(&top) {
            _ if !is_plain(&top) => {
                format!("{top} is an escaped identifier, expected a module with a plain name")
            }
            _ if top.len() > LONGEST || top.contains(SHORTENED) => {
                format!("the module's name is too long, expected at most {LONGEST} characters")
            }
            None => format!("there is no module {top}"),
            Some(_) => return Ok(top),
        };
        Err(Diagnostic::of_file(&external.file, text).into())
    }

    fn uninstantiated(
        &self,
        target: &Path,
        source: &Preprocessed<'_>,
    ) -> Result<String, ExternalError> {
        let tops = verilated::tops(&self.arguments, &ports_folder(&self.workspace));
        let tops = tops.map_err(|error| self.refused(error))?;
        let of_target = |top: &&String| {
            let place = source.module(top);
            place.is_some_and(|place| Path::new(&place.file) == target)
        };
        let in_target: Vec<&String> = tops.iter().filter(of_target).collect();
        let text = match (&tops[..], &in_target[..]) {
            ([only], _) => return Ok(only.clone()),
            (_, &[only]) => return Ok(only.clone()),
            ([], _) => "no module, expected the file of a unit".to_owned(),
            _ => format!(
                "{} modules that no other one instantiates, expected --top with one of {}",
                tops.len(),
                tops.join(", ")
            ),
        };
        Err(Diagnostic::of_file(target, text).into())
    }

    fn refused(&self, error: verilated::Error) -> ExternalError {
        ExternalError::of_verilator(error, &self.given)
    }
}

/// Whether a name is that of no escaped identifier.
fn is_plain(name: &str) -> bool {
    name.chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
}

/// Help on ports that are not bits.
const WRAP: &str = ": `agu adapt -o` writes a module around it that has them";

/// Maximum length of a module's name, and the mark of a name that Verilator shortened. Verilator
/// does not find such a module.
const LONGEST: usize = 127;
const SHORTENED: &str = "__Vhsh";

/// Folder for Verilator's description of the ports.
fn ports_folder(workspace: &Workspace) -> PathBuf {
    workspace.path().join("ports")
}

/// The module that is the unit, and its ports.
///
/// # Errors
/// As [`load`]; without `--top`, several modules are not instantiated by another one.
pub(in crate::dut) fn ports_of(
    external: &External,
    cache: &Path,
) -> Result<(String, Vec<verilated::Port>), ExternalError> {
    let read = Read::new(external, cache)?;
    let source = read.source()?;
    let top = read.top(external, &source)?;
    let ports = read.any_ports(&top, &source)?;
    Ok((top, ports))
}

/// The model of `external`, under the name `target` in results. `join` connects it to the ports of
/// an exported unit, given the module, its ports, and their declarations. A `traced` model is made
/// without Verilator's optimisations, so that it also shows whether one of them is the cause of a
/// failure.
pub(in crate::dut) fn load_joined(
    external: &External,
    target: &str,
    cache: &Path,
    traced: bool,
    mut begins: impl FnMut(Step),
    join: impl FnOnce(&str, &[verilated::Port], &Preprocessed<'_>) -> Result<Joined, ExternalError>,
) -> Result<Loaded, ExternalError> {
    let read = Read::new(external, cache)?;
    let source = read.source()?;
    let top = read.top(external, &source)?;
    let unit = join(&top, &read.ports(&top)?, &source)?;
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
            begins(Step::Simulator);
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
    let warnings = warnings.map(|message| Diagnostic::of_message(message, &read.given));
    Ok(Loaded {
        warnings: warnings.map(|it| it.with_severity("warning")).collect(),
        sha256: sha256([&read.text, &unit.verilog]),
        table: netlist::table(&object)?.named(target, read.given),
        top: Some(top),
    })
}
