//! Traces of programs: the address of each lane of each access, as Accel-Sim and NVBit write them.
//!
//! ```text
//!     fields     a line of a trace, field by field
//!     accel_sim  Accel-Sim's traces, raw and grouped by thread blocks
//!     mem_trace  the text of NVBit's mem_trace
//!     access     an access of a warp, and its request to the unit
//!     cost       the memory requests of an access, and the fewest possible
//!     kernel     kernels, their rows, the order of the rows
//! ```

mod accel_sim;
mod access;
mod cost;
mod fields;
mod kernel;
mod mem_trace;

pub use access::{TracedAccess, is_modelled};
pub use cost::Cost;
pub use kernel::{TraceRow, TracedKernel};

use accel_sim::AccelSim;
use fields::{FieldError, Fields};
use sim::coalescer::AccessRequests;
use sim::pipeline::respond;
use std::io::{self, BufRead};
use thiserror::Error;

/// Most bytes of a line. The longest of a tracer has 32 addresses of 19.
pub const LINE_BYTES: usize = 1 << 16;

/// Reason why the rest of a trace is not read.
#[derive(Debug, Error)]
pub enum TraceError {
    /// A line with other content than expected. Line and column count from 1.
    #[error("{line}:{column}: error: {message}")]
    Line {
        line: u64,
        column: usize,
        message: String,
    },
    #[error("found no line of a trace, expected one of Accel-Sim or of NVBit's mem_trace")]
    Unknown,
    #[error("error: cannot be read: {0}")]
    Inaccessible(#[from] io::Error),
}

impl TraceError {
    /// The text of the error behind the name of the file and a colon.
    pub fn after_name(&self) -> String {
        let blank = if let TraceError::Line { .. } = self {
            ""
        } else {
            " "
        };
        format!("{blank}{self}")
    }
}

/// Content of a line.
enum LineKind {
    /// A heading, an instruction without an address, text of the program.
    Nothing,
    /// The access that was filled in.
    Access,
    /// An instruction with addresses that is not modelled: its mnemonic.
    Other(String),
}

/// Format of a trace, found by its first lines.
enum TraceFormat {
    Unknown,
    AccelSim(AccelSim),
    MemTrace,
}

/// Kernels of one trace after the other, with the rows of what was read so far.
#[derive(Default)]
pub struct Kernels {
    /// In the order of the traces.
    pub list: Vec<TracedKernel>,
    /// Name or number of the only kernel that counts.
    pub only: Option<String>,
    /// Lines of the program's own output, between those of a tracer.
    pub skipped: u64,
    /// Place of the first kernel of the trace that is read.
    first: usize,
}

impl Kernels {
    /// No kernels yet, of which only one counts.
    pub fn only(name: Option<String>) -> Kernels {
        Kernels {
            only: name,
            ..Kernels::default()
        }
    }
}

/// A trace that is read as a stream.
pub struct Trace<'a, R> {
    input: R,
    kernels: &'a mut Kernels,
    format: TraceFormat,
    text: Vec<u8>,
    line: u64,
    access: TracedAccess,
    requests: AccessRequests,
}

impl<'a, R: BufRead> Trace<'a, R> {
    /// A trace before its first line, whose kernels come behind `kernels`.
    pub fn new(input: R, kernels: &'a mut Kernels) -> Trace<'a, R> {
        kernels.first = kernels.list.len();
        Trace {
            input,
            kernels,
            format: TraceFormat::Unknown,
            text: Vec::new(),
            line: 0,
            access: TracedAccess::default(),
            requests: AccessRequests::default(),
        }
    }

    /// Reads up to the next access with an active lane, and adds it to the rows of its kernel.
    /// Returns it and its kernel; `None` at the end.
    ///
    /// # Errors
    /// A line with other content than expected, an access outside of its memory, a trace that ends
    /// too early, and a failure of the input.
    pub fn next_access(&mut self) -> Result<Option<(&TracedAccess, &TracedKernel)>, TraceError> {
        while self.read_line()? {
            let line = self.line;
            let error = |FieldError { column, message }| TraceError::Line {
                line,
                column,
                message,
            };
            match self.line().map_err(error)? {
                LineKind::Nothing => {}
                LineKind::Other(mnemonic) => self.other(mnemonic),
                LineKind::Access if self.counts() => {
                    let kernel = &mut self.kernels.list[self.access.kernel];
                    let request = self.access.request(&kernel.config);
                    let result = respond(request, &kernel.config);
                    let dead = result.execute_mask & !result.live_mask;
                    if dead != 0 {
                        return Err(error(self.access.outside(dead.trailing_zeros() as usize)));
                    }
                    kernel.add(&self.access, &Cost::of(&result, &mut self.requests));
                    return Ok(Some((&self.access, &self.kernels.list[self.access.kernel])));
                }
                LineKind::Access => {}
            }
        }
        let end = match &self.format {
            TraceFormat::AccelSim(it) => it.end(),
            TraceFormat::MemTrace => Ok(()),
            TraceFormat::Unknown => return Err(TraceError::Unknown),
        };
        match end {
            Ok(()) => Ok(None),
            Err(message) => Err(TraceError::Line {
                line: self.line + 1,
                column: 1,
                message,
            }),
        }
    }

    /// Whether the access has a lane, and its kernel counts.
    fn counts(&self) -> bool {
        self.access.lanes != 0 && self.is_chosen()
    }

    fn is_chosen(&self) -> bool {
        let kernel = &self.kernels.list[self.access.kernel];
        self.kernels
            .only
            .as_deref()
            .is_none_or(|it| kernel.is_called(it))
    }

    fn other(&mut self, mnemonic: String) {
        if self.is_chosen() {
            let others = &mut self.kernels.list[self.access.kernel].others;
            *others.entry(mnemonic).or_default() += 1;
        }
    }

    /// Reads a line, without its end. Returns whether there was one.
    fn read_line(&mut self) -> Result<bool, TraceError> {
        self.text.clear();
        let mut input = io::Read::take(&mut self.input, LINE_BYTES as u64);
        let read = input.read_until(b'\n', &mut self.text)?;
        self.line += u64::from(read != 0);
        if read == LINE_BYTES && self.text.last() != Some(&b'\n') {
            if self.is_of_program() {
                self.input.skip_until(b'\n')?;
                return Ok(true);
            }
            return Err(TraceError::Line {
                line: self.line,
                column: LINE_BYTES,
                message: format!("found a longer line, expected at most {LINE_BYTES} bytes"),
            });
        }
        Ok(read != 0)
    }

    /// Whether the line is output of the program, as the start of a line shows.
    fn is_of_program(&self) -> bool {
        let line = Fields::new(&self.text);
        match self.format {
            TraceFormat::AccelSim(_) => false,
            TraceFormat::MemTrace => !mem_trace::begins(&line),
            TraceFormat::Unknown => !mem_trace::begins(&line) && !AccelSim::begins(&line),
        }
    }

    fn line(&mut self) -> Result<LineKind, FieldError> {
        let line = Fields::new(&self.text);
        if line.is_empty() {
            return Ok(LineKind::Nothing);
        }
        if let TraceFormat::Unknown = self.format {
            if AccelSim::begins(&line) {
                self.format = TraceFormat::AccelSim(AccelSim::default());
            } else if mem_trace::begins(&line) {
                self.format = TraceFormat::MemTrace;
            }
        }
        match &mut self.format {
            TraceFormat::AccelSim(it) => it.line(line, &mut self.kernels.list, &mut self.access),
            TraceFormat::MemTrace => mem_trace::line(line, self.kernels, &mut self.access),
            // Output of the program may come first.
            TraceFormat::Unknown => {
                self.kernels.skipped += 1;
                Ok(LineKind::Nothing)
            }
        }
    }
}
