//! Check that an external design has the ports of an exported unit, LEA unit or core.

use super::DeclaredUnit;
use super::diagnostic::{Diagnostic, ExternalError};
use crate::dut::netlist::{self, LEA_UNIT, UNIT};
use crate::dut::unit::LANES;
use verilated::exported::{self, CORE, ExportedPort};
use verilated::{DesignPort, Direction};

/// Port whose width gives the number of lanes, and its bits a lane.
const OF_LANES: (&str, usize) = ("base_lo", 32);

/// The exported unit or core whose ports a design has.
pub struct ExportedUnit {
    /// Its name, such as `agu_unit4`.
    pub name: String,
    pub lanes: usize,
    /// Its Verilog.
    pub exported: String,
}

impl ExportedUnit {
    /// Name of the unit inside, if this is a core.
    pub fn of_core(&self) -> Option<String> {
        let lanes = self.name.strip_prefix(CORE)?;
        Some(format!("{UNIT}{lanes}"))
    }
}

/// Kinds of hardware. A design is of the first kind with a port that the later kinds lack.
const KINDS: [&str; 3] = [CORE, UNIT, LEA_UNIT];

/// The lanes of `agu_unit1` to `agu_unit32`, `agu_lea1` to `agu_lea32` and `agu_core1` to
/// `agu_core32`.
pub fn lanes_of_name(name: &str) -> Option<usize> {
    let lanes = KINDS.iter().find_map(|kind| name.strip_prefix(kind))?;
    let lanes = lanes.parse().ok()?;
    exported::modules()
        .any(|known| known == name)
        .then_some(lanes)
}

/// The exported unit whose ports the user's one should have. It has the same name, or else is chosen
/// by the width of `base_lo` and the other ports.
pub fn unit(declared: &DeclaredUnit<'_>) -> Result<ExportedUnit, ExternalError> {
    let (name, lanes) = match lanes_of_name(&declared.name) {
        Some(lanes) => (declared.name.clone(), lanes),
        None => {
            let lanes = lanes(declared)?;
            (exported_name(&declared.ports, lanes)?, lanes)
        }
    };
    let exported = netlist::exported(&name)?;
    let widest = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let widest = format!("{widest}{LANES}");
    let wide = netlist::exported(&widest)?;
    let ports = |verilog, top| exported::ports(verilog, top).unwrap_or_default();
    let check = PortCheck {
        declared,
        lanes,
        unit: &name,
        wide: &ports(&wide, &widest),
    };
    ExternalError::unless_empty(check.all(&ports(&exported, &name)))?;
    Ok(ExportedUnit {
        name,
        lanes,
        exported,
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
        Some(Some(bits))
            if lanes_of_name(&format!("{UNIT}{}", bits / each)).is_some() && bits % each == 0 =>
        {
            return Ok(bits / each);
        }
        Some(Some(bits)) => format!("port {name} has {}, {expected}", bits_of(bits)),
        Some(None) => format!("port {name} is no vector of bits, {expected}"),
    };
    Err(declared.diagnostic(name, text).into())
}

/// The exported hardware with `lanes` lanes, of the first kind with a port of the design that
/// later kinds lack.
fn exported_name(found: &[DesignPort], lanes: usize) -> Result<String, ExternalError> {
    let names = KINDS.map(|kind| format!("{kind}{lanes}"));
    let mut ports = Vec::new();
    for name in &names {
        let verilog = netlist::exported(name)?;
        let of_kind = exported::ports(&verilog, name).unwrap_or_default();
        ports.push(of_kind.iter().map(|port| port.name.to_owned()).collect());
    }
    let has = |of_kind: &Vec<String>, port: &DesignPort| of_kind.contains(&port.name);
    let is_kind = |place: usize| {
        let mut found = found.iter();
        found.any(|port| {
            has(&ports[place], port) && !ports[place + 1..].iter().any(|of_kind| has(of_kind, port))
        })
    };
    let kind = (0..KINDS.len()).find(|&place| is_kind(place));
    Ok(names[kind.unwrap_or(KINDS.len() - 1)].clone())
}

struct PortCheck<'a> {
    declared: &'a DeclaredUnit<'a>,
    lanes: usize,
    unit: &'a str,
    /// Ports of the exported unit with 32 lanes.
    wide: &'a [ExportedPort<'a>],
}

impl PortCheck<'_> {
    /// Diagnostics of all wrong ports, in the order of the file.
    fn all(&self, expected: &[ExportedPort<'_>]) -> Vec<Diagnostic> {
        let DeclaredUnit { name, ports, .. } = self.declared;
        let is_missing =
            |port: &&ExportedPort<'_>| !ports.iter().any(|found| found.name == port.name);
        let missing = expected.iter().filter(is_missing).map(|port| {
            let text = format!(
                "module {name} has no port {}, expected an {} of {}{}",
                port.name,
                port.direction(),
                bits_of(port.bits),
                self.of_lanes(port),
            );
            self.declared.diagnostic(port.name, text)
        });
        let wrong = ports.iter().filter_map(|found| {
            let port = expected.iter().find(|port| port.name == found.name);
            let text = match port {
                Some(port) => self.wrong(found, port)?,
                None if found.direction == Direction::Output => return None,
                None => format!(
                    "nothing would drive port {}, expected the inputs of `agu export --top {}`",
                    found.name, self.unit
                ),
            };
            Some(self.declared.diagnostic(&found.name, text))
        });
        let mut wrong: Vec<Diagnostic> = missing.chain(wrong).collect();
        wrong.sort_by_key(|diagnostic| diagnostic.position);
        wrong
    }

    /// The error of a port, if it has one.
    fn wrong(&self, found: &DesignPort, port: &ExportedPort<'_>) -> Option<String> {
        let name = port.name;
        let other = match (found.direction, port.output) {
            (Direction::Both, _) => Some("inout"),
            (Direction::Input, true) => Some("input"),
            (Direction::Output, false) => Some("output"),
            _ => None,
        };
        if let Some(other) = other {
            let expected = port.direction();
            return Some(format!("port {name} is an {other}, expected an {expected}"));
        }
        let expected = format!("expected {}{}", port.bits, self.of_lanes(port));
        match found.bits {
            Some(bits) if bits == port.bits => None,
            Some(bits) => Some(format!("port {name} has {}, {expected}", bits_of(bits))),
            None => Some(format!("port {name} is no vector of bits, {expected}")),
        }
    }

    /// Explanation of the bits a lane, for a port that has some for each lane.
    fn of_lanes(&self, port: &ExportedPort<'_>) -> String {
        let (bits, lanes) = (port.bits, self.lanes);
        let wide = self.wide.iter().find(|wide| wide.name == port.name);
        let grows = wide.is_some_and(|wide| wide.bits != bits && wide.bits * lanes == bits * LANES);
        if lanes > 1 && grows {
            format!(" ({lanes} lanes of {})", bits / lanes)
        } else {
            String::new()
        }
    }
}

fn bits_of(bits: usize) -> String {
    match bits {
        1 => "1 bit".to_owned(),
        _ => format!("{bits} bits"),
    }
}
