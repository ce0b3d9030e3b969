//! `include/agu.h` is what cbindgen makes of the sources, and the structures of `sv/agu_pkg.sv` are
//! the table of ports. `UPDATE=1` writes both anew.

use isa::ports::{Group, OUTPUTS, Port, Shape, of_request};
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
        "{file} is out of date: UPDATE=1 cargo test -p agu-ffi --test generated writes it anew"
    );
    Ok(())
}

#[test]
fn the_header_is_that_of_the_sources() -> Outcome {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml"))?;
    let mut sources = cbindgen::Builder::new().with_config(config);
    for name in [
        "status",
        "config",
        "ports",
        "words",
        "lane",
        "warp",
        "program",
        "scoreboard",
        "lib",
    ] {
        sources = sources.with_src(root.join(format!("src/{name}.rs")));
    }
    let mut header = Vec::new();
    sources.generate()?.write(&mut header);
    compare("include/agu.h", &String::from_utf8(header)?)
}

/// A packed structure with the ports as members, each of the unit with 32 lanes.
fn structure<'a>(name: &str, ports: impl Iterator<Item = &'a Port>) -> String {
    let mut text = "    typedef struct packed {\n".to_owned();
    for port in ports {
        let range = match port.shape {
            Shape::Warp(1) => String::new(),
            shape => format!("[{}:0] ", shape.bits(32) - 1),
        };
        writeln!(text, "        bit {range}{};", port.name).unwrap_or_default();
    }
    text + &format!("    }} {name};\n")
}

#[test]
fn the_structures_of_the_package_are_the_ports() -> Outcome {
    let of_group = |group| {
        let ports = OUTPUTS.iter().filter(move |port| port.group == group);
        ports.filter(|port| !port.is_handshake())
    };
    let structures = [
        structure("agu_request_t", of_request()),
        structure("agu_result_t", of_group(Group::Result)),
        structure("agu_memory_request_t", of_group(Group::Memory)),
    ];
    let file = "sv/agu_pkg.sv";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file))?;
    let (before, rest) = text
        .split_once("    // Ports: generated.\n")
        .ok_or("no line that starts the ports")?;
    let (_, after) = rest
        .split_once("    // End of ports.\n")
        .ok_or("no line that ends the ports")?;
    let expected = format!(
        "{before}    // Ports: generated.\n{}    // End of ports.\n{after}",
        structures.join("\n")
    );
    compare(file, &expected)
}
