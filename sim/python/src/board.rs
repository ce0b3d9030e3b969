//! The scoreboard.

use crate::config::Config;
use crate::difference::{TaggedDifference, WhatIsOutstanding};
use crate::error::refused;
use crate::numbers::{Array, Numbers, array, number};
use crate::rows::{Arguments, Columns, Kind, Size, count, no_request};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyMapping};
use scoreboard::{LANES, Outputs, Scoreboard};
use std::sync::{Mutex, PoisonError};

/// What a unit took and gave, against the golden model: told each request as the hardware takes
/// it, and each result and memory request as it leaves, whatever cycle that is.
///
/// lanes: of a beat, 1, 2, 4, 8, 16 or 32; a warp of 32 lanes passes in 32/lanes beats.
/// memory: the unit has a memory port.
///
/// A with statement closes it. Threads may share it, each call is one step; `requests`, `results`
/// and `memories` let other threads run.
#[pyclass(frozen, name = "Scoreboard", module = "agu")]
pub struct Board {
    // In a box: Python aligns its objects to 8 bytes, and rows are aligned to 64.
    board: Mutex<Option<Box<Scoreboard>>>,
    lanes: usize,
}

const _: () = assert!(align_of::<Board>() <= align_of::<u64>());

impl Board {
    /// Does `work` with the scoreboard.
    fn with<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Scoreboard) -> PyResult<T>,
    ) -> PyResult<T> {
        let locked = self.board.lock_py_attached(py);
        let mut board = locked.unwrap_or_else(PoisonError::into_inner);
        work(board.as_mut().ok_or_else(closed)?)
    }

    /// Does `work` with it while other threads of Python run.
    fn with_detached<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Scoreboard) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            let mut board = self.board.lock().unwrap_or_else(PoisonError::into_inner);
            work(board.as_mut().ok_or_else(closed)?)
        })
    }

    fn size(&self, count: Option<usize>) -> Size {
        Size {
            lanes: self.lanes,
            count,
        }
    }
}

fn closed() -> PyErr {
    refused("the scoreboard is closed, expected an open one")
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (lanes = 32, memory = true))]
    fn new(lanes: i64, memory: bool) -> PyResult<Board> {
        let lanes = usize::try_from(lanes).unwrap_or(0);
        let board = Scoreboard::new(lanes, memory).map_err(refused)?;
        Ok(Board {
            board: Mutex::new(Some(Box::new(board))),
            lanes,
        })
    }

    /// Lanes of a beat.
    #[getter]
    fn lanes(&self) -> usize {
        self.lanes
    }

    /// The unit took a beat of a request: the first of a warp, or the next of the last one.
    ///
    /// tag: an int of 64 bits, the same for all beats of a warp, and not that of another request
    /// whose result is to come. Inputs are named as in agu.execute, lanes and masks are those of
    /// the beat.
    ///
    /// AguError: the tag is not the warp's own, no such port, wrong sizes, values that are too
    /// wide. The call is as if it had not been made.
    #[pyo3(signature = (tag, ports = None, **named))]
    fn request(
        &self,
        py: Python<'_>,
        tag: &Bound<'_, PyAny>,
        ports: Option<&Bound<'_, PyMapping>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let tag = number("tag", tag, 64)?;
        let size = self.size(None);
        let columns = Columns::read(Kind::Request, &Arguments { ports, named }, size)?;
        let mut beat = no_request().clone();
        columns.fill(0, &mut beat);
        if let Some(problem) = beat.problem() {
            return Err(refused(problem));
        }
        self.with(py, |board| board.request(tag, &beat).map_err(refused))
    }

    /// The unit took `count` beats of requests, those of a warp after each other; the tags of the
    /// warps count up from first_tag. Faster than as many calls of `request`; at most 2**18.
    ///
    /// Arrays have shape (count, lanes) for lanes, (count,) for masks and numbers of the warp; a
    /// value without `count` is that of all beats.
    ///
    /// AguError: as of request, with the number of the beat where it is the scoreboard that
    /// refuses; the beats before it were taken.
    #[pyo3(signature = (first_tag, count, ports = None, **named))]
    fn requests(
        &self,
        py: Python<'_>,
        first_tag: &Bound<'_, PyAny>,
        count: &Bound<'_, PyAny>,
        ports: Option<&Bound<'_, PyMapping>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let first_tag = number("first_tag", first_tag, 64)?;
        let count = self::count(count)?;
        let beats = LANES / self.lanes;
        if !count.is_multiple_of(beats) {
            return Err(refused(format!(
                "count: got {count} beats, expected whole warps of {beats}"
            )));
        }
        if first_tag.checked_add((count / beats) as u64).is_none() {
            return Err(refused(format!(
                "first_tag: got {first_tag:#x}, expected tags below 2**64"
            )));
        }
        let size = self.size(Some(count));
        let columns = Columns::read(Kind::Request, &Arguments { ports, named }, size)?;
        self.with_detached(py, |board| {
            let mut beat = no_request().clone();
            for number in 0..count {
                columns.fill(number, &mut beat);
                let refuse = |problem: String| refused(format!("beat {number}: {problem}"));
                if let Some(problem) = beat.problem() {
                    return Err(refuse(problem));
                }
                let tag = first_tag + (number / beats) as u64;
                let taken = board.request(tag, &beat);
                taken.map_err(|error| refuse(error.to_string()))?;
            }
            Ok(())
        })
    }

    /// A beat of a result left the unit: of the request with the tag, or without one of the oldest.
    /// Gives whether it is as expected; each output counts where the unit marks it as valid.
    ///
    /// Outputs are named as the ports (agu.RESULT_PORTS); one that is not named counts as 0.
    ///
    /// AguError: nobody asked for it, which is a difference too; no such port, wrong sizes, values
    /// that are too wide.
    #[pyo3(signature = (tag = None, ports = None, **named))]
    fn result(
        &self,
        py: Python<'_>,
        tag: Option<&Bound<'_, PyAny>>,
        ports: Option<&Bound<'_, PyMapping>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<bool> {
        let tag = tag.map(|tag| number("tag", tag, 64)).transpose()?;
        let size = self.size(None);
        let columns = Columns::read(Kind::Result, &Arguments { ports, named }, size)?;
        let mut outputs = Outputs::default();
        columns.fill(0, &mut outputs);
        outputs.result_valid = 1;
        self.with(py, |board| board.result(tag, &outputs).map_err(refused))
    }

    /// `count` beats of results left the unit, in the order of their requests, or each of the
    /// request with its tag. Gives how many are as expected. Faster than as many calls of `result`.
    ///
    /// tags: None, or shape (count,). Arrays have shapes as in `requests`.
    ///
    /// AguError: as of result, with the number of the beat that nobody asked for; those before it
    /// were compared.
    #[pyo3(signature = (count, tags = None, ports = None, **named))]
    fn results(
        &self,
        py: Python<'_>,
        count: &Bound<'_, PyAny>,
        tags: Option<&Bound<'_, PyAny>>,
        ports: Option<&Bound<'_, PyMapping>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<usize> {
        let count = self::count(count)?;
        let tags = tags.map(|tags| tags_of(tags, count)).transpose()?;
        let size = self.size(Some(count));
        let columns = Columns::read(Kind::Result, &Arguments { ports, named }, size)?;
        self.with_detached(py, |board| {
            let mut outputs = Outputs::default();
            let mut right = 0;
            for number in 0..count {
                columns.fill(number, &mut outputs);
                outputs.result_valid = 1;
                let tag = tags.as_ref().map(|tags| tags.at(number));
                let compared = board.result(tag, &outputs);
                let compared =
                    compared.map_err(|error| refused(format!("beat {number}: {error}")))?;
                right += usize::from(compared);
            }
            Ok(right)
        })
    }

    /// A memory request left the unit. Gives whether it is as expected.
    ///
    /// Outputs are named as the ports (agu.MEMORY_PORTS); one that is not named counts as 0.
    ///
    /// AguError: the scoreboard was made without a memory port; no such port, values that are too
    /// wide.
    #[pyo3(signature = (ports = None, **named))]
    fn memory(
        &self,
        py: Python<'_>,
        ports: Option<&Bound<'_, PyMapping>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<bool> {
        let size = self.size(None);
        let columns = Columns::read(Kind::Memory, &Arguments { ports, named }, size)?;
        let mut outputs = Outputs::default();
        columns.fill(0, &mut outputs);
        outputs.memory_valid = 1;
        self.with(py, |board| board.memory(&outputs).map_err(refused))
    }

    /// `count` memory requests left the unit. Gives how many are as expected. Arrays have shape
    /// (count,).
    ///
    /// AguError: as of memory.
    #[pyo3(signature = (count, ports = None, **named))]
    fn memories(
        &self,
        py: Python<'_>,
        count: &Bound<'_, PyAny>,
        ports: Option<&Bound<'_, PyMapping>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<usize> {
        let count = self::count(count)?;
        let size = self.size(Some(count));
        let columns = Columns::read(Kind::Memory, &Arguments { ports, named }, size)?;
        self.with_detached(py, |board| {
            let mut outputs = Outputs::default();
            let mut right = 0;
            for number in 0..count {
                columns.fill(number, &mut outputs);
                outputs.memory_valid = 1;
                right += usize::from(board.memory(&outputs).map_err(refused)?);
            }
            Ok(right)
        })
    }

    /// The unit took a configuration write: config_address, 6 bits, and config_data, 64 bits.
    ///
    /// AguError: there is no such register, or the last warp is not whole.
    fn write(
        &self,
        py: Python<'_>,
        address: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let address = number("address", address, 6)? as u8;
        let data = number("data", data, 64)?;
        self.with(py, |board| board.write(address, data).map_err(refused))
    }

    /// All configuration registers were written.
    ///
    /// AguError: the last warp is not whole.
    fn configure(&self, py: Python<'_>, config: &Config) -> PyResult<()> {
        self.with(py, |board| board.configure(&config.0).map_err(refused))
    }

    /// The unit was reset: nothing is outstanding. What differed before stays.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |board| {
            board.reset();
            Ok(())
        })
    }

    /// The first difference; None where all is as expected so far.
    #[getter]
    fn difference(&self, py: Python<'_>) -> PyResult<Option<TaggedDifference>> {
        self.with(py, |board| {
            Ok(board.difference().map(TaggedDifference::from))
        })
    }

    /// What has not left.
    fn outstanding(&self, py: Python<'_>) -> PyResult<WhatIsOutstanding> {
        self.with(py, |board| {
            let it = board.outstanding();
            Ok(WhatIsOutstanding {
                results: it.results,
                memory: it.memory,
            })
        })
    }

    /// Ends it: each call after this one but close is an AguError.
    fn close(&self, py: Python<'_>) {
        let locked = self.board.lock_py_attached(py);
        *locked.unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) {
        self.close(py);
    }
}

/// A tag for each beat.
fn tags_of(tags: &Bound<'_, PyAny>, count: usize) -> PyResult<Numbers> {
    let Array { numbers, shape } = array("tags", tags)?;
    match &shape[..] {
        [one] if *one == count => Ok(numbers),
        _ => Err(refused(format!(
            "tags: got {} of them, expected shape ({count},)",
            numbers.len()
        ))),
    }
}
