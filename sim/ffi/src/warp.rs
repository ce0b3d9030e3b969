//! A whole warp from plain values: its results and its memory requests.

use crate::config::{agu_config, config_at};
use crate::ports::{self, agu_inputs, agu_outputs};
use crate::status::{Outcome, Refused, agu_error, agu_status, call, read, slice, write};
use agu_status::{AGU_ERROR_SIZE, AGU_OK};
use sim::WarpConfig;
use sim::pipeline::respond;
use sim::results::memory_requests;

fn compute(config: &WarpConfig, request: &agu_inputs) -> Outcome<agu_outputs> {
    Ok(respond(&ports::request(request)?, config))
}

/// Computes the results of 32 lanes for a request. A null `config` is the default one.
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
    // SAFETY: as promised.
    unsafe {
        call(error, || {
            let computed = compute(&config_at(config)?, read(request, "request")?)?;
            write(result, "result", computed)?;
            Ok(AGU_OK)
        })
    }
}

/// Computes the memory requests of 32 lanes for a request, in order. `*count` is their number, at
/// most 32; the first `capacity` of them are written to `requests`.
///
/// Returns `AGU_ERROR_SIZE` if there are more than `capacity`; `*count` is written all the same.
///
/// # Safety
/// As for [`agu_execute`]; `requests` has place for `capacity` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_memory_requests(
    config: *const agu_config,
    request: *const agu_inputs,
    requests: *mut agu_outputs,
    capacity: usize,
    count: *mut usize,
    error: *mut agu_error,
) -> agu_status {
    // SAFETY: as promised.
    unsafe {
        call(error, || {
            let computed = compute(&config_at(config)?, read(request, "request")?)?;
            let found = memory_requests(&computed);
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
}
