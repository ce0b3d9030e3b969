//! Status and message of a call.

use std::ffi::{CStr, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Status of a call; errors are negative, and change nothing but where a function says so.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum agu_status {
    AGU_OK = 0,
    /// The hardware differs from the golden model.
    AGU_DIFFERENT = 1,
    /// There is nothing more.
    AGU_END = 2,
    /// A pointer is null, or not aligned.
    AGU_ERROR_POINTER = -1,
    /// A handle is none: it was closed, belongs to something else, or never was one.
    AGU_ERROR_HANDLE = -2,
    /// A number is out of its range.
    AGU_ERROR_VALUE = -3,
    /// A text is not understood.
    AGU_ERROR_TEXT = -4,
    /// A word or a line is no legal instruction.
    AGU_ERROR_ILLEGAL = -5,
    /// A buffer is too small.
    AGU_ERROR_SIZE = -6,
    /// A tag that a request in the unit has already, or not that of the warp's other beats.
    AGU_ERROR_TAG = -7,
    /// A result that no request asked for. It counts as a difference too.
    AGU_ERROR_NOT_ASKED = -8,
    /// The call comes at the wrong time.
    AGU_ERROR_STATE = -9,
    /// A defect of the library.
    AGU_ERROR_INTERNAL = -100,
}

/// Status of the last call that it was given to, and the reason in words. Null is allowed.
#[repr(C)]
pub struct agu_error {
    pub status: agu_status,
    /// Zero-terminated, cut to its size; empty unless the status is an error. The text of a
    /// difference is [`agu_scoreboard_text`](crate::scoreboard::agu_scoreboard_text)'s.
    pub message: [c_char; 508],
}

/// A call that is refused.
pub(crate) struct Refused {
    pub status: agu_status,
    pub message: String,
}

pub(crate) type Outcome<T = agu_status> = Result<T, Refused>;

impl Refused {
    pub fn new(status: agu_status, message: impl Display) -> Refused {
        Refused {
            status,
            message: message.to_string(),
        }
    }

    pub fn value(message: impl Display) -> Refused {
        Refused::new(agu_status::AGU_ERROR_VALUE, message)
    }

    /// Refuses a number above `most`, which is called `name`.
    pub fn above(name: &str, number: u32, most: u32) -> Outcome<()> {
        if number <= most {
            return Ok(());
        }
        let message = format!("{name} is {number}, expected 0 to {most}");
        Err(Refused::value(message))
    }

    /// The refusal, of one row of many.
    pub fn of_row(self, row: &str, number: usize) -> Refused {
        let message = format!("{row} {number}: {}", self.message);
        Refused { message, ..self }
    }
}

/// Does the work of a call, and fills in `error`: a refusal and a panic have a message.
///
/// # Safety
/// `error` is null, or is valid for writes if it is aligned.
pub(crate) unsafe fn call(
    error: *mut agu_error,
    work: impl FnOnce() -> Outcome<agu_status>,
) -> agu_status {
    let done = catch_unwind(AssertUnwindSafe(work));
    let Refused { status, message } = match done {
        Ok(Ok(status)) => Refused {
            status,
            message: String::new(),
        },
        Ok(Err(refused)) => refused,
        Err(_) => Refused::new(
            agu_status::AGU_ERROR_INTERNAL,
            "a defect of the library, expected none",
        ),
    };
    if !error.is_null() && error.is_aligned() {
        // SAFETY: as promised.
        unsafe {
            (*error).status = status;
            put_text(&mut (*error).message, &message);
        }
    }
    status
}

/// Copies a text, with a zero behind it, cut to the place at the border of a character.
pub(crate) fn put_text(place: &mut [c_char], text: &str) {
    let mut end = text.len().min(place.len().saturating_sub(1));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    for (to, byte) in place.iter_mut().zip(text[..end].bytes().chain([0])) {
        *to = byte as c_char;
    }
}

/// The value at a pointer.
///
/// # Safety
/// It is null, or valid for reads for as long as the result is used, if it is aligned.
pub(crate) unsafe fn read<'a, T>(pointer: *const T, name: &str) -> Outcome<&'a T> {
    check(pointer, 1, name)?;
    // SAFETY: as promised.
    Ok(unsafe { &*pointer })
}

/// Writes through a pointer.
///
/// # Safety
/// It is null, or valid for writes if it is aligned.
pub(crate) unsafe fn write<T>(pointer: *mut T, name: &str, value: T) -> Outcome<()> {
    check(pointer, 1, name)?;
    // SAFETY: as promised; nothing is read or dropped there.
    unsafe { pointer.write(value) };
    Ok(())
}

/// The text at a pointer.
///
/// # Safety
/// It is null, or points to a string with a zero at its end that lives as long as the result.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Outcome<&'a str> {
    if pointer.is_null() {
        return Err(bad_pointer(name));
    }
    // SAFETY: as promised.
    let text = unsafe { CStr::from_ptr(pointer) }.to_str();
    text.map_err(|error| {
        let at = error.valid_up_to();
        Refused::new(
            agu_status::AGU_ERROR_TEXT,
            format!("{name}: byte {at} is not UTF-8, expected text"),
        )
    })
}

/// The `count` elements at a pointer; it may be null where there are none.
///
/// # Safety
/// As [`read`], for so many elements, which nothing else uses meanwhile.
pub(crate) unsafe fn slice<'a, T>(
    pointer: *mut T,
    count: usize,
    name: &str,
) -> Outcome<&'a mut [T]> {
    if count == 0 {
        return Ok(&mut []);
    }
    check(pointer, count, name)?;
    // SAFETY: as promised.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, count) })
}

/// The same, which are only read.
///
/// # Safety
/// As [`read`], for so many elements.
pub(crate) unsafe fn rows<'a, T>(pointer: *const T, count: usize, name: &str) -> Outcome<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    check(pointer, count, name)?;
    // SAFETY: as promised.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Refuses a pointer that is null or not aligned, and more elements than fit in memory.
fn check<T>(pointer: *const T, count: usize, name: &str) -> Outcome<()> {
    let most = isize::MAX as usize / size_of::<T>();
    if pointer.is_null() || !pointer.is_aligned() || count > most {
        return Err(bad_pointer(name));
    }
    Ok(())
}

fn bad_pointer(name: &str) -> Refused {
    Refused::new(
        agu_status::AGU_ERROR_POINTER,
        format!("{name} is null or not aligned, expected a pointer to it"),
    )
}
