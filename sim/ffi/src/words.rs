//! Instruction words: text to word, word to text, and the record that a decoder makes of one.

use crate::status::{Outcome, Refused, agu_error, agu_status, call, put_text, slice, text, write};
use agu_status::{AGU_ERROR_ILLEGAL, AGU_ERROR_SIZE, AGU_ERROR_TEXT, AGU_OK};
use isa::Isa;
use isa::control::ControlRecord;
use std::ffi::c_char;

/// Instruction sets. vISA has bytes in place of words: its programs can be run, but no word of it
/// be assembled or decoded.
pub const AGU_MAXWELL: u32 = 0;
pub const AGU_FERMI: u32 = 1;
pub const AGU_VISA: u32 = 2;

pub(crate) fn isa_of(number: u32) -> Outcome<Isa> {
    let isa = Isa::HARDWARE.get(number as usize).copied();
    isa.ok_or_else(|| Refused::value(format!("isa is {number}, expected 0 to 2")))
}

macro_rules! record {
    ($($field:ident $shape:ident $bits:tt $meaning:literal,)*) => {
        /// Record of a word, as the decoder in front of the unit gives it.
        #[repr(C)]
        #[derive(Clone, Default)]
        pub struct agu_control_record {
            $(#[doc = $meaning] pub $field: isa::port_type!(Warp $bits),)*
        }

        impl From<ControlRecord> for agu_control_record {
            fn from(record: ControlRecord) -> agu_control_record {
                agu_control_record {
                    $($field: record.$field.into(),)*
                }
            }
        }
    };
}

isa::control_record!(record);

/// The word of a line of text.
///
/// # Safety
/// `line` is null or ends with a zero; `word` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_assemble(
    isa: u32,
    line: *const c_char,
    word: *mut u64,
    error: *mut agu_error,
) -> agu_status {
    call(error, || {
        let assembled = isa::assemble(isa_of(isa)?, text(line, "line")?);
        let assembled = assembled.map_err(|error| Refused::new(AGU_ERROR_TEXT, error))?;
        let (_, assembled) = assembled.ok_or_else(|| {
            let message = "column 1: an empty line, expected an instruction";
            Refused::new(AGU_ERROR_TEXT, message)
        })?;
        write(word, "word", assembled as u64)?;
        Ok(AGU_OK)
    })
}

/// The canonical text of a word, with a zero behind it.
///
/// `*length`, unless `length` is null, becomes its length without the zero. Gives
/// `AGU_ERROR_SIZE` where `size` bytes are too few.
///
/// # Safety
/// `buffer` has place for `size` bytes; `length` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_disassemble(
    isa: u32,
    word: u64,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
    error: *mut agu_error,
) -> agu_status {
    call(error, || {
        let text = isa::disassemble(isa_of(isa)?, word.into());
        let text = text.map_err(|error| Refused::new(AGU_ERROR_ILLEGAL, error))?;
        if !length.is_null() {
            write(length, "length", text.len())?;
        }
        let buffer = slice(buffer, size, "buffer")?;
        if text.len() >= size {
            let message = format!("{size} bytes for a text of {}", text.len() + 1);
            return Err(Refused::new(AGU_ERROR_SIZE, message));
        }
        put_text(buffer, &text);
        Ok(AGU_OK)
    })
}

/// The record of a word. An illegal word has a record too, `illegal` and nothing else;
/// the status is then `AGU_ERROR_ILLEGAL`, with the reason.
///
/// # Safety
/// `record` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_decode(
    isa: u32,
    word: u64,
    record: *mut agu_control_record,
    error: *mut agu_error,
) -> agu_status {
    call(error, || {
        let isa = isa_of(isa)?;
        write(
            record,
            "record",
            ControlRecord::of_word(isa, word.into()).into(),
        )?;
        match isa::decode(isa, word.into()) {
            Ok(_) => Ok(AGU_OK),
            Err(error) => Err(Refused::new(AGU_ERROR_ILLEGAL, error)),
        }
    })
}
