//! The scoreboard: it takes what a unit took and what left it, and reports what differs from the
//! golden model.

use crate::config::{agu_config, config_at};
use crate::handle::{self, Opened};
use crate::ports::{self, agu_inputs, agu_outputs};
use crate::status::{Outcome, Refused, agu_error, agu_status, call, put_text, read, slice, write};
use agu_status::{
    AGU_DIFFERENT, AGU_ERROR_NOT_ASKED, AGU_ERROR_STATE, AGU_ERROR_TAG, AGU_ERROR_VALUE, AGU_OK,
};
use sim::scoreboard::{Scoreboard, ScoreboardError};
use std::ffi::{CString, c_char};

/// A scoreboard.
pub struct agu_scoreboard {
    _opaque: [u8; 0],
}

pub(crate) struct Board {
    pub scoreboard: Scoreboard,
    /// Last text of `agu_scoreboard_text`.
    pub text: CString,
}

impl Opened for Board {
    type Handle = agu_scoreboard;
    const NAME: &'static str = "scoreboard";
}

impl Board {
    /// Whether a result is as expected.
    pub fn result(&mut self, tag: Option<u64>, result: &agu_outputs) -> Outcome<bool> {
        let outputs = agu_outputs {
            result_valid: 1,
            ..result.clone()
        };
        Ok(self.scoreboard.result(tag, &outputs)?)
    }

    /// Whether a memory request is as expected.
    pub fn memory(&mut self, request: &agu_outputs) -> Outcome<bool> {
        let outputs = agu_outputs {
            memory_valid: 1,
            ..request.clone()
        };
        Ok(self.scoreboard.memory(&outputs)?)
    }
}

/// The first difference.
#[repr(C)]
pub struct agu_difference {
    /// The tag of its request, where `has_tag` is not 0.
    pub tag: u64,
    pub has_tag: u8,
    /// Number of the warp since the scoreboard was opened, from 0.
    pub instruction: u64,
    /// Number of the call, of those that were not refused, from 0.
    pub call: u64,
    /// The lane of the warp; -1 where the signal belongs to the whole warp.
    pub lane: i32,
    /// A port's name, or that of a flag of `cc`.
    pub signal: [c_char; 64],
    pub expected: u64,
    pub got: u64,
    /// All of it as a line, as `agu_scoreboard_text` gives it.
    pub text: [c_char; 256],
}

impl From<ScoreboardError> for Refused {
    fn from(error: ScoreboardError) -> Refused {
        use ScoreboardError::*;
        let status = match error {
            Lanes(_) | ConfigAddress(_) | WarpLanes { .. } | Port(..) | UnknownPort(_) => {
                AGU_ERROR_VALUE
            }
            TagTwice(_) | TagInsideWarp { .. } => AGU_ERROR_TAG,
            NotAsked | UnknownTag(_) => AGU_ERROR_NOT_ASKED,
            ConfigInsideWarp | NoMemoryPort | LatePort => AGU_ERROR_STATE,
        };
        Refused::new(status, error)
    }
}

pub(crate) fn status(agrees: bool) -> agu_status {
    if agrees { AGU_OK } else { AGU_DIFFERENT }
}

/// Opens a scoreboard that `make` makes.
///
/// # Safety
/// `scoreboard` and `error` are null or valid for writes.
pub(crate) unsafe fn open(
    scoreboard: *mut *mut agu_scoreboard,
    error: *mut agu_error,
    make: impl FnOnce() -> Outcome<Scoreboard>,
) -> agu_status {
    call(error, || {
        write(scoreboard, "scoreboard", std::ptr::null_mut())?;
        let board = Board {
            scoreboard: make()?,
            text: CString::default(),
        };
        write(scoreboard, "scoreboard", handle::open(board))?;
        Ok(AGU_OK)
    })
}

/// A scoreboard for a unit of 1, 2, 4, 8, 16 or 32 lanes after reset. Without a memory port, which
/// a `has_memory` of 0 says, no memory requests are expected.
///
/// # Safety
/// `scoreboard` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_open(
    lanes: u32,
    has_memory: u8,
    scoreboard: *mut *mut agu_scoreboard,
    error: *mut agu_error,
) -> agu_status {
    open(scoreboard, error, || {
        Ok(Scoreboard::new(lanes as usize, has_memory != 0)?)
    })
}

/// Closes a scoreboard. Its handle is none from then on.
#[unsafe(no_mangle)]
pub extern "C" fn agu_scoreboard_close(scoreboard: *const agu_scoreboard) -> agu_status {
    handle::close::<Board>(scoreboard)
}

/// The unit was reset: nothing is outstanding. The first difference stays.
///
/// # Safety
/// `error` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_reset(
    scoreboard: *const agu_scoreboard,
    error: *mut agu_error,
) -> agu_status {
    handle::call(scoreboard, error, |board: &mut Board| {
        board.scoreboard.reset();
        Ok(AGU_OK)
    })
}

/// The unit took a write to the configuration register of that address.
///
/// # Safety
/// `error` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_write(
    scoreboard: *const agu_scoreboard,
    address: u32,
    data: u64,
    error: *mut agu_error,
) -> agu_status {
    handle::call(scoreboard, error, |board: &mut Board| {
        let address = u8::try_from(address).unwrap_or(u8::MAX);
        board.scoreboard.write(address, data)?;
        Ok(AGU_OK)
    })
}

/// All configuration registers of the unit were written; a null `config` is the default one.
///
/// # Safety
/// Each pointer is null, or valid for reads or, for `error`, writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_configure(
    scoreboard: *const agu_scoreboard,
    config: *const agu_config,
    error: *mut agu_error,
) -> agu_status {
    handle::call(scoreboard, error, |board: &mut Board| {
        let config = config_at(config)?;
        board.scoreboard.configure(&config)?;
        Ok(AGU_OK)
    })
}

/// The unit took a beat of a request. `tag` is 64 bits of one's own, the same for all beats of a
/// warp; no other warp whose results are to come has it.
///
/// # Safety
/// Each pointer is null, or valid for reads or, for `error`, writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_request(
    scoreboard: *const agu_scoreboard,
    tag: u64,
    request: *const agu_inputs,
    error: *mut agu_error,
) -> agu_status {
    handle::call(scoreboard, error, |board: &mut Board| {
        let beat = ports::request(read(request, "request")?)?;
        board.scoreboard.request(tag, &beat)?;
        Ok(AGU_OK)
    })
}

/// A beat of a result left the unit: the oldest that is to come. `AGU_DIFFERENT` where it is not as
/// expected.
///
/// # Safety
/// Each pointer is null, or valid for reads or, for `error`, writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_result(
    scoreboard: *const agu_scoreboard,
    result: *const agu_outputs,
    error: *mut agu_error,
) -> agu_status {
    handle::call(scoreboard, error, |board: &mut Board| {
        let result = read(result, "result")?;
        board.result(None, result).map(status)
    })
}

/// The same of a unit whose results leave in any order: the oldest of the request with that tag.
///
/// # Safety
/// As for [`agu_scoreboard_result`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_result_of(
    scoreboard: *const agu_scoreboard,
    tag: u64,
    result: *const agu_outputs,
    error: *mut agu_error,
) -> agu_status {
    handle::call(scoreboard, error, |board: &mut Board| {
        let result = read(result, "result")?;
        board.result(Some(tag), result).map(status)
    })
}

/// A memory request left the unit.
///
/// # Safety
/// As for [`agu_scoreboard_result`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_memory(
    scoreboard: *const agu_scoreboard,
    request: *const agu_outputs,
    error: *mut agu_error,
) -> agu_status {
    handle::call(scoreboard, error, |board: &mut Board| {
        let request = read(request, "request")?;
        board.memory(request).map(status)
    })
}

/// The first difference: `AGU_DIFFERENT` and its fields where there is one, else `AGU_OK`.
///
/// # Safety
/// `difference` and `error` are null or valid for writes; a null `difference` is of no interest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_difference(
    scoreboard: *const agu_scoreboard,
    difference: *mut agu_difference,
    error: *mut agu_error,
) -> agu_status {
    handle::call(scoreboard, error, |board: &mut Board| {
        let Some(first) = board.scoreboard.difference() else {
            return Ok(AGU_OK);
        };
        let mismatch = &first.mismatch;
        let mut given = agu_difference {
            tag: first.tag.unwrap_or_default(),
            has_tag: first.tag.is_some().into(),
            instruction: mismatch.place.instruction as u64,
            call: mismatch.place.cycle,
            lane: mismatch.lane.map_or(-1, |lane| lane as i32),
            signal: [0; 64],
            expected: mismatch.expected,
            got: mismatch.got,
            text: [0; 256],
        };
        put_text(&mut given.signal, &mismatch.signal);
        put_text(&mut given.text, &first.to_string());
        if !difference.is_null() {
            write(difference, "difference", given)?;
        }
        Ok(AGU_DIFFERENT)
    })
}

/// The first difference as a line of text, empty if there is none; null for a closed handle. The
/// text lives until the next call of this function or of one of the `_bits` functions for the same
/// scoreboard, or until that is closed.
#[unsafe(no_mangle)]
pub extern "C" fn agu_scoreboard_text(scoreboard: *const agu_scoreboard) -> *const c_char {
    let text = handle::with(scoreboard, |board: &mut Board| {
        board.text = match board.scoreboard.difference() {
            Some(first) => CString::new(first.to_string()).unwrap_or_default(),
            None => CString::default(),
        };
        Ok(board.text.as_ptr())
    });
    text.unwrap_or(std::ptr::null())
}

/// Tags of what has not left: those of the requests whose results are to come, and of those whose
/// memory requests are. The counts say how many there are; at most `capacity` of each are written.
///
/// # Safety
/// `results` and `memory` have place for `capacity` tags, or are null where that is 0; the counts
/// and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_outstanding(
    scoreboard: *const agu_scoreboard,
    results: *mut u64,
    memory: *mut u64,
    capacity: usize,
    result_count: *mut usize,
    memory_count: *mut usize,
    error: *mut agu_error,
) -> agu_status {
    handle::call(scoreboard, error, |board: &mut Board| {
        let outstanding = board.scoreboard.outstanding();
        for (tags, places, count, name) in [
            (outstanding.results, results, result_count, "results"),
            (outstanding.memory, memory, memory_count, "memory"),
        ] {
            let places = slice(places, capacity, name)?;
            places
                .iter_mut()
                .zip(&tags)
                .for_each(|(to, tag)| *to = *tag);
            write(count, "count", tags.len())?;
        }
        Ok(AGU_OK)
    })
}
