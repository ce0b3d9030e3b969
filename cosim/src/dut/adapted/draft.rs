//! The first version of a description, drafted from the ports of a module.

use super::channels::Channels;
use super::names::Names;
use crate::dut::external::{self, External, ExternalError};
use crate::dut::netlist::{NetlistError, UNIT};
use crate::whole_file;
use isa::ports::{INPUTS, OUTPUTS, Shape};
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Component, Path, PathBuf};
use verilated::{Direction, Port};

/// The lines of a `[memory]` table to be filled in.
const MEMORY: &str = "
# Memory requests for lines of another size, or in another order, than those of an exported unit.
# [memory]
# line_bytes = 64     # 4, 8, 16, 32, 64, 128 or 256
# address = \"\"        # of the line's first byte
# byte_mask = \"\"      # one bit a byte; or sector_mask, with sector_bytes
# lanes = \"\"          # the lanes that the request serves, one bit each
# repeats = true      # a byte may be asked for again
# space = \"global\"    # with several ports, each is a [[memory]] with a space and valid
";

/// Ports whose width gives the number of lanes, the surest first.
const OF_LANES: [&str; 6] = [
    "base_lo",
    "address_lo",
    "sum_lo",
    "offset_lo",
    "active_mask",
    "execute_mask",
];

/// A description of the module `top` of `external`, for a file in `folder`. Without a name it is
/// the module that no other one instantiates. Verilator writes to the folder `cache`. Unrecognised
/// ports are comments in the draft.
///
/// # Errors
/// The design is refused, or has several top modules and no name is given.
pub fn draft(external: &External, folder: &Path, cache: &Path) -> Result<String, ExternalError> {
    let (top, found) = external::ports_of(external, cache)?;
    let (names, channels) = (Names::new(&found), Channels::new(&found));
    let (lanes, why) = lanes(&names);
    let unit = format!("{UNIT}{lanes}");
    let mut text = format!(
        "# Ports of {top} for those of {unit}: doc/your-unit.md describes the keys.\ntop = {}\n",
        string(&top)
    );
    text += &files(external, folder);
    let _ = writeln!(text, "# A guess{why}.\nlanes = {lanes}");
    text += &channels.head(lanes);
    let clock = match names.clock() {
        Some(clock) => format!("clock = {}\n", string(&clock.name)),
        None => "# clock = \"\"  # not recognised\n".to_owned(),
    };
    text += &clock;
    if let Some((port, active_low)) = names.reset() {
        let port = string(&port.name);
        let _ = writeln!(text, "\n[reset]\nport = {port}\nactive_low = {active_low}");
    }
    let _ = writeln!(
        text,
        "\n# Input of {top} = an expression over inputs of {unit}.\n[inputs]"
    );
    let mut used = Vec::new();
    for (port, ours) in names.of(Direction::Input) {
        if let Some(expression) = channels.input(port) {
            let _ = writeln!(text, "{} = {expression:?}", key(&port.name));
            used.push("memory_ready");
            continue;
        }
        let _ = match ours {
            Some(ours) => {
                used.push(ours);
                let (name, (select, remark)) = (key(&port.name), width(port, ours, lanes));
                writeln!(text, "{name} = \"{ours}{select}\"{remark}")
            }
            None => {
                let (name, bits) = (key(&port.name), bits(port));
                writeln!(text, "# {name} = \"\"  # not recognised, {bits}")
            }
        };
    }
    let _ = writeln!(
        text,
        "\n# Output of {unit}, or bits of one = an expression over outputs of {top}.\n[outputs]"
    );
    let mut given = Vec::new();
    for (port, ours) in names.of(Direction::Output) {
        let ours = ours.filter(|ours| !given.contains(ours));
        if channels.takes(port, ours.is_some()) {
            continue;
        }
        let _ = match ours {
            Some(ours) => {
                given.push(ours);
                let (name, (select, remark)) = (string(&port.name), width(port, ours, lanes));
                let ours = key(&format!("{ours}{select}"));
                writeln!(text, "{ours} = {name}{remark}")
            }
            None => {
                let (name, bits) = (string(&port.name), bits(port));
                writeln!(text, "# ? = {name}  # not recognised, {bits}")
            }
        };
    }
    let _ = writeln!(
        text,
        "\n# Inputs of {unit} that {top} does not have, and their values.\n[tied]"
    );
    for port in INPUTS
        .iter()
        .filter(|port| port.name != "reset" && !used.contains(&port.name))
    {
        // A unit with memory ports executes accesses, of global memory if it has no choice.
        let is_given = !channels.is_empty() && ["access", "access_space"].contains(&port.name);
        let _ = match is_given {
            true => writeln!(text, "{} = 1", port.name),
            false => writeln!(text, "# {} = {}", port.name, isa::ports::unused(port.name)),
        };
    }
    if let Some(bits) = names.port("result_destination").and_then(|port| port.bits) {
        let _ = writeln!(
            text,
            "\n# Results leave in any order.\n[results]\ntag_bits = {bits}"
        );
    }
    if names.clock().is_none() {
        text += "\n# A unit without a handshake: cycles from a request to its result.\n# [results]\n# after = 0\n";
    }
    Ok(text
        + &if channels.is_empty() {
            MEMORY.to_owned()
        } else {
            channels.tables()
        })
}

/// The design with a module around it in `folder`, if its ports are not bits: interfaces, arrays.
///
/// # Errors
/// The design is refused, or the module cannot be written.
pub fn wrap(external: &External, folder: &Path, cache: &Path) -> Result<External, ExternalError> {
    let Some(wrapped) = external::wrapped(external, cache)? else {
        return Ok(external.clone());
    };
    let file = folder.join(&wrapped.name).with_extension("sv");
    let written = whole_file::write(&file, wrapped.verilog);
    written.map_err(|error| NetlistError::File(file.clone(), error))?;
    let sources = external.sources.iter().chain([&external.file]);
    Ok(External {
        sources: sources.cloned().collect(),
        file,
        parameters: Vec::new(),
        top: Some(wrapped.name),
        ..external.clone()
    })
}

/// Keys for the design's files and options, relative to the folder of the description.
fn files(external: &External, folder: &Path) -> String {
    let path = |path: &PathBuf| string(&relative(path, folder).to_string_lossy());
    let paths = |paths: &[PathBuf]| paths.iter().map(path).collect();
    let files = external.sources.iter().chain([&external.file]);
    let mut lists: Vec<(&str, Vec<String>)> = vec![
        ("files", files.map(path).collect()),
        ("include_dirs", paths(&external.include_dirs)),
        (
            "defines",
            external.defines.iter().map(|it| string(it)).collect(),
        ),
        ("lists", paths(&external.lists)),
    ];
    lists.retain(|(_, values)| !values.is_empty());
    let lists = lists.iter();
    let mut text: String = lists
        .map(|(name, values)| format!("{name} = [{}]\n", values.join(", ")))
        .collect();
    let here = relative(Path::new(""), folder);
    if !external.lists.is_empty() && here != Path::new("") {
        let _ = writeln!(text, "list_folder = {}", string(&here.to_string_lossy()));
    }
    let parameters = external.parameters.iter().map(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, "1"));
        format!("{} = {}", key(name), string(value))
    });
    let parameters: Vec<String> = parameters.collect();
    if !parameters.is_empty() {
        let _ = writeln!(text, "parameters = {{ {} }}", parameters.join(", "));
    }
    text
}

/// `path` relative to `folder`; an absolute path stays absolute.
fn relative(path: &Path, folder: &Path) -> PathBuf {
    let real = |path: &Path| {
        let here = if path == "" { Path::new(".") } else { path };
        fs::canonicalize(here).ok()
    };
    // A link to a file is kept, not resolved.
    let (parent, name) = match path.file_name() {
        Some(name) => (path.parent().unwrap_or(Path::new("")), name),
        None => (path, OsStr::new("")),
    };
    let (Some(from), Some(to)) = (real(folder), real(parent)) else {
        return path.to_owned();
    };
    if path.is_absolute() {
        return path.to_owned();
    }
    let to = to.join(name);
    let common = from.components().zip(to.components());
    let common = common.take_while(|(one, other)| one == other).count();
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    up.chain(to.components().skip(common)).collect()
}

/// A guess of the number of lanes, and the reason for it.
fn lanes(names: &Names<'_>) -> (usize, String) {
    let by = |name: &&str| {
        let port = names.port(name)?;
        let each = match shape(name)? {
            Shape::Lane(each) => each,
            Shape::Warp(_) => return None,
        };
        let bits = port.bits?;
        let lanes = bits / each;
        let is_unit = external::lanes_of_name(&format!("{UNIT}{lanes}")).is_some();
        let why = format!(", by {} of {}", bits_of(bits), port.name);
        (bits % each == 0 && is_unit).then_some((lanes, why))
    };
    let found = OF_LANES.iter().find_map(by);
    found.unwrap_or((1, String::new()))
}

/// A string of TOML.
fn string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A key of TOML.
fn key(name: &str) -> String {
    match name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        true => name.to_owned(),
        false => string(name),
    }
}

fn bits(port: &Port) -> String {
    port.bits.map_or("no vector of bits".to_owned(), bits_of)
}

fn bits_of(bits: usize) -> String {
    match bits {
        1 => "1 bit".to_owned(),
        _ => format!("{bits} bits"),
    }
}

fn shape(name: &str) -> Option<Shape> {
    let mut rows = INPUTS.iter().chain(OUTPUTS);
    rows.find(|row| row.name == name).map(|row| row.shape)
}

/// A remark if the widths differ, and the select of the low bits that a narrow port has.
fn width(port: &Port, ours: &str, lanes: usize) -> (String, String) {
    let shape = shape(ours);
    match (shape, shape.map(|shape| shape.bits(lanes))) {
        (Some(shape), Some(expected)) if port.bits != Some(expected) => {
            let few = port
                .bits
                .filter(|bits| *bits < expected && matches!(shape, Shape::Warp(_)));
            let select = few.map_or(String::new(), |bits| format!("[{}:0]", bits - 1));
            (select, format!("  # {}, of {expected}", bits(port)))
        }
        _ => Default::default(),
    }
}
