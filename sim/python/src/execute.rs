//! One instruction of whole warps, from plain values.

use crate::config::Config;
use crate::error::{AguError, refused};
use crate::rows::{Arguments, Columns, Kind, Size, WARP, append, count, no_request};
use crate::views;
use isa::ports::Shape;
use pyo3::exceptions::{PyAttributeError, PyIndexError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};
use scoreboard::{LANES, Outputs};
use sim::coalescer::MemoryRequest;
use sim::pipeline::respond;
use sim::results::{lane_address, memory_requests};
use sim::{FaultKind, Space};

/// What a whole warp gives: the unit's outputs as attributes, named as the ports. Those with a
/// number a lane are memoryviews of 32, masks and numbers of the warp are ints.
#[pyclass(frozen, name = "Result", module = "agu")]
pub struct WarpResult(Box<Outputs>);

// Python aligns its objects no better, and what is in the box is aligned to 64 bytes.
const _: () = assert!(align_of::<WarpResult>() <= align_of::<u64>());

impl WarpResult {
    pub fn of(result: Outputs) -> WarpResult {
        WarpResult(Box::new(result))
    }

    fn get<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some((place, port)) = Kind::Result.ports().find(|(_, port)| port.name == name) else {
            return Ok(None);
        };
        if matches!(port.shape, Shape::Warp(_) | Shape::Lane(1)) {
            let value = match port.shape {
                Shape::Warp(_) => self.0.value(name, 0),
                Shape::Lane(_) => Some((0..LANES).fold(0, |mask, lane| {
                    mask | self.0.value(name, lane).unwrap_or(0) << lane
                })),
            };
            return Ok(Some(value.unwrap_or(0).into_pyobject(py)?.into_any()));
        }
        let mut bytes = Vec::new();
        append(&self.0, place, &mut bytes);
        views::of_port(py, port, &bytes, None).map(Some)
    }
}

#[pymethods]
impl WarpResult {
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let missing = || PyAttributeError::new_err(format!("a result has no output {name}"));
        self.get(py, name)?.ok_or_else(missing)
    }

    /// The value of each output by its name, as Scoreboard.result takes them.
    fn ports<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let ports = PyDict::new(py);
        for (_, port) in Kind::Result.ports() {
            ports.set_item(port.name, self.get(py, port.name)?)?;
        }
        Ok(ports)
    }

    /// Lane 0 to 31 of a load or store; None of another instruction, or of a lane that does not
    /// execute.
    ///
    /// IndexError: no such lane.
    fn lane(&self, lane: usize) -> PyResult<Option<LaneOfAccess>> {
        if lane >= LANES {
            return Err(PyIndexError::new_err(format!(
                "lane {lane}, expected 0 to 31"
            )));
        }
        let address = lane_address(&self.0, lane);
        Ok(address.map(|lane| LaneOfAccess {
            address: lane.address,
            effective: lane.effective,
            space: lane.space.map(space_name),
            byte_enable: lane.byte_enable,
            fault: lane.fault.map(fault_name),
            live: lane.live,
        }))
    }

    /// What the warp asks of global and shared memory, in the order of the memory port.
    fn requests(&self) -> Vec<Request> {
        let requests = memory_requests(&self.0);
        requests.into_iter().map(Request::from).collect()
    }

    fn __repr__(&self) -> String {
        let result = &self.0;
        let [access, store, address_add] = [
            result.result_access,
            result.result_store,
            result.result_address_add,
        ];
        let what = match (access != 0, store != 0, address_add != 0) {
            (true, true, _) => "a store",
            (true, false, _) => "a load",
            (false, _, true) => "an ADDR_ADD",
            _ => "an LEA",
        };
        format!(
            "<agu.Result of {what}, execute_mask {:#010x}>",
            result.execute_mask
        )
    }
}

/// "shared", "local", "global", "constant".
pub fn space_name(space: Space) -> &'static str {
    match space {
        Space::Shared => "shared",
        Space::Local => "local",
        Space::Global => "global",
        Space::Constant => "constant",
    }
}

pub fn fault_name(fault: FaultKind) -> &'static str {
    match fault {
        FaultKind::OutsideWindow => "OutsideWindow",
        FaultKind::OutsideAllocation => "OutsideAllocation",
        FaultKind::Misaligned => "Misaligned",
        FaultKind::IllegalInstruction => "IllegalInstruction",
    }
}

/// The address of one lane of a load or store.
#[pyclass(frozen, get_all, eq, name = "LaneAddress", module = "agu")]
#[derive(PartialEq)]
pub struct LaneOfAccess {
    /// The address given out, aligned, 40 bits: an offset in shared, local and constant memory.
    address: u64,
    /// Before alignment, and before a window's base is taken off; 64 bits.
    effective: u64,
    /// "global", "shared", "local" or "constant"; None where steering allows no window.
    space: Option<&'static str>,
    /// The bytes of the aligned 16-byte block that are accessed, a bit each.
    byte_enable: u16,
    /// "OutsideWindow", "OutsideAllocation" or "Misaligned"; None without a fault.
    fault: Option<&'static str>,
    /// The lane accesses memory.
    live: bool,
}

#[pymethods]
impl LaneOfAccess {
    fn __repr__(&self) -> String {
        let space = self.space.unwrap_or("no space");
        let fault = self.fault.map_or(String::new(), |it| format!(", {it}"));
        format!("<agu.LaneAddress {:#x} in {space}{fault}>", self.address)
    }
}

/// One request of a warp at the memory port, named as the ports.
#[pyclass(frozen, get_all, eq, name = "MemoryRequest", module = "agu")]
#[derive(PartialEq)]
pub struct Request {
    /// A pass of shared memory, else a 128-byte line of global memory.
    memory_shared: bool,
    /// A store, else a load.
    memory_store: bool,
    /// Bits 39:7 of the line's address.
    memory_line: u64,
    /// 32-byte sectors of the line that are touched, a bit each.
    memory_sectors: u8,
    /// The lanes that are served, a bit each.
    memory_lanes: u32,
    /// Number of the pass, from 0.
    memory_pass: u8,
    /// The last request of its warp.
    memory_last: bool,
}

impl From<MemoryRequest> for Request {
    fn from(request: MemoryRequest) -> Request {
        Request {
            memory_shared: request.shared,
            memory_store: request.store,
            memory_line: request.line,
            memory_sectors: request.sectors,
            memory_lanes: request.lanes,
            memory_pass: request.pass,
            memory_last: request.last,
        }
    }
}

#[pymethods]
impl Request {
    /// The value of each output by its name, as Scoreboard.memory takes them.
    fn ports<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let ports = PyDict::new(py);
        ports.set_item("memory_shared", self.memory_shared)?;
        ports.set_item("memory_store", self.memory_store)?;
        ports.set_item("memory_line", self.memory_line)?;
        ports.set_item("memory_sectors", self.memory_sectors)?;
        ports.set_item("memory_lanes", self.memory_lanes)?;
        ports.set_item("memory_pass", self.memory_pass)?;
        ports.set_item("memory_last", self.memory_last)?;
        Ok(ports)
    }

    fn __repr__(&self) -> String {
        let lanes = self.memory_lanes;
        match self.memory_shared {
            true => format!(
                "<agu.MemoryRequest pass {} of lanes {lanes:#010x}>",
                self.memory_pass
            ),
            false => format!(
                "<agu.MemoryRequest line {:#x} of lanes {lanes:#010x}>",
                self.memory_line
            ),
        }
    }
}

/// Executes one instruction of a whole warp under a configuration: an LEA, with access=1 a load or
/// store, with address_add=1 an ADDR_ADD.
///
/// Inputs are named as the unit's ports (agu.REQUEST_PORTS), in a mapping or as keywords: lanes as
/// 32 numbers, masks as ints of 32 bits or 32 truth values. What is not named is as if unused: all
/// lanes take part, nothing is written besides Rd.
///
/// AguError: no such port, wrong sizes, values that are too wide, a code without meaning.
#[pyfunction]
#[pyo3(signature = (config, ports = None, **named))]
pub fn execute(
    config: &Config,
    ports: Option<&Bound<'_, PyMapping>>,
    named: Option<&Bound<'_, PyDict>>,
) -> PyResult<WarpResult> {
    let columns = Columns::read(Kind::Request, &Arguments { ports, named }, WARP)?;
    let mut beat = no_request().clone();
    columns.fill(0, &mut beat);
    match beat.problem() {
        Some(problem) => Err(refused(problem)),
        None => Ok(WarpResult::of(respond(&beat, &config.0))),
    }
}

/// Executes `count` whole warps, at most 2**18, one instruction each; other threads of Python run
/// meanwhile.
///
/// Inputs are named as in execute: arrays of shape (count, 32) for lanes, (count,) for masks and
/// numbers of the warp; a value without `count` is that of all warps. Gives each output of
/// agu.RESULT_PORTS by its name, a memoryview of the same shapes, as Scoreboard.results takes them.
///
/// AguError: as of execute; a code without meaning names its warp.
#[pyfunction]
#[pyo3(signature = (config, count, ports = None, **named))]
pub fn execute_many<'py>(
    py: Python<'py>,
    config: &Config,
    count: &Bound<'py, PyAny>,
    ports: Option<&Bound<'py, PyMapping>>,
    named: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let count = self::count(count)?;
    let size = Size {
        lanes: LANES,
        count: Some(count),
    };
    let columns = Columns::read(Kind::Request, &Arguments { ports, named }, size)?;
    let outputs: Vec<_> = Kind::Result.ports().collect();
    let bytes = py.detach(|| {
        let mut bytes = vec![Vec::new(); outputs.len()];
        let mut beat = no_request().clone();
        for warp in 0..count {
            columns.fill(warp, &mut beat);
            if let Some(problem) = beat.problem() {
                return Err(AguError::new_err(format!("warp {warp}: {problem}")));
            }
            let result = respond(&beat, &config.0);
            for ((place, _), bytes) in outputs.iter().zip(&mut bytes) {
                append(&result, *place, bytes);
            }
        }
        Ok(bytes)
    })?;
    let given = PyDict::new(py);
    for ((_, port), bytes) in outputs.iter().zip(bytes) {
        given.set_item(port.name, views::of_port(py, port, &bytes, Some(count))?)?;
    }
    Ok(given)
}
