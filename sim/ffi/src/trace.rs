//! Traces of programs.

use crate::handle::{self, Opened, call};
use crate::status::{self, Refused, agu_error, agu_status, text, write};
use crate::words::give_text;
use agu_status::{AGU_ERROR_TEXT, AGU_OK};
use std::ffi::c_char;
use std::fs::File;
use std::io::BufReader;
use trace::{Kernels, Trace, TraceError, TracedKernel};

/// Bytes of a read.
const BUFFER: usize = 1 << 18;

/// A trace that was read on the golden model.
pub struct agu_trace {
    _opaque: [u8; 0],
}

/// The kernels of a trace, in JSON.
pub(crate) struct TraceText(String);

impl Opened for TraceText {
    type Handle = agu_trace;
    const NAME: &'static str = "trace";
}

/// Reads the trace of a file: Accel-Sim's, raw or grouped, or that of NVBit's mem_trace.
///
/// # Safety
/// `path` is null or ends with a zero; `trace` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_trace_open(
    path: *const c_char,
    trace: *mut *const agu_trace,
    error: *mut agu_error,
) -> agu_status {
    status::call(error, || {
        let path = text(path, "path")?;
        write(trace, "trace", std::ptr::null())?;
        let refused = |error: TraceError| {
            Refused::new(AGU_ERROR_TEXT, format!("{path}:{}", error.after_name()))
        };
        let file = File::open(path).map_err(|reason| refused(reason.into()))?;
        let mut kernels = Kernels::default();
        let mut read = Trace::new(BufReader::with_capacity(BUFFER, file), &mut kernels);
        while read.next_access().map_err(refused)?.is_some() {}
        kernels.list.iter_mut().for_each(TracedKernel::sort);
        let json = serde_json::to_string(&kernels.list).map_err(Refused::value)?;
        write(trace, "trace", handle::open(TraceText(json)))?;
        Ok(AGU_OK)
    })
}

/// Closes a trace. Its handle is none from then on.
#[unsafe(no_mangle)]
pub extern "C" fn agu_trace_close(trace: *const agu_trace) -> agu_status {
    handle::close::<TraceText>(trace)
}

/// The list `kernels` of `agu trace --json`, with a zero behind it.
///
/// `*length`, unless `length` is null, becomes its length without the zero. Gives `AGU_ERROR_SIZE`
/// where `size` bytes are too few.
///
/// # Safety
/// `buffer` has place for `size` bytes; `length` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_trace_json(
    trace: *const agu_trace,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
    error: *mut agu_error,
) -> agu_status {
    call(trace, error, |TraceText(json)| {
        give_text(json, buffer, size, length)
    })
}
