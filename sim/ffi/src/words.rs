//! Instruction words: text to word, word to text, word to control record.

use crate::status::{Outcome, Refused, agu_error, agu_status, call, put_text, slice, text, write};
use agu_status::{AGU_ERROR_ILLEGAL, AGU_ERROR_SIZE, AGU_ERROR_TEXT, AGU_OK};
use isa::Isa;
use isa::control::ControlRecord;
use std::ffi::c_char;

/// Instruction sets. vISA has bytes instead of words: its programs run, but it has no words to
/// decode.
pub const AGU_MAXWELL: u32 = 0;
pub const AGU_FERMI: u32 = 1;
pub const AGU_VISA: u32 = 2;

pub(crate) fn isa_of(number: u32) -> Outcome<Isa> {
    let isa = Isa::ALL.get(number as usize).copied();
    isa.ok_or_else(|| Refused::value(format!("isa is {number}, expected 0 to 2")))
}

/// An instruction set whose instructions are words.
fn isa_of_words(number: u32) -> Outcome<Isa> {
    match isa_of(number)? {
        Isa::Visa => Err(Refused::value("isa is 2, vISA, which has no words")),
        isa => Ok(isa),
    }
}

/// Control record of a word, as a decoder gives it. A member that the instruction does not use has
/// a fixed value: registers 255, predicates 7, `lane_mask` 15, all others 0.
#[repr(C)]
#[derive(Clone, Default)]
pub struct agu_control_record {
    /// The word is no instruction, or illegal to execute; then all other fields are 0.
    pub illegal: u8,
    /// Guard predicate.
    pub guard: u8,
    /// The lane executes where the guard is false.
    pub guard_inverted: u8,
    /// An ADDR_ADD, else what `access` says.
    pub address_add: u8,
    /// A load or a store, else an LEA or a MOV.
    pub access: u8,
    /// `.X` of an LEA, `.E` of an access.
    pub extended: u8,
    /// Lane `l` takes part where bit `l mod 4` is set.
    pub lane_mask: u8,
    /// Rd of an LEA or a MOV, data register of an access, address variable of an ADDR_ADD.
    pub destination: u16,
    /// LEA.HI.
    pub high: u8,
    /// The offset of an LEA is negated, or src1 of an ADDR_ADD.
    pub negate: u8,
    /// Left shift of an LEA's offset.
    pub scale: u8,
    /// `.CC`.
    pub write_cc: u8,
    /// Plg of an LEA, where it is written.
    pub predicate: u8,
    /// A store, else a load.
    pub store: u8,
    /// Code of the `AccessSpace`.
    pub access_space: u8,
    /// Code of the access size.
    pub access_size: u8,
    /// Ra of an access.
    pub address_register: u8,
    /// An access's raw field, zero-extended; an Sb that is an immediate, sign-extended; a src1 that is one, zero-extended.
    pub immediate: u32,
    /// Code of the kind of an access's immediate.
    pub immediate_kind: u8,
    /// Constant bank of LDC or of an Sb that is a constant.
    pub bank: u8,
    /// The window compare alone steers a generic access.
    pub steer_by_window: u8,
    /// `(abs)` of src1, before it is negated.
    pub absolute: u8,
    /// Code of the exec size.
    pub exec_size: u8,
    /// Code of the channel mask: its group in bits 2:0, NoMask in bit 3.
    pub channel_mask: u8,
    /// First element of the destination.
    pub element: u8,
    /// Plg of a generic access, where it steers.
    pub steering_predicate: u8,
    /// The access competes for a lock.
    pub lock_acquire: u8,
    /// The access frees a lock.
    pub lock_release: u8,
    /// Predicate that tells who got the lock.
    pub lock_predicate: u8,
    /// Code of the `SourceCode`: where Sb, the base of an LEA or a MOV, or src0 of an ADDR_ADD comes from.
    pub source_kind: u8,
    /// Sb as a register.
    pub source_register: u8,
    /// Sb as a constant: byte offset in its bank.
    pub constant_offset: u16,
    /// Ra of an LEA, the low word of its offset.
    pub offset_register: u8,
    /// Rc of an LEA, the high word of its offset.
    pub offset_high_register: u8,
    /// Bytes of an ADDR_ADD.
    pub length: u8,
    /// Number of src0's variable.
    pub source_variable: u32,
    /// First element of src0, row of a general variable, bytes past a state variable's address.
    pub source_offset: u8,
    /// Column of src0 that is a general variable.
    pub source_column: u8,
    /// Code of the width of src0 that is an address operand.
    pub source_width: u8,
    /// Src0 is a sampler, where it is a state variable.
    pub source_sampler: u8,
    /// Code of the `OffsetCode`: where the offset, or src1, comes from.
    pub offset_kind: u8,
    /// Number of src1's variable.
    pub offset_variable: u32,
    /// Row of src1's first element.
    pub offset_row: u8,
    /// Column of src1's first element.
    pub offset_column: u8,
    /// Code of the vertical stride of src1's region, 1 to 7.
    pub vertical_stride: u8,
    /// Code of the width of src1's region, 2 to 7.
    pub region_width: u8,
    /// Code of the horizontal stride of src1's region, 1 to 7.
    pub horizontal_stride: u8,
}

macro_rules! record {
    ($($field:ident $shape:ident $bits:tt $meaning:literal,)*) => {
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

/// Assembles a line of text to its word.
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
    // SAFETY: as promised.
    unsafe {
        call(error, || {
            let assembled = isa::assemble(isa_of_words(isa)?, text(line, "line")?);
            let refused = |message| Refused::new(AGU_ERROR_TEXT, message);
            let assembled = assembled
                .map_err(|error| refused(format!("column {}: {}", error.column, error.message)))?;
            let (_, assembled) =
                assembled.ok_or_else(|| refused("no instruction, expected one".to_owned()))?;
            write(word, "word", assembled)?;
            Ok(AGU_OK)
        })
    }
}

/// Disassembles a word to its canonical text, with a zero at its end.
///
/// `*length`, unless `length` is null, becomes its length without the zero. Returns
/// `AGU_ERROR_SIZE` if `size` bytes are too few.
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
    // SAFETY: as promised.
    unsafe {
        call(error, || {
            let text = isa::disassemble(isa_of_words(isa)?, word);
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
}

/// Decodes a word to its control record. An illegal word has a record too, with `illegal` alone
/// set; the status is then `AGU_ERROR_ILLEGAL`, with the reason.
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
    // SAFETY: as promised.
    unsafe {
        call(error, || {
            let isa = isa_of_words(isa)?;
            write(record, "record", ControlRecord::of_word(isa, word).into())?;
            match isa::decode(isa, word) {
                Ok(_) => Ok(AGU_OK),
                Err(error) => Err(Refused::new(AGU_ERROR_ILLEGAL, error)),
            }
        })
    }
}
