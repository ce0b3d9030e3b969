//! An instance of a module, to paste into a design.

use clap::ValueEnum;
use isa::ports::{Group, INPUTS, OUTPUTS, When, unused};
use std::fmt::Write;
use verilated::exported::{self, ExportedPort, NoModule, lanes};

/// A family of instructions, as far as ports are of some alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InstructionFamily {
    Lea,
    Access,
    AddrAdd,
}

use InstructionFamily::{Access, AddrAdd, Lea};

/// The families that a unit's input is of; none if it is of all.
fn of_input(name: &str, group: Group) -> &'static [InstructionFamily] {
    match (name, group) {
        // Also of an access with a scale.
        ("offset_lo", _) => &[],
        ("negate", _) => &[Lea, AddrAdd],
        ("volta" | "extended" | "scale" | "lane_mask" | "active_mask" | "guard_mask", _) => {
            &[Lea, Access]
        }
        ("carry_in" | "overflow_in" | "offset_hi", _) | (_, Group::Lea) => &[Lea],
        ("access" | "base_hi" | "helper_mask" | "steering_mask", _) => &[Access],
        (_, Group::Access | Group::Memory) => &[Access],
        (_, Group::AddrAdd) => &[AddrAdd],
        _ => &[],
    }
}

/// The families that a unit's output is of; none if it is of all.
fn of_output(name: &str, group: Group, when: When) -> &'static [InstructionFamily] {
    match (name, group, when) {
        ("predicate_write" | "cc_write", ..) | (_, _, When::Predicate | When::Cc) => &[Lea],
        ("result_address_add", ..) | (_, _, When::Element) => &[AddrAdd],
        (_, Group::Memory, _) => &[Access],
        (_, _, When::Access | When::FirstFault | When::Fault | When::Live) => &[Access],
        _ => &[],
    }
}

/// Net at a port: none where an output is left open. Wires have the names of ports, after `prefix`.
fn net(port: &ExportedPort, families: &[InstructionFamily], prefix: &str) -> Option<String> {
    let is_used =
        |of: &[InstructionFamily]| of.is_empty() || of.iter().any(|it| families.contains(it));
    let named = Some(format!("{prefix}{}", port.name));
    if port.output {
        let known = OUTPUTS.iter().find(|known| known.name == port.name);
        let of = known.map_or(&[][..], |known| {
            of_output(known.name, known.group, known.when)
        });
        return named.filter(|_| is_used(of));
    }
    let known = INPUTS.iter().find(|known| known.name == port.name);
    let of = known.map_or(&[][..], |known| of_input(known.name, known.group));
    if is_used(of) {
        return named;
    }
    let (bits, value) = (port.bits, unused(port.name));
    Some(match port.name {
        "active_mask" | "guard_mask" => format!("{{{bits}{{1'b{value}}}}}"),
        _ if bits == 1 => format!("1'b{value}"),
        _ => format!("{bits}'h{value:x}"),
    })
}

/// The wires of an instance of `top`, named as its ports after `prefix`, and the instance. Of a unit
/// the ports that only other families than `families` have are tied as its page says, or left open.
pub fn text(top: &str, families: &[InstructionFamily], prefix: &str) -> Result<String, NoModule> {
    let (single, head) = lanes::at(top, lanes::DEFAULT);
    let verilog = exported::verilog(&[&single])?;
    let ports = exported::ports(&verilog, &single).unwrap_or_default();
    let is_unit = ports.iter().any(|port| port.name == "result_valid");
    let families = if is_unit {
        families
    } else {
        InstructionFamily::value_variants()
    };
    let net = |port| net(port, families, prefix);
    let nets: Vec<_> = ports.iter().map(net).collect();
    let mut text = String::new();
    for (port, net) in ports.iter().zip(&nets) {
        let wire = format!("{prefix}{}", port.name);
        if net.as_ref() == Some(&wire) {
            let _ = writeln!(text, "wire {}{wire};", port.range());
        }
    }
    let is_open = nets.contains(&None);
    if is_open {
        text += "\n// verilator lint_off PINCONNECTEMPTY";
    }
    let _ = writeln!(text, "\n{head} u_agu (");
    let pins = ports
        .iter()
        .zip(&nets)
        .map(|(port, net)| format!("  .{}({})", port.name, net.as_deref().unwrap_or_default()));
    text += &pins.collect::<Vec<_>>().join(",\n");
    text += "\n);\n";
    if is_open {
        text += "// verilator lint_on PINCONNECTEMPTY\n";
    }
    Ok(text)
}
