//! Instruction words: text to word, word to text, and the record that a decoder makes of one.

use crate::status::{Outcome, Refused, agu_error, agu_status, call, put_text, slice, text, write};
use agu_status::{AGU_ERROR_ILLEGAL, AGU_ERROR_SIZE, AGU_ERROR_TEXT, AGU_OK};
use isa::control::ControlRecord;
use isa::{Isa, Word};
use sim::Generation;
use std::ffi::c_char;

/// An instruction set.
#[repr(C)]
pub struct agu_isa {
    /// The number by which calls name it.
    pub number: u32,
    /// Bits of a word: 64 or 128; 0 of vISA, which has bytes.
    pub word_bits: u32,
    /// Registers besides RZ.
    pub registers: u32,
    /// Uniform registers besides URZ.
    pub uniform_registers: u32,
}

/// The instruction set of that name, or of the part or the architecture with that name, such as
/// `maxwell`, `sm_90` and `hopper`.
///
/// # Safety
/// `name` is null or ends with a zero; `isa` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_isa_of(
    name: *const c_char,
    isa: *mut agu_isa,
    error: *mut agu_error,
) -> agu_status {
    call(error, || {
        let (_, found) = named(name)?;
        let generation = Generation::from(found);
        let given = agu_isa {
            number: found.index() as u32,
            word_bits: if found == Isa::Visa {
                0
            } else {
                4 * found.digits() as u32
            },
            registers: generation.registers().into(),
            uniform_registers: generation.uniform_registers().into(),
        };
        write(isa, "isa", given)?;
        Ok(AGU_OK)
    })
}

/// A name, and the instruction set that it means.
///
/// # Safety
/// As [`text`].
pub(crate) unsafe fn named<'a>(name: *const c_char) -> Outcome<(&'a str, Isa)> {
    let name = text(name, "name")?;
    Ok((name, name.parse().map_err(Refused::value)?))
}

pub(crate) fn isa_of(number: u32) -> Outcome<Isa> {
    Refused::above("isa", number, Isa::ALL.len() as u32 - 1)?;
    Ok(Isa::ALL[number as usize])
}

/// An instruction set without words of 128 bits.
fn isa_of_64(number: u32) -> Outcome<Isa> {
    let isa = isa_of(number)?;
    let Some(part) = isa.part() else {
        return Ok(isa);
    };
    let message = format!("isa is {part} with words of 128 bits, expected maxwell or fermi");
    Err(Refused::value(message))
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

/// The word of a line of text, of Maxwell or Fermi.
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
        let assembled = assembled(isa_of_64(isa)?, line)?;
        write(word, "word", assembled as u64)?;
        Ok(AGU_OK)
    })
}

/// The word of a line of text, of any instruction set: bits 63:0 in `low`, 127:64 in `high`.
///
/// # Safety
/// `line` is null or ends with a zero; `low`, `high` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_assemble_wide(
    isa: u32,
    line: *const c_char,
    low: *mut u64,
    high: *mut u64,
    error: *mut agu_error,
) -> agu_status {
    call(error, || {
        let assembled = assembled(isa_of(isa)?, line)?;
        write(low, "low", assembled as u64)?;
        write(high, "high", (assembled >> 64) as u64)?;
        Ok(AGU_OK)
    })
}

/// # Safety
/// As [`text`].
unsafe fn assembled(isa: Isa, line: *const c_char) -> Outcome<Word> {
    let assembled = isa::assemble(isa, text(line, "line")?);
    let assembled = assembled.map_err(|error| Refused::new(AGU_ERROR_TEXT, error))?;
    let (_, word) = assembled.ok_or_else(|| {
        let message = "column 1: an empty line, expected an instruction";
        Refused::new(AGU_ERROR_TEXT, message)
    })?;
    Ok(word)
}

/// A word by its halves.
fn joined(low: u64, high: u64) -> Word {
    Word::from(high) << 64 | Word::from(low)
}

/// The canonical text of a word of Maxwell or Fermi, with a zero behind it.
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
        disassembled(isa_of_64(isa)?, word.into(), buffer, size, length)
    })
}

/// [`agu_disassemble`] of a word of any instruction set.
///
/// # Safety
/// As for [`agu_disassemble`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_disassemble_wide(
    isa: u32,
    low: u64,
    high: u64,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
    error: *mut agu_error,
) -> agu_status {
    call(error, || {
        disassembled(isa_of(isa)?, joined(low, high), buffer, size, length)
    })
}

/// # Safety
/// As for [`agu_disassemble`].
unsafe fn disassembled(
    isa: Isa,
    word: Word,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Outcome {
    let text = isa::disassemble(isa, word);
    let text = text.map_err(|error| Refused::new(AGU_ERROR_ILLEGAL, error))?;
    give_text(&text, buffer, size, length)
}

/// Writes a text with a zero behind it.
///
/// # Safety
/// As for [`agu_disassemble`].
pub(crate) unsafe fn give_text(
    text: &str,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Outcome {
    if !length.is_null() {
        write(length, "length", text.len())?;
    }
    let buffer = slice(buffer, size, "buffer")?;
    if text.len() >= size {
        let message = format!("{size} bytes for a text of {}", text.len() + 1);
        return Err(Refused::new(AGU_ERROR_SIZE, message));
    }
    put_text(buffer, text);
    Ok(AGU_OK)
}

/// The record of a word of Maxwell or Fermi. An illegal word has a record too, `illegal` and nothing
/// else; the status is then `AGU_ERROR_ILLEGAL`, with the reason.
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
    call(error, || decoded(isa_of_64(isa)?, word.into(), record))
}

/// [`agu_decode`] of a word of any instruction set.
///
/// # Safety
/// As for [`agu_decode`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_decode_wide(
    isa: u32,
    low: u64,
    high: u64,
    record: *mut agu_control_record,
    error: *mut agu_error,
) -> agu_status {
    call(error, || decoded(isa_of(isa)?, joined(low, high), record))
}

/// # Safety
/// `record` is null or valid for writes.
unsafe fn decoded(isa: Isa, word: Word, record: *mut agu_control_record) -> Outcome {
    write(record, "record", ControlRecord::of_word(isa, word).into())?;
    match isa::decode(isa, word) {
        Ok(_) => Ok(AGU_OK),
        Err(error) => Err(Refused::new(AGU_ERROR_ILLEGAL, error)),
    }
}
