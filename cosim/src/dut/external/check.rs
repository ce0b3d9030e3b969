//! Check that an external design has the ports of an exported unit, LEA unit or core.

use super::diagnostic::{Diagnostic, ExternalError};
use super::{DeclaredUnit, JoinedUnit, core};
use crate::dut::netlist::{self, KINDS, UNIT, lanes_of_name};
use crate::dut::unit::LANES;
use isa::ports::{INPUTS, OUTPUTS, Shape};
use verilated::exported::{self, CORE, ExportedPort};
use verilated::{DesignPort, Direction};

/// Port whose width gives the number of lanes, and its bits a lane.
const OF_LANES: (&str, usize) = ("base_lo", 32);

/// The unit behind the ports of the exported one that has its name, or else is chosen by the width
/// of `base_lo` and the other ports.
///
/// # Errors
/// Its ports are not those of an exported unit.
pub fn joined(declared: &DeclaredUnit<'_>) -> Result<JoinedUnit, ExternalError> {
    let top = &declared.name;
    let (name, lanes) = match lanes_of_name(top) {
        Some(lanes) => (top.clone(), lanes),
        None => {
            let lanes = lanes(declared)?;
            (exported_name(&declared.ports, lanes)?, lanes)
        }
    };
    let exported = netlist::exported(&name)?;
    let ports = exported::ports(&exported, &name).unwrap_or_default();
    ExternalError::unless_empty(wrong_ports(declared, &ports, &name, lanes))?;
    let (top, exported, verilog) = match name.strip_prefix(CORE) {
        Some(_) => {
            let wrapper = core::as_unit(top, &ports, lanes)?;
            (core::NAME, wrapper.clone(), wrapper)
        }
        // The exported unit only declares the ports, under the name of the user's module.
        None => {
            let header = |name: &str| format!("module {name} (");
            let exported = exported.replacen(&header(&name), &header(top), 1);
            (&**top, exported, String::new())
        }
    };
    Ok(JoinedUnit {
        name,
        top: top.to_owned(),
        exported,
        lanes,
        verilog,
        other_ports: 0,
    })
}

/// The number of lanes, from the width of `base_lo`.
fn lanes(declared: &DeclaredUnit<'_>) -> Result<usize, ExternalError> {
    let (name, each) = OF_LANES;
    let port = declared.ports.iter().find(|port| port.name == name);
    let expected = format!("expected {each} a lane, of 1, 2, 4, 8, 16 or {LANES} lanes");
    let text = match port.map(|port| port.bits) {
        None => format!(
            "module {} has no port {name}, expected the ports of an exported unit, LEA unit or core; \
             --top names another module, and a description (agu adapt) a unit with other ports",
            declared.name
        ),
        Some(None) => format!("port {name} is no vector of bits, {expected}"),
        Some(Some(bits)) => match lanes_of_name(&format!("{UNIT}{}", bits / each)) {
            Some(lanes) if lanes * each == bits => return Ok(lanes),
            _ => format!("port {name} has {}, {expected}", bits_of(bits)),
        },
    };
    Err(declared.diagnostic(name, text).into())
}

/// The exported hardware with `lanes` lanes, of the last kind with a port of the design that the
/// kinds before it lack.
fn exported_name(found: &[DesignPort], lanes: usize) -> Result<String, ExternalError> {
    let (mut chosen, mut known) = (String::new(), Vec::new());
    for kind in KINDS {
        let name = format!("{kind}{lanes}");
        let verilog = netlist::exported(&name)?;
        let ports = exported::ports(&verilog, &name).unwrap_or_default();
        let of_kind: Vec<String> = ports.iter().map(|port| port.name.to_owned()).collect();
        let is_own = |name: &String| of_kind.contains(name) && !known.contains(name);
        if chosen.is_empty() || found.iter().any(|port| is_own(&port.name)) {
            chosen = name;
        }
        known.extend(of_kind);
    }
    Ok(chosen)
}

/// Diagnostics of all ports that are not the `expected` ones of the exported `unit`, in the order
/// of the file.
fn wrong_ports(
    declared: &DeclaredUnit<'_>,
    expected: &[ExportedPort<'_>],
    unit: &str,
    lanes: usize,
) -> Vec<Diagnostic> {
    let DeclaredUnit { name, ports, .. } = declared;
    let missing = expected.iter().filter_map(|port| {
        if ports.iter().any(|found| found.name == port.name) {
            return None;
        }
        let (direction, bits) = (port.direction(), bits_of(port.bits));
        let text = format!(
            "module {name} has no port {}, expected an {direction} of {bits}{}",
            port.name,
            of_lanes(port, lanes)
        );
        Some(declared.diagnostic(port.name, text))
    });
    let wrong = ports.iter().filter_map(|found| {
        let text = match expected.iter().find(|port| port.name == found.name) {
            Some(port) => wrong_port(found, port, lanes)?,
            None if found.direction == Direction::Output => return None,
            None => format!(
                "nothing would drive port {}, expected the inputs of `agu export --top {unit}`",
                found.name
            ),
        };
        Some(declared.diagnostic(&found.name, text))
    });
    let mut wrong: Vec<Diagnostic> = missing.chain(wrong).collect();
    wrong.sort_by_key(|diagnostic| diagnostic.position);
    wrong
}

/// The error of a port, if it has one.
fn wrong_port(found: &DesignPort, port: &ExportedPort<'_>, lanes: usize) -> Option<String> {
    let name = port.name;
    let direction = match found.direction {
        Direction::Input => "input",
        Direction::Output => "output",
        Direction::Both => "inout",
    };
    let expected = port.direction();
    if direction != expected {
        return Some(format!(
            "port {name} is an {direction}, expected an {expected}"
        ));
    }
    let expected = format!("expected {}{}", port.bits, of_lanes(port, lanes));
    match found.bits {
        Some(bits) if bits == port.bits => None,
        Some(bits) => Some(format!("port {name} has {}, {expected}", bits_of(bits))),
        None => Some(format!("port {name} is no vector of bits, {expected}")),
    }
}

/// The bits a lane of a port, if it has some for each of several lanes.
fn of_lanes(port: &ExportedPort<'_>, lanes: usize) -> String {
    let mut ports = INPUTS.iter().chain(OUTPUTS);
    match ports.find(|it| it.name == port.name).map(|it| it.shape) {
        Some(Shape::Lane(each)) if lanes > 1 => format!(" ({lanes} lanes of {each})"),
        _ => String::new(),
    }
}

fn bits_of(bits: usize) -> String {
    match bits {
        1 => "1 bit".to_owned(),
        _ => format!("{bits} bits"),
    }
}
