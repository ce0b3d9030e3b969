//! State of the warp of a program: registers, predicates, condition code, memory.

use crate::handle;
use crate::program::{Running, agu_program};
use crate::status::{Outcome, Refused, agu_error, agu_status, rows, slice, write};
use agu_status::AGU_OK;
use isa::instruction::PT;
use sim::Machine;
use sim::warp::Bytes;

fn register(index: u32) -> Outcome<u8> {
    Refused::above("register", index, u8::MAX.into())?;
    Ok(index as u8)
}

fn predicate(index: u32) -> Outcome<u8> {
    Refused::above("predicate", index, PT.into())?;
    Ok(index as u8)
}

/// Reads a register: 32 words, lane 0 first. RZ, 255, reads 0.
///
/// # Safety
/// `lanes` has place for 32 words; `error` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_register(
    program: *const agu_program,
    index: u32,
    lanes: *mut u32,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        let index = register(index)?;
        let values = machine.warp.register(index);
        slice(lanes, values.len(), "lanes")?.copy_from_slice(&values);
        Ok(AGU_OK)
    })
}

/// Sets a register of the lanes in `mask`. RZ stays 0.
///
/// # Safety
/// `lanes` has 32 words, which are only read; `error` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_set_register(
    program: *const agu_program,
    index: u32,
    lanes: *const u32,
    mask: u32,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        let index = register(index)?;
        let values: &[u32; 32] = crate::status::read(lanes.cast(), "lanes")?;
        machine.warp.write_register(index, values, mask);
        Ok(AGU_OK)
    })
}

/// Reads a predicate, a bit a lane. PT, 7, is true.
///
/// # Safety
/// `lanes` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_predicate(
    program: *const agu_program,
    index: u32,
    lanes: *mut u32,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        let index = predicate(index)?;
        write(lanes, "lanes", machine.warp.predicate(index))?;
        Ok(AGU_OK)
    })
}

/// Sets a predicate, a bit a lane, of the lanes in `mask`. PT stays true.
///
/// # Safety
/// `error` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_set_predicate(
    program: *const agu_program,
    index: u32,
    lanes: u32,
    mask: u32,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        let index = predicate(index)?;
        machine.warp.write_predicate(index, lanes, mask);
        Ok(AGU_OK)
    })
}

/// Reads a uniform register. URZ, 255, reads 0.
///
/// # Safety
/// `value` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_uniform(
    program: *const agu_program,
    index: u32,
    value: *mut u32,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        let index = register(index)?;
        write(value, "value", machine.warp.uniform_register(index))?;
        Ok(AGU_OK)
    })
}

/// Sets a uniform register. URZ stays 0.
///
/// # Safety
/// `error` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_set_uniform(
    program: *const agu_program,
    index: u32,
    value: u32,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        let index = register(index)?;
        machine.warp.write_uniform_register(index, value);
        Ok(AGU_OK)
    })
}

/// Reads a uniform predicate, 0 or 1. UPT, 7, is 1.
///
/// # Safety
/// `value` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_uniform_predicate(
    program: *const agu_program,
    index: u32,
    value: *mut u8,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        let index = predicate(index)?;
        let held = machine.warp.uniform_predicate(index);
        write(value, "value", held.into())?;
        Ok(AGU_OK)
    })
}

/// Sets a uniform predicate, to 1 unless `value` is 0. UPT stays 1.
///
/// # Safety
/// `error` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_set_uniform_predicate(
    program: *const agu_program,
    index: u32,
    value: u8,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        let index = predicate(index)?;
        machine.warp.write_uniform_predicate(index, value != 0);
        Ok(AGU_OK)
    })
}

/// A flag of the condition code: 0 CF, 1 ZF, 2 SF, 3 OF.
fn flag(machine: &mut Machine, flag: u32) -> Outcome<&mut u32> {
    Refused::above("flag", flag, 3)?;
    let cc = &mut machine.warp.cc;
    Ok(match flag {
        0 => &mut cc.carry,
        1 => &mut cc.zero,
        2 => &mut cc.sign,
        _ => &mut cc.overflow,
    })
}

/// Reads a flag of the condition code, a bit a lane: 0 CF, 1 ZF, 2 SF, 3 OF.
///
/// # Safety
/// `lanes` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_cc(
    program: *const agu_program,
    index: u32,
    lanes: *mut u32,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        write(lanes, "lanes", *flag(machine, index)?)?;
        Ok(AGU_OK)
    })
}

/// Sets a flag of the condition code, a bit a lane, of the lanes in `mask`.
///
/// # Safety
/// `error` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_set_cc(
    program: *const agu_program,
    index: u32,
    lanes: u32,
    mask: u32,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        let flag = flag(machine, index)?;
        *flag = *flag & !mask | lanes & mask;
        Ok(AGU_OK)
    })
}

/// Reads bytes of a memory: 0 global, 1 shared, 2 local of `lane`. A byte without a store is 0.
///
/// # Safety
/// `bytes` has place for `count` bytes; `error` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_memory(
    program: *const agu_program,
    space: u32,
    lane: u32,
    address: u64,
    bytes: *mut u8,
    count: usize,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        let memory = memory(machine, space, lane)?;
        let places = slice(bytes, count, "bytes")?.iter_mut();
        for (offset, place) in (0..).zip(places) {
            *place = memory.byte(address.wrapping_add(offset));
        }
        Ok(AGU_OK)
    })
}

/// Writes bytes of a memory.
///
/// # Safety
/// `bytes` has `count` bytes, which are only read; `error` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_program_set_memory(
    program: *const agu_program,
    space: u32,
    lane: u32,
    address: u64,
    bytes: *const u8,
    count: usize,
    error: *mut agu_error,
) -> agu_status {
    handle::call(program, error, |Running(machine): &mut Running| {
        let bytes = rows(bytes, count, "bytes")?;
        let memory = memory(machine, space, lane)?;
        for (offset, &byte) in (0..).zip(bytes) {
            memory.set(address.wrapping_add(offset), byte);
        }
        Ok(AGU_OK)
    })
}

fn memory(machine: &mut Machine, space: u32, lane: u32) -> Outcome<&mut Bytes> {
    let code = u8::try_from(space).unwrap_or(u8::MAX);
    let memory = match lane {
        0..32 => machine.warp.memory.space(code, lane as usize),
        _ => None,
    };
    memory.ok_or_else(|| {
        let message = format!("space {space}, lane {lane}; expected 0 to 2, and 0 to 31");
        Refused::value(message)
    })
}
