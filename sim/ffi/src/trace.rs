//! Traces of programs.

use crate::handle::{self, Opened, call};
use crate::status::{self, Refused, agu_error, agu_status, text, write};
use crate::words::give_text;
use agu_status::{AGU_END, AGU_ERROR_TEXT, AGU_OK};
use sim::trace::{Kernels, Trace, TraceError, TraceRow, TracedKernel};
use std::ffi::c_char;
use std::fs::File;
use std::io::BufReader;

/// Bytes of a read.
const BUFFER: usize = 1 << 18;

/// The kernels of a trace, read on the golden model.
pub struct agu_trace {
    _opaque: [u8; 0],
}

pub(crate) struct Read(Vec<TracedKernel>);

impl Opened for Read {
    type Handle = agu_trace;
    const NAME: &'static str = "trace";
}

/// The accesses of an instruction of a trace.
#[repr(C)]
pub struct agu_trace_row {
    /// Number of the launch, offset of the instruction; -1 where the trace has none.
    pub kernel_id: i64,
    pub pc: i64,
    /// Warps with an active lane, and their lanes.
    pub accesses: u64,
    pub lanes: u64,
    /// Lines of global memory, their sectors of 32 bytes, and the bytes that lanes touch, each once a
    /// warp.
    pub requests: u64,
    pub sectors: u64,
    pub bytes: u64,
    /// Passes over the banks of shared memory.
    pub passes: u64,
}

/// A text of a row.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum agu_trace_text {
    /// The name of its kernel.
    AGU_TRACE_KERNEL = 0,
    /// The mnemonic with its modifiers.
    AGU_TRACE_OPCODE = 1,
    /// `global`, `shared`, `local` or `generic`.
    AGU_TRACE_SPACE = 2,
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
            let blank = if matches!(error, TraceError::Line { .. }) {
                ""
            } else {
                " "
            };
            Refused::new(AGU_ERROR_TEXT, format!("{path}:{blank}{error}"))
        };
        let file = File::open(path).map_err(|reason| refused(reason.into()))?;
        let mut kernels = Kernels::default();
        let mut read = Trace::new(BufReader::with_capacity(BUFFER, file), &mut kernels);
        while read.next_access().map_err(refused)?.is_some() {}
        kernels.list.iter_mut().for_each(TracedKernel::sort);
        write(trace, "trace", handle::open(Read(kernels.list)))?;
        Ok(AGU_OK)
    })
}

/// Closes a trace. Its handle is none from then on.
#[unsafe(no_mangle)]
pub extern "C" fn agu_trace_close(trace: *const agu_trace) -> agu_status {
    handle::close::<Read>(trace)
}

/// A row, by kernels in the order of the trace, the worst of a kernel first; `AGU_END` after the last.
///
/// # Safety
/// `row` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_trace_row_at(
    trace: *const agu_trace,
    index: usize,
    row: *mut agu_trace_row,
    error: *mut agu_error,
) -> agu_status {
    call(trace, error, |Read(kernels)| {
        let Some((kernel, it)) = at(kernels, index) else {
            return Ok(AGU_END);
        };
        let number = |number: Option<u64>| number.map_or(-1, |number| number as i64);
        let found = agu_trace_row {
            kernel_id: number(kernel.id),
            pc: number(it.pc),
            accesses: it.accesses,
            lanes: it.lanes,
            requests: it.cost.requests,
            sectors: it.cost.sectors,
            bytes: it.cost.bytes,
            passes: it.cost.passes,
        };
        write(row, "row", found)?;
        Ok(AGU_OK)
    })
}

/// A text of a row, an [`agu_trace_text`], with a zero behind it; `AGU_END` after the last row.
///
/// `*length`, unless `length` is null, becomes its length without the zero. Gives `AGU_ERROR_SIZE`
/// where `size` bytes are too few.
///
/// # Safety
/// `buffer` has place for `size` bytes; `length` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_trace_text_at(
    trace: *const agu_trace,
    index: usize,
    which: u32,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
    error: *mut agu_error,
) -> agu_status {
    call(trace, error, |Read(kernels)| {
        let Some((kernel, row)) = at(kernels, index) else {
            return Ok(AGU_END);
        };
        Refused::above("which", which, 2)?;
        let texts = [&kernel.name, &row.opcode, row.space_name()];
        give_text(texts[which as usize], buffer, size, length)
    })
}

fn at(kernels: &[TracedKernel], index: usize) -> Option<(&TracedKernel, &TraceRow)> {
    let mut rows = kernels
        .iter()
        .flat_map(|kernel| kernel.rows.iter().map(move |row| (kernel, row)));
    rows.nth(index)
}
