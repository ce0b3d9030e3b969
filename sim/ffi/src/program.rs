//! Programs of one warp: loaded from text, stepped.

use crate::handle::{self, Opened};
use crate::ports::agu_outputs;
use crate::status::{Outcome, Refused, agu_error, agu_status, call, text, write};
use crate::words::isa_of;
use agu_status::{AGU_END, AGU_ERROR_TEXT, AGU_OK};
use sim::{Generation, Machine, Program, parse_init_for};
use std::ffi::c_char;

/// A program and its warp.
pub struct agu_program {
    _opaque: [u8; 0],
}

pub(crate) struct Running(pub(crate) Machine);

impl Opened for Running {
    type Handle = agu_program;
    const NAME: &'static str = "program";
}

/// One step of a program.
#[repr(C)]
pub struct agu_step {
    /// Line of the program's text, from 1.
    pub line: usize,
    /// The lanes that executed.
    pub execute_mask: u32,
    /// Faults of this step, and the number of the first of them.
    pub faults: u32,
    pub first_fault: usize,
    /// The instruction is illegal.
    pub illegal: u8,
    /// Its result, unless it is illegal.
    pub result: agu_outputs,
}

/// A fault of a program.
#[repr(C)]
pub struct agu_fault {
    /// Number of the instruction, from 0.
    pub instruction: usize,
    /// -1 of an illegal instruction, which is none of a lane.
    pub lane: i32,
    /// 1 OutsideWindow, 2 OutsideAllocation, 3 Misaligned, 4 IllegalInstruction.
    pub kind: u32,
    /// 0 global, 1 shared, 2 local, 3 constant; -1 where that was not decided.
    pub space: i32,
    /// Bytes of the access.
    pub size: u32,
    /// The effective address.
    pub address: u64,
}

/// Loads a program, a line an instruction: text, or the digits of its code. `init` is what the warp
/// holds before it, as TOML; null is nothing.
///
/// # Safety
/// `source` and `init` are null or end with a zero; `program` and `error` are null or valid for
/// writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_open(
    isa: u32,
    source: *const c_char,
    init: *const c_char,
    program: *mut *mut agu_program,
    error: *mut agu_error,
) -> agu_status {
    call(error, || {
        let isa = isa_of(isa)?;
        let source = text(source, "source")?;
        let init = if init.is_null() {
            ""
        } else {
            text(init, "init")?
        };
        write(program, "program", std::ptr::null_mut())?;
        let machine = load(isa, source, init)?;
        write(program, "program", handle::open(Running(machine)))?;
        Ok(AGU_OK)
    })
}

fn load(isa: isa::Isa, source: &str, init: &str) -> Outcome<Machine> {
    let refused = |message: String| Refused::new(AGU_ERROR_TEXT, message);
    let init = parse_init_for(init, Generation::from(isa));
    let init =
        init.map_err(|error| refused(format!("init:{}:{}: {error}", error.line, error.column)))?;
    let mut warp = init.warp().map_err(Refused::value)?;
    let program = Program::parse_with(isa, source, &mut warp.visa);
    let program = program.map_err(|error| refused(format!("source:{error}")))?;
    Ok(Machine::new(warp, program))
}

/// Closes a program. Its handle is none from then on.
#[unsafe(no_mangle)]
pub extern "C" fn agu_program_close(program: *const agu_program) -> agu_status {
    handle::close::<Running>(program)
}

/// Executes the next instruction; `AGU_END` after the last one.
///
/// # Safety
/// `step` and `error` are null or valid for writes; a null `step` is of no interest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_step(
    program: *const agu_program,
    step: *mut agu_step,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        let line = machine.next_statement().map(|statement| statement.line);
        let first_fault = machine.faults().len();
        let (Some(line), Some(done)) = (line, machine.step()) else {
            return Ok(AGU_END);
        };
        let given = agu_step {
            line,
            execute_mask: done.execute(),
            faults: done.faults.len() as u32,
            first_fault,
            illegal: done.result.is_none().into(),
            result: done.result.unwrap_or_default(),
        };
        if !step.is_null() {
            write(step, "step", given)?;
        }
        Ok(AGU_OK)
    })
}

/// The fault of that number, from 0, of all so far; `AGU_END` past the last one.
///
/// # Safety
/// `fault` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_fault(
    program: *const agu_program,
    number: usize,
    fault: *mut agu_fault,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        let Some(record) = machine.faults().get(number) else {
            return Ok(AGU_END);
        };
        let given = agu_fault {
            instruction: record.instruction,
            lane: record.fault.lane.map_or(-1, i32::from),
            kind: record.fault.kind as u32,
            space: record.fault.space.map_or(-1, |space| space as i32),
            size: record.fault.size,
            address: record.fault.ea.unwrap_or_default(),
        };
        write(fault, "fault", given)?;
        Ok(AGU_OK)
    })
}
