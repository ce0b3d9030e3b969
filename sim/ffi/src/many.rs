//! Many rows in one call, which other threads do not interrupt: for callers whose calls are expensive, such as Python.

use crate::config::{agu_config, config_at};
use crate::handle;
use crate::ports::{self, agu_inputs, agu_outputs};
use crate::scoreboard::{Board, agu_scoreboard, status};
use crate::status::{Outcome, Refused, agu_error, agu_status, call, rows, slice, write};
use crate::warp::compute;
use agu_status::AGU_OK;

/// `agu_execute` for `count` requests. The message of an error begins with the
/// number of the warp, from 0; the results before it are written.
///
/// # Safety
/// As for [`agu_execute`](crate::warp::agu_execute); `requests` and `results` have place for `count` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_execute_many(
    config: *const agu_config,
    requests: *const agu_inputs,
    results: *mut agu_outputs,
    count: usize,
    error: *mut agu_error,
) -> agu_status {
    call(error, || {
        let config = config_at(config)?;
        let requests = rows(requests, count, "requests")?;
        let results = slice(results, count, "results")?;
        for (number, (request, result)) in requests.iter().zip(results).enumerate() {
            *result = compute(&config, request).map_err(|it| it.of_row("warp", number))?;
        }
        Ok(AGU_OK)
    })
}

/// The unit took `count` beats of requests, those of a warp after each other; the tags of the warps
/// count up from `first_tag`. The message of an error begins with the number of the beat, from 0; the
/// beats before it were taken.
///
/// # Safety
/// As for [`agu_scoreboard_request`](crate::scoreboard::agu_scoreboard_request); `requests` has `count` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_requests(
    scoreboard: *const agu_scoreboard,
    first_tag: u64,
    requests: *const agu_inputs,
    count: usize,
    error: *mut agu_error,
) -> agu_status {
    handle::call(scoreboard, error, |Board { scoreboard, .. }: &mut Board| {
        let requests = rows(requests, count, "requests")?;
        let beats = scoreboard.warp_beats();
        if !count.is_multiple_of(beats) {
            let expected = format!("expected whole warps of {beats}");
            return Err(Refused::value(format!(
                "count: got {count} beats, {expected}"
            )));
        }
        if first_tag.checked_add((count / beats) as u64).is_none() {
            return Err(Refused::value(format!(
                "first_tag: got {first_tag:#x}, expected tags below 2**64"
            )));
        }
        for (number, request) in requests.iter().enumerate() {
            let tag = first_tag + (number / beats) as u64;
            let taken =
                ports::request(request).and_then(|beat| Ok(scoreboard.request(tag, &beat)?));
            taken.map_err(|refused| refused.of_row("beat", number))?;
        }
        Ok(AGU_OK)
    })
}

/// `count` beats of results left the unit: in the order of their requests, or, unless `tags` is null,
/// each of the request with its tag. `*right` is how many are as expected; `AGU_DIFFERENT` where not
/// all are. The message of an error begins with the number of the beat; those before it were
/// compared.
///
/// # Safety
/// As for [`agu_scoreboard_result`](crate::scoreboard::agu_scoreboard_result); `results` has `count` elements, and so has `tags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_results(
    scoreboard: *const agu_scoreboard,
    tags: *const u64,
    results: *const agu_outputs,
    count: usize,
    right: *mut usize,
    error: *mut agu_error,
) -> agu_status {
    handle::call(scoreboard, error, |board: &mut Board| {
        let results = rows(results, count, "results")?;
        let tags = if tags.is_null() {
            None
        } else {
            Some(rows(tags, count, "tags")?)
        };
        compare(results, right, |number, result| {
            let tag = tags.map(|tags| tags[number]);
            let compared = board.result(tag, result);
            compared.map_err(|refused| refused.of_row("beat", number))
        })
    })
}

/// `count` memory requests left the unit; `right` as for `agu_scoreboard_results`.
///
/// # Safety
/// As for [`agu_scoreboard_results`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_memories(
    scoreboard: *const agu_scoreboard,
    requests: *const agu_outputs,
    count: usize,
    right: *mut usize,
    error: *mut agu_error,
) -> agu_status {
    handle::call(scoreboard, error, |board: &mut Board| {
        let requests = rows(requests, count, "requests")?;
        compare(requests, right, |_, request| board.memory(request))
    })
}

/// Compares one row after the other, and counts those that are as expected.
///
/// # Safety
/// `right` is null or valid for writes.
unsafe fn compare(
    outputs: &[agu_outputs],
    right: *mut usize,
    mut compare: impl FnMut(usize, &agu_outputs) -> Outcome<bool>,
) -> Outcome {
    let mut agree = 0;
    for (number, row) in outputs.iter().enumerate() {
        agree += usize::from(compare(number, row)?);
    }
    write(right, "right", agree)?;
    Ok(status(agree == outputs.len()))
}
