//! The table of ports, and a port's bits from lanes and back.

use crate::error::refused;
use crate::numbers::{Array, Numbers, array, number, too_wide};
use crate::views;
use isa::ports::{INPUTS, OUTPUTS, Port, Shape};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

/// A port of the unit.
#[pyclass(frozen, get_all, name = "Port", module = "agu")]
pub struct UnitPort {
    /// Its name.
    name: &'static str,
    /// Its bits; of a port that has lanes, those of one lane.
    bits: usize,
    /// It has a value for each lane, lane 0 lowest.
    per_lane: bool,
    /// It is an input of the unit.
    input: bool,
    /// What it means.
    meaning: &'static str,
}

#[pymethods]
impl UnitPort {
    fn __repr__(&self) -> String {
        let UnitPort { name, bits, .. } = self;
        let each = if self.per_lane { " a lane" } else { "" };
        format!("<agu.Port {name}: {bits} bits{each}>")
    }
}

fn find(name: &str) -> PyResult<(&'static Port, bool)> {
    let inputs = INPUTS.iter().map(|port| (port, true));
    let mut all = inputs.chain(OUTPUTS.iter().map(|port| (port, false)));
    let found = all.find(|(port, _)| port.name == name);
    found.ok_or_else(|| refused(format!("no port {name}, expected one of the unit's")))
}

/// The port of that name: its bits, whether it has lanes, what it means.
///
/// AguError: there is none.
#[pyfunction]
pub fn port(name: &str) -> PyResult<UnitPort> {
    let (port, input) = find(name)?;
    let (bits, per_lane) = match port.shape {
        Shape::Warp(bits) => (bits, false),
        Shape::Lane(bits) => (bits, true),
    };
    Ok(UnitPort {
        name: port.name,
        bits,
        per_lane,
        input,
        meaning: port.meaning,
    })
}

/// Bits of a lane and number of lanes of a port that has a number a lane.
fn lanes_of(name: &str, lanes: usize) -> PyResult<(&'static Port, usize)> {
    if !lanes.is_power_of_two() || lanes > scoreboard::LANES {
        let error = scoreboard::ScoreboardError::Lanes(lanes);
        return Err(refused(error));
    }
    match find(name)? {
        (port, _) if !matches!(port.shape, Shape::Lane(1) | Shape::Warp(_)) => {
            Ok((port, port.shape.bits(1)))
        }
        _ => Err(refused(format!(
            "port {name} is one number, expected a port that has a number a lane"
        ))),
    }
}

/// The number of each lane, a memoryview, from all bits of a port with lanes as a simulator has
/// them. What has one number, as a mask of one bit a lane, is given back as an int.
///
/// AguError: no such port, or more bits than so many lanes have.
#[pyfunction]
#[pyo3(signature = (name, value, lanes = 32))]
pub fn unpack<'py>(
    name: &str,
    value: &Bound<'py, PyInt>,
    lanes: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let (port, _) = find(name)?;
    if matches!(port.shape, Shape::Lane(1) | Shape::Warp(_)) {
        let bits = port.shape.bits(lanes.min(scoreboard::LANES));
        number(&format!("port {name}"), value, bits)?;
        return Ok(value.clone().into_any());
    }
    let (port, bits) = lanes_of(name, lanes)?;
    let all = (bits * lanes).div_ceil(8);
    let bytes = value.call_method1("to_bytes", (all, "little"));
    let bytes: Vec<u8> = match bytes.and_then(|bytes| bytes.extract()) {
        Ok(bytes) => bytes,
        Err(_) => {
            return Err(refused(format!(
                "port {name}: got {value}, expected {} bits, not negative",
                bits * lanes
            )));
        }
    };
    let bit =
        |place: usize| u64::from(bytes.get(place / 8).copied().unwrap_or(0) >> (place % 8) & 1);
    let lane =
        |lane: usize| (0..bits).fold(0, |all, place| all | bit(lane * bits + place) << place);
    let bytes_of_lane = port.shape.storage().0 / 8;
    let mut laid = Vec::with_capacity(lanes * bytes_of_lane);
    for number in (0..lanes).map(lane) {
        let number: u64 = number;
        match bytes_of_lane {
            1 => laid.push(number as u8),
            2 => laid.extend((number as u16).to_ne_bytes()),
            _ => laid.extend((number as u32).to_ne_bytes()),
        }
    }
    views::of_port(py, port, &laid, None)
}

/// All bits of a port with lanes, an int as a simulator takes it, from the number of each lane.
///
/// AguError: no such port, or wrong sizes.
#[pyfunction]
#[pyo3(signature = (name, lanes))]
pub fn pack<'py>(name: &str, lanes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = lanes.py();
    let what = format!("port {name}");
    let Array { numbers, shape } = array(&what, lanes)?;
    let &[count] = &shape[..] else {
        return Err(refused(format!("{what}: expected a number a lane")));
    };
    let (_, bits) = lanes_of(name, count)?;
    if let Some((at, number)) = numbers.wider_than(bits) {
        return Err(too_wide(&format!("{what} at [{at}]"), number, bits));
    }
    let bytes = packed(&numbers, bits);
    let int = py.get_type::<PyInt>();
    int.call_method1("from_bytes", (PyBytes::new(py, &bytes), "little"))
}

/// The bits of all numbers one after the other, in bytes, the lowest first.
fn packed(numbers: &Numbers, bits: usize) -> Vec<u8> {
    let mut bytes = vec![0; (numbers.len() * bits).div_ceil(8)];
    for place in 0..numbers.len() * bits {
        let bit = numbers.at(place / bits) >> (place % bits) & 1;
        if let Some(byte) = bytes.get_mut(place / 8) {
            *byte |= (bit as u8) << (place % 8);
        }
    }
    bytes
}
