//! The synthesised unit as hardware of the co-simulation.
//!
//! Yosys maps the exported Verilog to an iCE40 netlist. Verilator simulates it with Yosys's own
//! cell models, behind the ports of 32 lanes. Everything from the traffic to the scoreboard is
//! that of the exported Verilog. The build takes minutes: it runs on first use, and its result is
//! cached.

mod decoder;
mod synthesis;

pub use decoder::{DECODER_SOURCES, build_decoder, decoder_table};
pub use synthesis::{cell_models, synthesise, version as yosys_version};

use crate::dut::digest::{cache_key, sha256};

use crate::dut::unit::DutTable;
use libloading::{Library, Symbol};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use verilated::exported::{self, CORE, headers};
use verilated::{Array, Model};

/// The unit whose netlist `agu cosim` runs, and its lanes.
pub const TOP: &str = "agu_unit8";
pub const LANES: usize = 8;

/// The C++ of the linked models, for a model that is built at run time.
pub const SOURCES: [(&str, &str); 2] = [
    ("unit.cpp", include_str!("../unit/unit.cpp")),
    ("unit.h", include_str!("../unit/unit.h")),
];

/// Prefixes of the top modules that fit behind the ports. The number of lanes follows.
pub const UNIT: &str = "agu_unit";
pub const LEA_UNIT: &str = "agu_lea";

/// All of them, each with ports that those before it lack.
pub const KINDS: [&str; 3] = [LEA_UNIT, UNIT, CORE];

/// A port that LEA units lack, and a port that only cores have.
const OF_ACCESSES: &str = "access";
const OF_CORES: &str = "core_word";

/// Name of the Verilated class; unit.cpp derives the symbol of its table from it.
const CLASS: &str = "agu_netlist";
const TABLE: &[u8] = b"agu_netlist_table\0";

/// Macro for Yosys's cells without defaults of input ports, which Verilator does not support.
const CELLS_WITHOUT_DEFAULTS: &str = "-DNO_ICE40_DEFAULT_ASSIGNMENTS";

/// Reason why there is no netlist to run.
#[derive(Debug, thiserror::Error)]
pub enum NetlistError {
    #[error("there is no top {0} to synthesise")]
    NoTop(String),
    #[error(transparent)]
    NoModule(#[from] exported::NoModule),
    #[error("yosys was not found on PATH. Run `make setup`, or install Debian's package `yosys`.")]
    NoYosys,
    #[error("{0}: Yosys's models of the iCE40 cells were expected here")]
    NoCells(PathBuf),
    #[error("yosys refuses {file}:\n{said}")]
    Refused { file: PathBuf, said: String },
    #[error(transparent)]
    Verilator(#[from] verilated::Error),
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    #[error("{0}: cannot be loaded: {1}")]
    Load(PathBuf, libloading::Error),
}

/// Steps that take minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildStep {
    Synthesis,
    Simulator,
}

/// A model that was built or loaded at run time.
pub struct LoadedModel {
    pub table: &'static DutTable,
    /// Hash of all simulated Verilog.
    pub sha256: String,
    /// Name of the top module of an external design.
    pub top: Option<String>,
    /// Verilator's warnings that other simulators may run the design differently.
    pub warnings: Vec<String>,
}

/// A design to simulate behind the ports of 32 lanes.
#[derive(Clone, Copy)]
pub struct SimulatedDesign<'a> {
    /// Its name for `--target`.
    pub target: &'a str,
    /// The exported unit, which gives the ports.
    pub exported: &'a str,
    /// The same module in any Verilog.
    pub verilog: &'a str,
    /// Verilator's arguments for modules that `verilog` lacks.
    pub arguments: &'a [OsString],
    /// Name of the module, and its lanes.
    pub top: &'a str,
    pub lanes: usize,
    /// Memory ports of another kind, whose values are in ports such as `other_address`.
    pub other_ports: usize,
    pub traced: bool,
    /// File of its coverage, if it is counted.
    pub coverage: Option<&'a Path>,
}

/// The model of the netlist of the 8-lane unit. Files are cached below the folder `cache`;
/// `begins` is called with each step that has to run.
///
/// # Errors
/// A tool is missing or fails, or a file cannot be written.
pub fn load(
    cache: &Path,
    traced: bool,
    mut begins: impl FnMut(BuildStep),
) -> Result<LoadedModel, NetlistError> {
    let exported = exported(TOP)?;
    let cells = read(&cell_models()?)?;
    // Checked before Yosys, so that a missing Verilator does not show after minutes of synthesis.
    verilated::tools()?;
    let key = cache_key((&exported, &cells, synthesis::version()?, synthesis::PASSES));
    let folder = cache.join(format!("{TOP}-{key}"));

    let netlist = folder.join("netlist.v");
    if !netlist.is_file() {
        begins(BuildStep::Synthesis);
        complete(&netlist, |path| synthesise(&exported, TOP, path))?;
    }
    let verilog = read(&netlist)?;
    let design = SimulatedDesign {
        target: "netlist",
        exported: &exported,
        verilog: &verilog,
        arguments: &with_cells(&cell_models()?),
        top: TOP,
        lanes: LANES,
        other_ports: 0,
        traced,
        coverage: None,
    };
    Ok(LoadedModel {
        table: design.load(&folder, begins)?,
        sha256: sha256([&verilog, &cells]),
        top: None,
        warnings: Vec::new(),
    })
}

/// The model with waves of the linked unit: the hardware itself, not its simulation form.
pub fn traced(
    cache: &Path,
    begins: impl FnMut(BuildStep),
) -> Result<&'static DutTable, NetlistError> {
    let exported = exported(exported::DEFAULT)?;
    let design = SimulatedDesign {
        target: "rtl",
        exported: &exported,
        verilog: &exported,
        arguments: &[],
        top: exported::DEFAULT,
        lanes: sim::scoreboard::LANES,
        other_ports: 0,
        traced: true,
        coverage: None,
    };
    design.load(&cache.join(exported::DEFAULT), begins)
}

/// Verilator's arguments for the models of iCE40 cells in the file `cells`.
pub fn with_cells(cells: &Path) -> [OsString; 3] {
    ["-v".into(), cells.into(), CELLS_WITHOUT_DEFAULTS.into()]
}

/// The lanes of `agu_unit1` to `agu_unit32`, `agu_lea1` to `agu_lea32` and `agu_core1` to
/// `agu_core32`.
pub fn lanes_of_name(name: &str) -> Option<usize> {
    let lanes = KINDS.iter().find_map(|kind| name.strip_prefix(kind))?;
    let mut known = exported::modules();
    known.find(|known| *known == name)?;
    lanes.parse().ok()
}

/// The Verilog of a top.
pub fn exported(top: &str) -> Result<String, NetlistError> {
    Ok(exported::verilog(&[top])?)
}

impl SimulatedDesign<'_> {
    /// The model of the design, cached in `folder`, which holds this design alone. `begins` is
    /// called if it has to be built.
    pub fn load(
        &self,
        folder: &Path,
        mut begins: impl FnMut(BuildStep),
    ) -> Result<&'static DutTable, NetlistError> {
        let design = (self.behind_ports()?, self.arguments, self.target);
        let around = (SOURCES, DECODER_SOURCES, verilated::tools()?);
        let key = cache_key((design, around, headers::unit(), headers::decoder()?));
        let kind = if self.traced { "traced" } else { "fast" };
        let object = folder.join(format!("{kind}-{key}.so"));
        if !object.is_file() {
            begins(BuildStep::Simulator);
            complete(&object, |path| self.build(path))?;
        }
        table(&object)
    }

    /// The design behind the ports of 32 lanes, and its top.
    fn behind_ports(&self) -> Result<(String, &str), NetlistError> {
        let wide = exported(exported::DEFAULT)?;
        if self.verilog == wide {
            return Ok((wide, self.top));
        }
        let wide = (&*wide, exported::DEFAULT);
        let widened = exported::widen::widen(self.verilog, self.exported, self.top, wide);
        let widened = widened.ok_or_else(|| NetlistError::NoTop(self.top.to_string()))?;
        Ok((widened, exported::widen::NAME))
    }

    /// Builds the shared object `object` of the design.
    pub fn build(&self, object: &Path) -> Result<(), NetlistError> {
        let work = beside(object, "-work");
        let built = self.prepare(&work, |model, out| Ok(model.shared_object(out)?))?;
        write(object, fs::rename(built, object))?;
        write(&work, fs::remove_dir_all(&work))
    }

    /// Writes the C++ around the model to the folder `work`. Then `make` gets the model and a
    /// folder in it for Verilator's files.
    pub fn prepare<T>(
        &self,
        work: &Path,
        make: impl FnOnce(&Model<'_>, &Path) -> Result<T, NetlistError>,
    ) -> Result<T, NetlistError> {
        let (verilog, top) = self.behind_ports()?;
        write(work, fs::create_dir_all(work))?;
        for (name, text) in SOURCES.into_iter().chain(DECODER_SOURCES) {
            let path = work.join(name);
            write(&path, fs::write(&path, text))?;
        }
        let lanes = self.lanes.to_string();
        // Rust's debug form of a string is also a C string.
        let target = format!("{:?}", self.target);
        let ports = exported::ports(self.exported, self.top).unwrap_or_default();
        let has = |name: &str| ports.iter().any(|port| port.name == name);
        let lea_only = u8::from(!has(OF_ACCESSES)).to_string();
        let core = u8::from(has(OF_CORES)).to_string();
        let other_memory = self.other_ports.to_string();
        let defines = [
            ("MODEL_LANES", &*lanes),
            ("MODEL_LEA_ONLY", &lea_only),
            ("MODEL_OTHER_MEMORY", &other_memory),
            ("MODEL_CORE", &core),
            ("MODEL_TARGET", &target),
        ];
        let arrays: Vec<Array> = headers::arrays().map(Array::from).collect();
        let model = Model {
            name: CLASS,
            verilog: &verilog,
            arguments: self.arguments,
            top,
            coverage: self.coverage,
            arrays: &arrays,
            traced: self.traced,
            sources: &[&work.join(SOURCES[0].0)],
            headers: &[headers::unit(), headers::decoder()?],
            defines: &defines,
        };
        make(&model, &work.join("verilated"))
    }
}

/// The model that [`SimulatedDesign::build`] has built.
///
/// # Errors
/// The shared object is missing, or not built by this program.
pub fn table(object: &Path) -> Result<&'static DutTable, NetlistError> {
    // SAFETY: the object is unit.cpp around a Verilated class; the symbol is the constant
    // that unit.h declares.
    unsafe { constant(object, TABLE) }
}

/// The constant `name` of a shared object, which stays loaded forever.
///
/// # Errors
/// The shared object is missing or has no such symbol.
///
/// # Safety
/// Loading the object does nothing, and the constant is a `T`.
pub unsafe fn constant<T>(object: &Path, name: &[u8]) -> Result<&'static T, NetlistError> {
    let failed = |error| NetlistError::Load(object.to_path_buf(), error);
    // SAFETY: as the caller says.
    unsafe {
        let library = Box::leak(Box::new(Library::new(object).map_err(failed)?));
        // A symbol of a pointer type is the address of the object that it names.
        let table: Symbol<'static, *const T> = library.get(name).map_err(failed)?;
        Ok(&**table)
    }
}

/// `path` with a suffix after its name.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(suffix);
    PathBuf::from(name)
}

/// Calls `make` with a temporary path beside `path`, then renames that file. An interrupted call
/// leaves no file that looks finished. An existing `path` is kept. Of several programs one makes
/// the file, and the others wait.
pub fn complete(
    path: &Path,
    make: impl FnOnce(&Path) -> Result<(), NetlistError>,
) -> Result<(), NetlistError> {
    if path.is_file() {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        write(folder, fs::create_dir_all(folder))?;
    }
    let lock = beside(path, "-lock");
    let lock = write(
        &lock,
        fs::File::create(&lock).and_then(|file| file.lock().map(|()| file)),
    )?;
    if !path.is_file() {
        let unfinished = beside(path, "-unfinished");
        make(&unfinished)?;
        write(path, fs::rename(&unfinished, path))?;
    }
    drop(lock);
    Ok(())
}

fn read(path: &Path) -> Result<String, NetlistError> {
    fs::read_to_string(path).map_err(|error| NetlistError::File(path.to_path_buf(), error))
}

fn write<T>(path: &Path, result: io::Result<T>) -> Result<T, NetlistError> {
    result.map_err(|error| NetlistError::File(path.to_path_buf(), error))
}
