//! Programs of one warp.

use crate::code::isa_of;
use crate::error::refused;
use crate::execute::{WarpResult, fault_name, space_name};
use crate::numbers::{Array, array, number, too_wide};
use crate::views;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyBytes;
use scoreboard::LANES;
use sim::warp::{Bytes, Lanes, RegisterFile};
use sim::{FaultRecord, Machine, Program, Warp};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Most bytes that one call reads of memory.
const LONGEST: u64 = 1 << 24;

/// A warp on its way through a program, a line an instruction.
///
/// isa: "maxwell", "fermi" or "visa". text: the program. init: what the warp holds before it, as
/// the TOML of an init file.
///
/// AguError: the text (line and column) or the init file (line and column) is wrong.
#[pyclass(frozen, name = "Program", module = "agu")]
pub struct WarpProgram {
    machine: Mutex<Box<Machine>>,
    registers: RegisterFile,
}

// Python aligns its objects no better.
const _: () = assert!(align_of::<WarpProgram>() <= align_of::<u64>());

/// What one instruction did besides changing the warp.
#[pyclass(frozen, get_all, name = "Step", module = "agu")]
pub struct ProgramStep {
    /// The lanes that executed, a bit each.
    execute: u32,
    /// What the lanes gave; None of an illegal instruction.
    result: Option<Py<WarpResult>>,
    /// Its faults.
    faults: Vec<FaultOfProgram>,
}

/// A fault of a program.
#[pyclass(frozen, get_all, eq, name = "Fault", module = "agu")]
#[derive(Clone, PartialEq)]
pub struct FaultOfProgram {
    /// Number of the instruction, from 0.
    instruction: usize,
    /// The lane; None for an illegal instruction.
    lane: Option<u8>,
    /// "OutsideWindow", "OutsideAllocation", "Misaligned" or "IllegalInstruction".
    kind: &'static str,
    /// The effective address before alignment.
    effective: Option<u64>,
    /// Where it would have landed, as far as that was decided.
    space: Option<&'static str>,
    /// Bytes of the access; 0 for an illegal instruction.
    size: u32,
}

impl From<&FaultRecord> for FaultOfProgram {
    fn from(record: &FaultRecord) -> FaultOfProgram {
        let fault = record.fault;
        FaultOfProgram {
            instruction: record.instruction,
            lane: fault.lane,
            kind: fault_name(fault.kind),
            effective: fault.ea,
            space: fault.space.map(space_name),
            size: fault.size,
        }
    }
}

#[pymethods]
impl FaultOfProgram {
    fn __repr__(&self) -> String {
        let lane = self
            .lane
            .map_or(String::new(), |lane| format!(", lane {lane}"));
        let FaultOfProgram {
            kind, instruction, ..
        } = self;
        format!("<agu.Fault {kind}: instruction {instruction}{lane}>")
    }
}

impl WarpProgram {
    fn machine(&self, py: Python<'_>) -> MutexGuard<'_, Box<Machine>> {
        let locked = self.machine.lock_py_attached(py);
        locked.unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a register.
    fn register_number(&self, value: &Bound<'_, PyAny>) -> PyResult<u8> {
        let number = number("register", value, 64)?;
        let most = self.registers.registers();
        match u8::try_from(number) {
            Ok(number) if number <= most => Ok(if number == most { u8::MAX } else { number }),
            _ => Err(refused(format!("register {number}, expected 0 to {most}"))),
        }
    }
}

fn predicate_number(value: &Bound<'_, PyAny>) -> PyResult<u8> {
    Ok(number("predicate", value, 3)? as u8)
}

#[pymethods]
impl WarpProgram {
    #[new]
    #[pyo3(signature = (isa, text, init = ""))]
    fn new(isa: &str, text: &str, init: &str) -> PyResult<WarpProgram> {
        let isa = isa_of(isa)?;
        let registers = RegisterFile::from(isa);
        let init = sim::parse_init_for(init, registers);
        let warp = init.map_err(|error| refused(format!("init: {error}")))?;
        let mut warp = warp.warp().map_err(refused)?;
        let program = Program::parse_with(isa, text, &mut warp.visa).map_err(refused)?;
        Ok(WarpProgram {
            machine: Mutex::new(Box::new(Machine::new(warp, program))),
            registers,
        })
    }

    /// Executes the next instruction; None after the last one.
    fn step(&self, py: Python<'_>) -> PyResult<Option<ProgramStep>> {
        let mut machine = self.machine(py);
        let before = machine.faults().len();
        let Some(step) = machine.step() else {
            return Ok(None);
        };
        let execute = step.execute();
        let result = step.result.map(|it| Py::new(py, WarpResult::of(it)));
        let faults = machine.faults().get(before..).unwrap_or_default();
        Ok(Some(ProgramStep {
            execute,
            result: result.transpose()?,
            faults: faults.iter().map(FaultOfProgram::from).collect(),
        }))
    }

    /// Executes what is left of the program.
    fn run(&self, py: Python<'_>) {
        py.detach(|| {
            let locked = self.machine.lock();
            locked.unwrap_or_else(PoisonError::into_inner).run();
        });
    }

    /// The 32 lanes of a register, 32-bit words; those of RZ are 0.
    fn register<'py>(&self, py: Python<'py>, n: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let n = self.register_number(n)?;
        let lanes = self.machine(py).warp.register(n);
        views::words(py, &lanes)
    }

    /// Writes a register: 32 words, or one for all lanes. RZ keeps nothing.
    fn set_register(
        &self,
        py: Python<'_>,
        n: &Bound<'_, PyAny>,
        lanes: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let n = self.register_number(n)?;
        let Array { numbers, shape } = array("lanes", lanes)?;
        if !matches!(shape[..], [] | [LANES]) {
            let got = numbers.len();
            return Err(refused(format!(
                "lanes: got {got} numbers, expected 32 or an int"
            )));
        }
        if let Some((at, number)) = numbers.wider_than(32) {
            return Err(too_wide(&format!("lanes at [{at}]"), number, 32));
        }
        let lanes: Lanes = std::array::from_fn(|lane| numbers.at(lane) as u32);
        self.machine(py).warp.write_register(n, &lanes, u32::MAX);
        Ok(())
    }

    /// A predicate, 0 to 7, as a mask of one bit a lane; PT, 7, is true in every lane.
    fn predicate(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<u32> {
        let n = predicate_number(n)?;
        Ok(self.machine(py).warp.predicate(n))
    }

    /// Writes a predicate, a mask of one bit a lane. PT keeps nothing.
    fn set_predicate(
        &self,
        py: Python<'_>,
        n: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let n = predicate_number(n)?;
        let mask = number("mask", mask, 32)? as u32;
        self.machine(py).warp.write_predicate(n, mask, u32::MAX);
        Ok(())
    }

    /// The faults so far, in the order of the program, then by lane.
    #[getter]
    fn faults(&self, py: Python<'_>) -> Vec<FaultOfProgram> {
        let machine = self.machine(py);
        machine.faults().iter().map(FaultOfProgram::from).collect()
    }

    /// Bytes of "global", "shared" or, of one lane, "local" memory; what nobody wrote is 0.
    #[pyo3(signature = (space, address, length, lane = 0))]
    fn read<'py>(
        &self,
        py: Python<'py>,
        space: &str,
        address: &Bound<'py, PyAny>,
        length: &Bound<'py, PyAny>,
        lane: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let address = number("address", address, 64)?;
        let length = number("length", length, 64)?;
        if length > LONGEST {
            return Err(refused(format!(
                "length: got {length:#x}, expected at most {LONGEST:#x}"
            )));
        }
        in_range(address, length)?;
        let mut machine = self.machine(py);
        let memory = memory(&mut machine.warp, space, lane)?;
        let bytes: Vec<u8> = (address..address + length)
            .map(|address| memory.byte(address))
            .collect();
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes bytes of "global", "shared" or, of one lane, "local" memory.
    #[pyo3(signature = (space, address, data, lane = 0))]
    fn write(
        &self,
        py: Python<'_>,
        space: &str,
        address: &Bound<'_, PyAny>,
        data: &[u8],
        lane: usize,
    ) -> PyResult<()> {
        let address = number("address", address, 64)?;
        in_range(address, data.len() as u64)?;
        let mut machine = self.machine(py);
        let memory = memory(&mut machine.warp, space, lane)?;
        for (address, &byte) in (address..).zip(data) {
            memory.set(address, byte);
        }
        Ok(())
    }
}

/// The end is an address too.
fn in_range(address: u64, length: u64) -> PyResult<()> {
    match address.checked_add(length) {
        Some(_) => Ok(()),
        None => Err(refused(format!(
            "address: got {address:#x}, expected {length} bytes below 2**64"
        ))),
    }
}

fn memory<'a>(warp: &'a mut Warp, space: &str, lane: usize) -> PyResult<&'a mut Bytes> {
    let memory = &mut warp.memory;
    match space {
        "global" => Ok(&mut memory.global),
        "shared" => Ok(&mut memory.shared),
        "local" => (memory.local.get_mut(lane))
            .ok_or_else(|| refused(format!("lane {lane}, expected 0 to 31"))),
        _ => Err(refused(format!(
            "space {space:?}, expected \"global\", \"shared\" or \"local\""
        ))),
    }
}
