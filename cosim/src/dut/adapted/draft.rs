//! A first version of a description, from the ports of a module.

use crate::dut::external::{self, External, ExternalError};
use crate::dut::netlist::UNIT;
use isa::ports::{INPUTS, OUTPUTS, Shape};
use std::fmt::Write;
use std::path::Path;
use verilator::Direction;

/// Other names that ports of handshakes and operands often have.
const ALIASES: [(&str, &[&str]); 14] = [
    (
        "request_valid",
        &["in_valid", "req_valid", "valid_in", "i_valid", "valid_i"],
    ),
    (
        "request_ready",
        &["in_ready", "req_ready", "ready_out", "o_ready", "ready_o"],
    ),
    (
        "result_valid",
        &[
            "out_valid",
            "res_valid",
            "rsp_valid",
            "valid_out",
            "o_valid",
            "valid_o",
        ],
    ),
    (
        "result_ready",
        &[
            "out_ready",
            "res_ready",
            "rsp_ready",
            "ready_in",
            "i_ready",
            "ready_i",
        ],
    ),
    ("config_valid", &["cfg_valid", "cfg_write", "cfg_we"]),
    ("config_address", &["cfg_address", "cfg_addr"]),
    ("config_data", &["cfg_data", "cfg_wdata"]),
    ("base_lo", &["base", "a", "src_a", "rs1"]),
    ("offset_lo", &["offset", "b", "src_b", "index"]),
    (
        "active_mask",
        &["active", "mask", "exec_mask", "thread_mask"],
    ),
    ("destination", &["tag", "id", "rd", "req_tag", "in_tag"]),
    (
        "result_destination",
        &["tag", "id", "rd", "rsp_tag", "out_tag"],
    ),
    ("memory_valid", &["mem_valid", "mem_req_valid"]),
    ("memory_ready", &["mem_ready", "mem_req_ready"]),
];

const CLOCKS: [&str; 4] = ["clk", "clock", "clk_i", "i_clk"];
const RESETS: [&str; 4] = ["rst", "reset", "rst_i", "i_rst"];
const RESETS_LOW: [&str; 5] = ["rst_n", "reset_n", "rst_ni", "resetn", "aresetn"];

/// A description of the module `top` of `external`, or of the only one; Verilator writes to the
/// folder `cache`. What is not recognised is a comment in it.
///
/// # Errors
/// The design is refused, or has several modules and none is named.
pub fn draft(external: &External, cache: &Path) -> Result<String, ExternalError> {
    let (top, found) = external::ports_of(external, cache)?;
    let lanes = lanes(&found);
    let unit = format!("{UNIT}{lanes}");
    let mut text = String::new();
    let file = external
        .file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let _ = writeln!(
        text,
        "# Which ports of {top} stand for which of {unit}: doc/your-unit.md describes the keys."
    );
    let _ = writeln!(text, "top = {top:?}\nfiles = [{file:?}]\nlanes = {lanes}");
    let input = |names: &[&str]| {
        let mut ports = found.iter();
        ports.find(|port| port.direction == Some(Direction::Input) && names.contains(&&*port.name))
    };
    let clock = input(&CLOCKS).map(|port| &*port.name);
    let _ = writeln!(
        text,
        "clock = {:?}{}",
        clock.unwrap_or("clk"),
        match clock {
            Some(_) => "",
            None => "  # not recognised",
        }
    );
    let reset = input(&RESETS).map(|port| (port, false));
    let reset = reset.or_else(|| input(&RESETS_LOW).map(|port| (port, true)));
    let mut known: Vec<&str> = clock.into_iter().collect();
    if let Some((port, active_low)) = reset {
        let _ = writeln!(
            text,
            "\n[reset]\nport = {:?}\nactive_low = {active_low}",
            port.name
        );
        known.push(&port.name);
    }
    let _ = writeln!(
        text,
        "\n# Input of {top} = an expression over inputs of {unit}.\n[inputs]"
    );
    let mut used = Vec::new();
    for port in found.iter().filter(|port| !known.contains(&&*port.name)) {
        if port.direction != Some(Direction::Input) {
            continue;
        }
        match recognised(&port.name, INPUTS.iter().map(|port| port.name)) {
            Some(ours) => {
                used.push(ours);
                let _ = writeln!(
                    text,
                    "{} = {:?}{}",
                    port.name,
                    ours,
                    width(port, ours, lanes)
                );
            }
            None => {
                let _ = writeln!(
                    text,
                    "# {} = \"\"  # not recognised, {}",
                    port.name,
                    bits(port)
                );
            }
        }
    }
    let _ = writeln!(
        text,
        "\n# Output of {unit}, or bits of one = an expression over outputs of {top}.\n[outputs]"
    );
    for port in found
        .iter()
        .filter(|port| port.direction == Some(Direction::Output))
    {
        match recognised(&port.name, OUTPUTS.iter().map(|port| port.name)) {
            Some(ours) => {
                let _ = writeln!(text, "{ours} = {:?}{}", port.name, width(port, ours, lanes));
            }
            None => {
                let _ = writeln!(
                    text,
                    "# ? = {:?}  # not recognised, {}",
                    port.name,
                    bits(port)
                );
            }
        }
    }
    let _ = writeln!(
        text,
        "\n# Inputs of {unit} that {top} does not have, and what it takes for them.\n[tied]"
    );
    for port in INPUTS
        .iter()
        .filter(|port| port.name != "reset" && !used.contains(&port.name))
    {
        let _ = writeln!(text, "# {} = {}", port.name, isa::ports::unused(port.name));
    }
    Ok(text)
}

/// The port of an exported unit that a name means.
fn recognised<'a>(name: &str, mut ports: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let plain = name.trim_start_matches("i_").trim_start_matches("o_");
    let plain = plain.trim_end_matches("_i").trim_end_matches("_o");
    let same = ports.clone().find(|&port| port == name || port == plain);
    same.or_else(|| {
        ports.find(|&port| {
            let mut aliases = ALIASES.iter();
            aliases
                .any(|(of, names)| *of == port && (names.contains(&name) || names.contains(&plain)))
        })
    })
}

/// As many lanes as the widest port has words of 32 bits, as far as there are such units.
fn lanes(found: &[verilator::Port]) -> usize {
    let widest = found
        .iter()
        .filter_map(|port| port.bits)
        .max()
        .unwrap_or(32);
    [32, 16, 8, 4, 2]
        .into_iter()
        .find(|lanes| widest / 32 >= *lanes)
        .unwrap_or(1)
}

fn bits(port: &verilator::Port) -> String {
    match port.bits {
        Some(1) => "1 bit".to_owned(),
        Some(bits) => format!("{bits} bits"),
        None => "no vector of bits".to_owned(),
    }
}

/// A remark where the widths differ.
fn width(port: &verilator::Port, ours: &str, lanes: usize) -> String {
    let mut rows = INPUTS.iter().chain(OUTPUTS);
    let row = rows.find(|row| row.name == ours);
    let expected = row.map(|row| match row.shape {
        Shape::Warp(bits) => bits,
        Shape::Lane(bits) => bits * lanes,
    });
    match expected {
        Some(expected) if port.bits != Some(expected) => {
            format!("  # {}, of {expected}", bits(port))
        }
        _ => String::new(),
    }
}
