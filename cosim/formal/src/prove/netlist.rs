//! The exported Verilog as SMT-LIB, by Yosys.
//!
//! `write_smt2` gives a function of the state for every cell, register, input and named wire. For
//! every register it also gives the function of its next value. [`Netlist`] keeps these as text,
//! by number and by name. The [`Unrolling`](super::unrolling::Unrolling) replaces the state by a
//! time.

use cosim::dut::yosys;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;
use verilated::exported::ModuleForm;

/// Reason why there is no netlist.
#[derive(Debug, thiserror::Error)]
pub enum TranslationError {
    /// Yosys did not start.
    #[error("yosys cannot be started ({0}); `make setup` installs it")]
    Missing(io::Error),
    /// Yosys refused the Verilog.
    #[error("yosys: {0}")]
    Refused(String),
    /// A file that Yosys reads or writes cannot be used.
    #[error("a file for yosys")]
    File(#[from] io::Error),
    /// There is no wire of this name.
    #[error("the netlist has no wire {0}")]
    NoWire(String),
}

/// Sort of a function's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Bool,
    Bits(u32),
}

impl Sort {
    fn parse(text: &str) -> Option<(Sort, &str)> {
        if let Some(rest) = text.strip_prefix("Bool") {
            return Some((Sort::Bool, rest));
        }
        let (width, rest) = text.strip_prefix("(_ BitVec ")?.split_once(')')?;
        Some((Sort::Bits(width.parse().ok()?), rest))
    }
}

impl std::fmt::Display for Sort {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Sort::Bool => out.write_str("Bool"),
            Sort::Bits(width) => write!(out, "(_ BitVec {width})"),
        }
    }
}

/// A function of the state.
#[derive(Clone, Debug)]
pub struct Function {
    pub sort: Sort,
    /// Its definition; none for an input or a register.
    pub body: Option<String>,
}

/// Part of a design that a netlist has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// All of it, flattened.
    Whole,
    /// One module without its instances. Their ports become ports of the netlist: an input of an
    /// instance is an output named `instance.port`.
    Shell,
    /// The whole design, flattened, in a form such as that for simulation. Nothing is optimised,
    /// so that every register of the text is there.
    Plain(ModuleForm),
    /// All of it, flattened, with the monitors of the catalogue; its number of lanes.
    Watched(u8),
}

/// Commands that leave a module without its parts, whose ports become ports of the module.
pub(super) fn shell(module: &str) -> String {
    format!("expose -evert {module}/c:*; hierarchy -top {module}; proc; flatten; opt_clean")
}

/// Command that keeps all wires with a name of the source. Yosys's own names begin with `$`.
pub(super) const KEEP: &str = "setattr -set keep 1 w:* w:$* %d";

/// A design as functions of its state, and the next state.
#[derive(Clone, Debug, Default)]
pub struct Netlist {
    /// Text before the number of a reference in a body.
    pub reference: String,
    /// Functions by number.
    pub functions: HashMap<u32, Function>,
    /// Functions by the wire's name in the flattened design.
    pub wires: HashMap<String, Function>,
    /// Next value of each register, by the register's number.
    pub next: HashMap<u32, String>,
    /// Names of the registers.
    pub registers: Vec<String>,
    /// Assertions and assumptions, with their places in the source, and their bodies.
    pub assertions: Vec<(String, String)>,
    pub assumptions: Vec<(String, String)>,
    /// Names of the inputs, and of the outputs.
    pub inputs: Vec<String>,
    pub outputs: Vec<String>,
}

impl Netlist {
    /// The design below module `top` of `verilog`, to the given `extent`.
    ///
    /// All wires with a name in the source are kept. Otherwise Yosys removes the driver of a wire
    /// that only enables read, when it merges these into the flip-flops. Which wires are then
    /// absent or constant differs between versions.
    ///
    /// # Errors
    /// There is no Yosys, or it refuses the Verilog.
    pub fn new(verilog: &str, top: &str, extent: Extent) -> Result<Netlist, TranslationError> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        fs::write(path("design.v"), verilog)?;
        let passes = match extent {
            Extent::Whole | Extent::Watched(_) => {
                "proc; flatten; memory; opt -full; dffunmap; opt_clean".to_owned()
            }
            Extent::Plain(_) => "proc; flatten; memory; opt_clean".to_owned(),
            Extent::Shell => shell(top),
        };
        // A loop variable after a condition would be kept, as a latch.
        let keep = match extent {
            Extent::Plain(_) => "",
            Extent::Whole | Extent::Shell | Extent::Watched(_) => KEEP,
        };
        let script = format!(
            "read_verilog design.v; hierarchy -check -top {top}; {keep}; {passes}; \
             write_smt2 -wires design.smt2"
        );
        translate(folder.path(), &script)?;
        Ok(Netlist::parse(
            &fs::read_to_string(path("design.smt2"))?,
            top,
        ))
    }

    pub(super) fn parse(text: &str, top: &str) -> Netlist {
        let mut netlist = Netlist {
            reference: format!("(|{top}#"),
            ..Netlist::default()
        };
        let number = format!("|{top}#");
        let named = format!("|{top}_n ");
        let (asserted, assumed) = (format!("|{top}_a "), format!("|{top}_u "));
        let mut place = String::new();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("; yosys-smt2-ass") {
                place = assertion(rest).to_owned();
            } else if let Some(rest) = line.strip_prefix("; yosys-smt2-register ") {
                netlist.registers.extend(first_word(rest));
            } else if let Some(rest) = line.strip_prefix("; yosys-smt2-input ") {
                netlist.inputs.extend(first_word(rest));
            } else if let Some(rest) = line.strip_prefix("; yosys-smt2-output ") {
                netlist.outputs.extend(first_word(rest));
            } else if let Some(rest) = line.strip_prefix("  (= ") {
                netlist.next.extend(next_value(rest, &number));
            } else if let Some((name, function)) = function(line) {
                if let Some(name) = name.strip_prefix(&named) {
                    netlist.wires.insert(name.to_owned(), function);
                } else if name.starts_with(&asserted) {
                    let body = function.body.unwrap_or_default();
                    netlist.assertions.push((place.clone(), body));
                } else if name.starts_with(&assumed) {
                    let body = function.body.unwrap_or_default();
                    netlist.assumptions.push((place.clone(), body));
                } else if let Some(Ok(name)) = name.strip_prefix(&number).map(str::parse) {
                    netlist.functions.insert(name, function);
                }
            }
        }
        netlist
    }

    /// The wire called `name`, with dots between instances.
    ///
    /// # Errors
    /// There is no such wire.
    pub fn wire(&self, name: &str) -> Result<&Function, TranslationError> {
        let wire = self.wires.get(name);
        wire.ok_or_else(|| TranslationError::NoWire(name.to_owned()))
    }
}

/// Runs `script` in `folder`.
///
/// # Errors
/// There is no Yosys, or it refuses the script.
pub fn translate(folder: &Path, script: &str) -> Result<(), TranslationError> {
    yosys::run(folder, script)
        .map_err(TranslationError::Missing)?
        .map_err(TranslationError::Refused)
}

fn first_word(text: &str) -> Option<String> {
    text.split(' ').next().map(str::to_owned)
}

/// Parses `ert 3 $flatten/monitor.$assert$monitor.sv:43$211 ...`: the file and the line.
fn assertion(rest: &str) -> &str {
    let mut parts = rest.split('$');
    parts.find(|part| part.contains(".sv:")).unwrap_or(rest)
}

/// Parses `(declare-fun |NAME| (STATE) SORT)` or `(define-fun |NAME| ((state STATE)) SORT BODY)`.
/// The returned name has no closing bar.
fn function(line: &str) -> Option<(&str, Function)> {
    let line = line.split(" ; ").next()?;
    if let Some(rest) = line.strip_prefix("(declare-fun ") {
        let (name, rest) = rest.split_once("| (|")?;
        let (sort, _) = Sort::parse(rest.split_once("|) ")?.1)?;
        return Some((name, Function { sort, body: None }));
    }
    let (name, rest) = line
        .strip_prefix("(define-fun ")?
        .split_once("| ((state |")?;
    let (sort, body) = Sort::parse(rest.split_once("|)) ")?.1)?;
    let body = Some(body.strip_suffix(')')?.trim().to_owned());
    Some((name, Function { sort, body }))
}

/// Parses `BODY (|NAME| next_state)) ; comment` of the transition relation.
fn next_value(rest: &str, number: &str) -> Option<(u32, String)> {
    let rest = rest.split(" ; ").next()?;
    let (body, register) = rest
        .strip_suffix("| next_state))")?
        .rsplit_once(&format!(" ({number}"))?;
    Some((register.parse().ok()?, body.to_owned()))
}
