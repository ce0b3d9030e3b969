//! C++ headers with the tables of ports.

use super::{CORE, NoModule, ports, verilog};
use isa::ports::{INPUTS, OUTPUTS, RECORD, Shape, UnitPort};
use std::cmp::Reverse;
use std::fmt::Write;

/// Name and text of the header with the unit's ports.
pub fn unit() -> (&'static str, String) {
    ("unit_ports.h", unit_ports())
}

/// Name and text of the header with the decoder's outputs: all of them, and those that a core has.
///
/// # Errors
/// There is no core.
pub fn decoder() -> Result<(&'static str, String), NoModule> {
    with_core(&format!("{CORE}1"))
}

fn with_core(core: &str) -> Result<(&'static str, String), NoModule> {
    let handshake = [("word_ready", 1), ("record_valid", 1)];
    let outputs = || handshake.iter().chain(RECORD);
    let text = verilog(&[core])?;
    let of_core = ports(&text, core).ok_or_else(|| NoModule(core.to_owned()))?;
    let is_of_core = |name: &str| of_core.iter().any(|port| port.output && port.name == name);
    let rows = |has: &dyn Fn(&str) -> bool| -> String {
        let outputs = outputs().filter(|(name, _)| has(name));
        let row = |&(name, bits): &(&str, usize)| {
            let (bits, _) = Shape::Warp(bits).storage();
            format!(" \\\n    PORT(uint{bits}_t, {name})")
        };
        outputs.map(row).collect()
    };
    let (all, of_core) = (rows(&|_| true), rows(&is_of_core));
    let text = format!(
        "// The outputs of the decoder, and those that a core has too: type, name.\n\
         #define AGU_DECODER_OUTPUTS(PORT){all}\n#define AGU_CORE_OUTPUTS(PORT){of_core}\n"
    );
    Ok(("decoder_ports.h", text))
}

/// Lists of the ports of the 32-lane unit, with type, name and count of elements of each. They are
/// in the order of the rows in Rust (`isa::ports`).
fn unit_ports() -> String {
    let mut text = String::from("// The ports of the unit of 32 lanes: type, name, count.\n");
    for (list, ports) in [("INPUT", INPUTS), ("OUTPUT", OUTPUTS)] {
        let mut ports = ports.to_vec();
        ports.sort_by_key(|port| {
            let (bits, count) = port.shape.storage();
            Reverse(bits * count)
        });
        let rows: String = ports.iter().map(row).collect();
        let _ = writeln!(text, "#define AGU_{list}S(PORT){rows}");
    }
    text
}

fn row(port: &UnitPort) -> String {
    let (bits, count) = port.shape.storage();
    format!(" \\\n    PORT(uint{bits}_t, {}, {count})", port.name)
}

/// Outputs that models without waves have as arrays, with name and bits of a lane. They have few
/// bits for each lane. In other models `unit.cpp` takes the values out of Verilator's words.
pub fn arrays() -> impl Iterator<Item = (&'static str, usize)> {
    OUTPUTS.iter().filter_map(|port| match port.shape {
        Shape::Lane(bits @ 2..32) => Some((port.name, bits)),
        _ => None,
    })
}

/// Element `i` of the array `name` in the simulation form of a unit. Each lane has its own words
/// there.
pub fn of_lane(name: &str, bits: usize) -> String {
    match name {
        "lock_index" => format!("warp_unit.result_lane_address_lo_s7[32*i + 2 +: {bits}]"),
        _ => format!("warp_unit.result_lane_{name}_s7[32*i +: {bits}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::{NoModule, decoder, with_core};

    #[test]
    fn there_is_no_header_without_a_core() {
        let (_, header) = decoder().unwrap();
        let (_, of_core) = header.split_once("AGU_CORE_OUTPUTS").unwrap();
        assert!(of_core.matches("PORT(").count() > 30, "{header}");
        let none = "agu_core3".to_owned();
        assert_eq!(with_core(&none), Err(NoModule(none)));
    }
}
