//! Whole warps from plain values: their results, and what they ask of memory.

use crate::config::{agu_config, config_at};
use crate::ports::{self, agu_inputs, agu_outputs};
use crate::status::{Outcome, Refused, agu_error, agu_status, call, read, slice, write};
use agu_status::{AGU_END, AGU_ERROR_SIZE, AGU_OK};
use sim::WarpConfig;
use sim::pipeline::respond;

pub(crate) fn compute(config: &WarpConfig, request: &agu_inputs) -> Outcome<agu_outputs> {
    Ok(respond(&ports::request(request)?, config))
}

/// Result of 32 lanes for a request, by the golden model; a null `config` is the default one.
///
/// # Safety
/// Each pointer is null, or valid for reads or, for `result` and `error`, writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_execute(
    config: *const agu_config,
    request: *const agu_inputs,
    result: *mut agu_outputs,
    error: *mut agu_error,
) -> agu_status {
    call(error, || {
        let computed = compute(&config_at(config)?, read(request, "request")?)?;
        write(result, "result", computed)?;
        Ok(AGU_OK)
    })
}

/// One lane of the result of a load or store.
#[repr(C)]
#[derive(Clone, Default)]
pub struct agu_lane_address {
    /// Before alignment, and before a window's base is taken off.
    pub effective: u64,
    /// Aligned; an offset in shared, local and constant memory.
    pub address: u64,
    /// 0 global, 1 shared, 2 local, 3 constant; -1 where steering allows no window.
    pub space: i32,
    /// 0 none, 1 OutsideWindow, 2 OutsideAllocation, 3 Misaligned.
    pub fault: u32,
    /// Bytes of the aligned 16-byte block.
    pub byte_enable: u16,
    /// The lane accesses memory.
    pub live: u8,
}

/// Lane 0 to 31 of a result of `agu_execute`; `AGU_END` of another instruction than a load or store,
/// or of a lane that does not execute.
///
/// # Safety
/// As for [`agu_execute`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_lane_of(
    result: *const agu_outputs,
    lane: u32,
    address: *mut agu_lane_address,
    error: *mut agu_error,
) -> agu_status {
    call(error, || {
        Refused::above("lane", lane, 31)?;
        let Some(found) = sim::lane_address(read(result, "result")?, lane as usize) else {
            return Ok(AGU_END);
        };
        let given = agu_lane_address {
            effective: found.effective,
            address: found.address,
            space: found.space.map_or(-1, |space| space as i32),
            fault: found.fault.map_or(0, |fault| fault as u32),
            byte_enable: found.byte_enable,
            live: found.live.into(),
        };
        write(address, "address", given)?;
        Ok(AGU_OK)
    })
}

/// Memory requests of a result of `agu_execute`, in order: `*count` of them, of which the first
/// `capacity` are written to `requests`. A warp makes at most 32.
///
/// Gives `AGU_ERROR_SIZE` where they are more than `capacity`; `*count` is how many.
///
/// # Safety
/// As for [`agu_execute`]; `requests` has place for `capacity` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_memory_requests(
    result: *const agu_outputs,
    requests: *mut agu_outputs,
    capacity: usize,
    count: *mut usize,
    error: *mut agu_error,
) -> agu_status {
    call(error, || {
        let found = sim::memory_requests(read(result, "result")?);
        let places = slice(requests, capacity, "requests")?;
        for (place, memory) in places.iter_mut().zip(&found) {
            *place = agu_outputs::default();
            memory.put(place);
        }
        write(count, "count", found.len())?;
        if found.len() > capacity {
            let message = format!("{capacity} places for {} requests", found.len());
            return Err(Refused::new(AGU_ERROR_SIZE, message));
        }
        Ok(AGU_OK)
    })
}
