//! Requests, results and memory requests: the rows of the unit's ports.

use crate::status::{Outcome, Refused, agu_status, write};
pub use isa::ports::{Inputs as agu_inputs, Outputs as agu_outputs};

/// Checks a request, and completes it to the inputs of a beat. Ports outside of a request are
/// ignored.
pub(crate) fn request(inputs: &agu_inputs) -> Outcome<agu_inputs> {
    let request = agu_inputs {
        reset: 0,
        config_valid: 0,
        config_address: 0,
        config_data: 0,
        request_valid: 1,
        result_ready: 1,
        memory_ready: 1,
        ..inputs.clone()
    };
    if let Some((port, value, bits)) = request.too_wide() {
        let message = format!("{port} is {value:#x}, expected at most {bits} bits");
        return Err(Refused::value(message));
    }
    match request.problem() {
        Some(problem) => Err(Refused::value(problem)),
        None => Ok(request),
    }
}

/// Writes a request without effect: an LEA of zeros in all lanes that writes nothing.
///
/// # Safety
/// `request` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_request_default(request: *mut agu_inputs) -> agu_status {
    let default = agu_inputs {
        steer_by_window: 1,
        ..agu_inputs::request()
    };
    // SAFETY: as promised.
    unsafe {
        crate::status::call(std::ptr::null_mut(), || {
            write(request, "request", default)?;
            Ok(agu_status::AGU_OK)
        })
    }
}
