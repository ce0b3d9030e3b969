//! `include/agu.h` is what cbindgen makes of the sources, and the structures of `sv/agu_pkg.sv` are
//! the table of ports. `UPDATE=1` writes both anew.

use isa::Isa;
use isa::ports::{
    Group, INPUTS, Inputs, OUTPUTS, Outputs, Shape, UnitPort, of_request, outputs_of, range,
};
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

type Outcome = Result<(), Box<dyn Error>>;

fn compare(file: &str, expected: &str) -> Outcome {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, expected)?;
    }
    let found = fs::read_to_string(&path)?;
    assert!(
        found == expected,
        "{file} is out of date: UPDATE=1 cargo test -p agu-ffi --test all generated:: writes it anew"
    );
    Ok(())
}

#[test]
fn the_header_is_that_of_the_sources() -> Outcome {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = cbindgen::Config::from_file(root.join("cbindgen.toml"))?;
    config.after_includes = Some(rows() + &record() + &isas());
    let sources = cbindgen::Builder::new().with_config(config);
    let sources = sources.with_src(root.join("src/lib.rs"));
    let mut header = Vec::new();
    sources.generate()?.write(&mut header);
    compare("include/agu.h", &of_c(&String::from_utf8(header)?))
}

/// The comments without what is for rustdoc alone: headings, and the targets of links.
fn of_c(header: &str) -> String {
    let mut text = String::new();
    for line in header.lines().filter(|line| *line != "// # Safety") {
        let mut pieces = line.split("[`");
        text += pieces.next().unwrap_or_default();
        for piece in pieces {
            let (name, rest) = piece.split_once("`]").unwrap_or((piece, ""));
            let rest = match rest
                .strip_prefix("(crate::")
                .and_then(|path| path.split_once(')'))
            {
                Some((_, rest)) => rest,
                None => rest,
            };
            write!(text, "`{name}`{rest}").unwrap_or_default();
        }
        text.push('\n');
    }
    text
}

/// The rows of the ports, members in the order of memory.
fn rows() -> String {
    const INPUTS_ARE: &str = "The input ports: a request, or one beat of it; handshakes and \
                              configuration do not count. Start with \
                              `agu_request_default`.";
    const OUTPUTS_ARE: &str = "The output ports: a result, or one beat of it, or a memory request. \
                               Members count where their ports do.";
    let mut text = String::new();
    for (name, about, list, ports) in [
        ("agu_inputs", INPUTS_ARE, Inputs::LIST, INPUTS),
        ("agu_outputs", OUTPUTS_ARE, Outputs::LIST, OUTPUTS),
    ] {
        write!(text, "\n// {about}\ntypedef struct {name} {{\n").unwrap_or_default();
        for (member, _) in list {
            let port = ports.iter().find(|port| port.name == *member);
            let Some((port, (bits, count))) = port.map(|port| (port, port.shape.storage())) else {
                continue;
            };
            let count = if count > 1 {
                format!("[{count}]")
            } else {
                String::new()
            };
            writeln!(text, "    // {}.", plain(port.meaning)).unwrap_or_default();
            writeln!(text, "    uint{bits}_t {member}{count};").unwrap_or_default();
        }
        writeln!(text, "}} {name};").unwrap_or_default();
    }
    text
}

macro_rules! fields {
    ($($field:ident $shape:ident $bits:literal $meaning:literal,)*) => {
        const FIELDS: &[(&str, usize, &str)] = &[$((stringify!($field), $bits, $meaning),)*];
    };
}

isa::control_record!(fields);

/// The record of the decoder, members in the order of the module.
fn record() -> String {
    let mut text = "
// Record of a word, as the decoder in front of the unit gives it. A member that the instruction does
// not use has its value for unused: registers 255, predicates 7, `lane_mask` 15, all others 0.
typedef struct agu_control_record {
"
    .to_owned();
    for (field, bits, meaning) in FIELDS {
        let (bits, _) = Shape::Warp(*bits).storage();
        writeln!(text, "    // {meaning}.\n    uint{bits}_t {field};").unwrap_or_default();
    }
    text + "} agu_control_record;\n"
}

/// Names and numbers of the instruction sets.
fn names() -> impl Iterator<Item = (String, usize)> {
    let name = |isa: Isa| format!("AGU_{}", isa.name().to_uppercase());
    Isa::ALL
        .into_iter()
        .map(move |isa| (name(isa), isa.index()))
}

fn isas() -> String {
    let mut text = "
// Instruction sets. vISA has bytes in place of words: its programs can be run, but no word of it be
// assembled or decoded.
"
    .to_owned();
    for (name, number) in names() {
        writeln!(text, "#define {name} {number}").unwrap_or_default();
    }
    text
}

/// Markdown with the text of links in place of the links.
fn plain(text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once("](") {
        let (start, name) = before.rsplit_once('[').unwrap_or(("", before));
        plain += start;
        plain += name;
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    plain + rest
}

/// A packed structure of members with their bits.
fn structure<'a>(name: &str, members: impl IntoIterator<Item = (&'a str, usize)>) -> String {
    let mut text = "    typedef struct packed {\n".to_owned();
    for (member, bits) in members {
        writeln!(text, "        bit {}{member};", range(bits)).unwrap_or_default();
    }
    text + &format!("    }} {name}_t;\n")
}

/// A port as a member, of the unit with 32 lanes.
fn member(port: &UnitPort) -> (&str, usize) {
    (port.name, port.shape.bits(32))
}

macro_rules! packed {
    ($structure:ident: $($member:ident $bits:literal,)*) => {
        structure(stringify!($structure), [$((stringify!($member), $bits),)*])
    };
}

/// The lines around what is generated in the package.
const START: &str = "    // Generated: statuses, instruction sets, and the ports.\n";
const OF_MEMORY_PORT: &str = "    // A memory port of another kind, as agu_memory_port in agu.h. \
                              Numbers that do not apply are 0.\n";
const OF_PORT_REQUEST: &str =
    "    // A memory request of another coalescer, as agu_port_request in agu.h.\n";
const END: &str = "    // End of what is generated.\n";

/// The enumeration of what calls return, as the source of the library has it.
fn statuses() -> Result<String, Box<dyn Error>> {
    let source = include_str!("../../src/status.rs");
    let (_, variants) = source
        .split_once("pub enum agu_status {")
        .ok_or("the enum")?;
    let (variants, _) = variants.split_once("\n}").ok_or("its end")?;
    let variants = variants
        .lines()
        .map(|line| line.trim().trim_end_matches(','));
    let variants: Vec<&str> = variants.filter(|line| line.starts_with("AGU_")).collect();
    let variants = variants.join(",\n        ");
    Ok(format!(
        "    typedef enum int {{\n        {variants}\n    }} agu_status;\n"
    ))
}

/// The instruction sets, by their numbers in `agu.h`.
fn isas_of_package() -> String {
    let names: Vec<String> = names()
        .map(|(name, number)| format!("{name} = {number}"))
        .collect();
    let names = names.join(",\n        ");
    format!("    typedef enum int unsigned {{\n        {names}\n    }} agu_isa;\n")
}

#[test]
fn the_structures_of_the_package_are_the_ports() -> Outcome {
    let structures = [
        statuses()?,
        isas_of_package(),
        structure("agu_request", of_request().map(member)),
        structure("agu_result", outputs_of(Group::Result).map(member)),
        structure("agu_memory_request", outputs_of(Group::Memory).map(member)),
        OF_MEMORY_PORT.to_owned() + &isa::memory_port!(packed),
        OF_PORT_REQUEST.to_owned() + &isa::port_request!(packed),
    ];
    let file = "sv/agu_pkg.sv";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file))?;
    let (before, rest) = text.split_once(START).ok_or("no line that starts it")?;
    let (_, after) = rest.split_once(END).ok_or("no line that ends it")?;
    let expected = format!("{before}{START}{}{END}{after}", structures.join("\n"));
    compare(file, &expected)
}
