//! The first version of a description, drafted from the ports of a module.

use super::Adapted;
use super::expression::fitted;
use super::files::{files, key, string};
use super::names::RecognisedPorts;
use super::tables::{DraftSizes, DraftTables};
use crate::dut::external::{self, External, ExternalError};
use crate::dut::netlist::{UNIT, lanes_of_name};
use isa::ports::{INPUTS, OUTPUTS, Shape};
use std::path::Path;
use verilated::{DesignPort, Direction};

/// The lines of a `[memory]` table to be filled in.
const MEMORY: &str = "
# Memory requests for lines of another size, or in another order, than those of an exported unit.
# [memory]
# line_bytes = 64     # a power of two, 1 to 256
# address = \"\"        # of the line's first byte
# byte_mask = \"\"      # one bit a byte; or sector_mask, with sector_bytes
# lanes = \"\"          # the lanes that the request serves, one bit each
# repeats = true      # a byte may be asked for again
# space = \"global\"    # with several ports, each is a [[memory]] with a space and valid
";

/// Ports whose width gives the number of lanes, the surest first. A mask of one bit may be a flag.
const OF_LANES: [&str; 7] = [
    MASK,
    "base_lo",
    "address_lo",
    "sum_lo",
    "offset_lo",
    MASK,
    "execute_mask",
];
const MASK: &str = "active_mask";

/// Bits of an address or a value.
const WORD: usize = 32;

/// A description of a unit, to be completed.
pub struct Draft {
    /// Its TOML, which `agu cosim` accepts.
    pub text: String,
    /// Guesses and gaps that a user has to look at.
    pub notes: Vec<String>,
}

/// A description of the module `top` of `external`, for the file `file`. Without a name it is
/// the module that no other one instantiates. Verilator writes to the folder `cache`. Unrecognised
/// inputs are 0 in the draft, and unrecognised outputs are comments.
///
/// # Errors
/// The design is refused, or has several top modules and no name is given.
pub fn draft(external: &External, file: &Path, cache: &Path) -> Result<Draft, ExternalError> {
    let (top, found) = external::ports_of(external, cache)?;
    let names = RecognisedPorts::new(&found);
    let (lanes, why) = lanes(&names, &found);
    let sizes = DraftSizes {
        lanes,
        tag_bits: tag_bits(&names),
        has_reset: names.reset().is_some(),
    };
    let mut writer = DraftWriter {
        tables: DraftTables::new(&found, sizes),
        unit: format!("{UNIT}{lanes}"),
        names,
        top,
        sizes,
        text: String::new(),
        inputs: Vec::new(),
        zeros: Vec::new(),
        unused: Vec::new(),
        given: Vec::new(),
    };
    let folder = file.parent().unwrap_or(Path::new(""));
    writer.head(external, folder, &why);
    writer.inputs();
    writer.outputs();
    writer.tied();
    writer.results();
    let (text, mut notes) = (writer.text, Vec::new());
    if why.is_empty() {
        notes.push("the number of lanes is not recognised, 1 in the description".to_owned());
    }
    for (ports, effect) in [
        (writer.zeros, "0 in the description"),
        (writer.unused, "in no expression"),
    ] {
        if !ports.is_empty() {
            let ports = ports.join(", ");
            notes.push(format!("not recognised, and {effect}: {ports}"));
        }
    }
    if let Err(error) = Adapted::parse(file, text.clone())?.accepts(&found) {
        notes.push(format!("agu cosim refuses the description: {error}"));
    }
    Ok(Draft { text, notes })
}

/// Text of a draft, section by section.
struct DraftWriter<'a> {
    names: RecognisedPorts<'a>,
    tables: DraftTables<'a>,
    sizes: DraftSizes,
    top: String,
    /// The exported unit.
    unit: String,
    text: String,
    /// Inputs of the exported unit that are in expressions.
    inputs: Vec<&'static str>,
    /// Inputs of the described unit that are not recognised, and its outputs.
    zeros: Vec<String>,
    unused: Vec<String>,
    /// Outputs of the exported unit that have an expression.
    given: Vec<&'static str>,
}

impl DraftWriter<'_> {
    fn add(&mut self, line: impl AsRef<str>) {
        self.text += line.as_ref();
        self.text.push('\n');
    }

    fn head(&mut self, external: &External, folder: &Path, why: &str) {
        let (top, unit, lanes) = (self.top.clone(), self.unit.clone(), self.sizes.lanes);
        self.add(format!(
            "# Ports of {top} for those of {unit}: doc/your-unit.md describes the keys.\ntop = {}",
            string(&top)
        ));
        self.text += &files(external, folder);
        self.add(format!("# A guess{why}.\nlanes = {lanes}"));
        self.text += &self.tables.head();
        match self.names.clock() {
            Some(clock) => self.add(format!("clock = {}", string(&clock.name))),
            None => self.add("# clock = \"\"  # not recognised"),
        }
        if let Some((port, active_low)) = self.names.reset() {
            let port = string(&port.name);
            self.add(format!(
                "\n[reset]\nport = {port}\nactive_low = {active_low}"
            ));
        }
    }

    fn inputs(&mut self) {
        let (top, unit) = (&self.top, &self.unit);
        let about = format!("# Input of {top} = an expression over inputs of {unit}.");
        self.add(format!("\n{about}\n[inputs]"));
        let ports: Vec<_> = self.names.of(Direction::Input).collect();
        for (port, ours) in ports {
            let (name, bits) = (key(&port.name), port.bits.unwrap_or(1));
            let lanes = self.sizes.lanes;
            let fitted = ours.and_then(|ours| {
                let (lanes, each) = widths(ours, lanes);
                let value = fitted(ours, lanes, each, bits / lanes);
                (bits % lanes == 0).then(|| (ours, value, remark(port, lanes * each)))
            });
            if let Some(expression) = self.tables.input(port) {
                self.add(format!("{name} = {expression:?}"));
                self.inputs.push("memory_ready");
            } else if let Some((ours, expression, remark)) = fitted {
                self.add(format!("{name} = {expression:?}{remark}"));
                self.inputs.push(ours);
            } else {
                let remark = bits_of(port);
                self.add(format!(
                    "{name} = \"{bits}'d0\"  # not recognised, {remark}"
                ));
                self.zeros.push(port.name.clone());
            }
        }
    }

    fn outputs(&mut self) {
        let (top, unit) = (&self.top, &self.unit);
        let about =
            format!("# Output of {unit}, or bits of one = an expression over outputs of {top}.");
        self.add(format!("\n{about}\n[outputs]"));
        let mut given = Vec::new();
        let ports: Vec<_> = self.names.of(Direction::Output).collect();
        for (port, ours) in ports {
            // Tables of memory ports have the requests.
            let is_free = |ours: &&str| {
                let of_memory = ours.starts_with("memory_") && !self.tables.is_empty();
                !given.contains(ours) && !of_memory
            };
            let ours = ours.filter(is_free);
            if self.tables.takes(port, ours.is_some()) {
                continue;
            }
            match ours.and_then(|ours| Some((ours, output(port, ours, self.sizes.lanes)?))) {
                Some((ours, line)) => {
                    given.push(ours);
                    self.add(line);
                }
                None => {
                    let (name, bits) = (string(&port.name), bits_of(port));
                    self.add(format!("# ? = {name}  # not recognised, {bits}"));
                    self.unused.push(port.name.clone());
                }
            }
        }
        self.given = given;
    }

    fn tied(&mut self) {
        let about = format!(
            "# Inputs of {} that {} does not have, and their values.",
            self.unit, self.top
        );
        self.add(format!("\n{about}\n[tied]"));
        let open = |port: &&isa::ports::UnitPort| {
            port.name != "reset" && !self.inputs.contains(&port.name)
        };
        let lines = INPUTS.iter().filter(open).map(|port| {
            // A unit with memory ports executes accesses, of its first space if it has no choice.
            match (port.name, self.tables.access_space()) {
                ("access", Some(_)) => "access = 1".to_owned(),
                ("access_space", Some(space)) => format!("access_space = {space}"),
                (name, _) => format!("# {name} = {}", isa::ports::unused(name)),
            }
        });
        let lines: Vec<String> = lines.collect();
        self.add(lines.join("\n"));
    }

    /// The table of results, and those of memory.
    fn results(&mut self) {
        let is_known = |name| self.inputs.contains(&name);
        let gives = |name| self.given.contains(&name);
        let has_handshake = gives("result_valid") && is_known("request_valid");
        // A unit that writes loads to registers may have no other result.
        let lanes = self.sizes.lanes;
        let written = is_known("request_valid")
            && is_known("active_mask")
            && !gives("result_valid")
            && !gives("result_destination")
            && self.tables.writes_warps(self.sizes.tag_bits);
        let after = match self.names.clock() {
            None => Some(0),
            Some(_) if has_handshake || written => None,
            Some(_) => Some(1),
        };
        let written = written.then(|| {
            let lanes = match is_known("store") {
                true => format!("store ? {lanes}'d0 : active_mask"),
                false => "active_mask".to_owned(),
            };
            format!("written = {lanes:?}  # a guess: lanes that a request will write to registers")
        });
        let tag_bits = self
            .sizes
            .tag_bits
            .map(|bits| format!("tag_bits = {bits}  # results leave in any order"));
        let after = after.map(|cycles| {
            format!("after = {cycles}  # a guess of a unit without a known handshake: cycles to its result")
        });
        let lines: Vec<String> = tag_bits.into_iter().chain(after).chain(written).collect();
        if !lines.is_empty() {
            self.add(format!("\n[results]\n{}", lines.join("\n")));
        }
        self.text += &if self.tables.is_empty() {
            MEMORY.to_owned()
        } else {
            self.tables.text()
        };
    }
}

/// The line of an output of the exported unit that a port gives.
fn output(port: &DesignPort, ours: &str, lanes: usize) -> Option<String> {
    let (bits, (lanes, each)) = (port.bits?, widths(ours, lanes));
    let remark = remark(port, lanes * each);
    let few = bits < each && lanes == 1;
    // The upper bits of a short port are not compared.
    let (select, wanted) = if few {
        (format!("[{}:0]", bits - 1), bits)
    } else {
        (String::new(), each)
    };
    let is_whole = bits % lanes == 0 && bits / lanes >= wanted;
    let value = fitted(&port.name, lanes, bits / lanes, wanted);
    is_whole.then(|| {
        format!(
            "{} = {}{remark}",
            key(&format!("{ours}{select}")),
            string(&value)
        )
    })
}

/// Number of parts of an exported port, and bits of each.
fn widths(ours: &str, lanes: usize) -> (usize, usize) {
    let mut rows = INPUTS.iter().chain(OUTPUTS);
    match rows.find(|row| row.name == ours).map(|row| row.shape) {
        Some(Shape::Lane(bits)) => (lanes, bits),
        Some(Shape::Warp(bits)) => (1, bits),
        None => (1, 1),
    }
}

/// A remark if a port has other bits than expected.
fn remark(port: &DesignPort, expected: usize) -> String {
    if port.bits == Some(expected) {
        String::new()
    } else {
        format!("  # {}, of {expected}", bits_of(port))
    }
}

fn bits_of(port: &DesignPort) -> String {
    match port.bits {
        None => "no vector of bits".to_owned(),
        Some(1) => "1 bit".to_owned(),
        Some(bits) => format!("{bits} bits"),
    }
}

/// Bits of a tag that both requests and results have.
fn tag_bits(names: &RecognisedPorts<'_>) -> Option<usize> {
    const MOST: usize = 16;
    let [to, from] = ["destination", "result_destination"].map(|it| names.port(it)?.bits);
    Some(to?.min(from?).min(MOST))
}

/// A guess of the number of lanes, and the reason for it.
fn lanes(names: &RecognisedPorts<'_>, found: &[DesignPort]) -> (usize, String) {
    let is_unit = |lanes: usize| lanes_of_name(&format!("{UNIT}{lanes}")).is_some();
    let by = |(place, name): (usize, &&str)| {
        let port = names.port(name)?;
        let (bits, (_, each)) = (port.bits?, widths(name, 1));
        let is_flag = place == 0 && bits == 1;
        let is_known = bits % each == 0 && is_unit(bits / each) && !is_flag;
        let why = format!(", by {} of {}", bits_of(port), port.name);
        is_known.then_some((bits / each, why))
    };
    // Words of all lanes, beside a port of one bit a lane.
    let by_words = || {
        let pairs = found.iter().rev().filter_map(|words| {
            let lanes = words.bits.filter(|bits| bits % WORD == 0)? / WORD;
            let mask = found.iter().find(|mask| mask.bits == Some(lanes))?;
            let ports = [words, mask].map(|port| format!("{} of {}", bits_of(port), port.name));
            let why = format!(", by {}", ports.join(" and "));
            (lanes > 1 && is_unit(lanes)).then_some((lanes, why))
        });
        pairs.max_by_key(|(lanes, _)| *lanes)
    };
    let found = OF_LANES.iter().enumerate().find_map(by).or_else(by_words);
    found.unwrap_or((1, String::new()))
}
