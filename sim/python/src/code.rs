//! Instruction words and text.

use crate::error::refused;
use isa::Isa;
use isa::control::ControlRecord;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The instruction set of that name.
pub fn isa_of(name: &str) -> PyResult<Isa> {
    name.parse()
        .map_err(|error: isa::UnknownIsa| refused(error))
}

/// The 64-bit word of one line of assembly text; `isa` is "maxwell" or "fermi".
///
/// AguError: the text is no instruction; the message begins with the column, counted from 1.
#[pyfunction]
pub fn assemble(isa: &str, text: &str) -> PyResult<u64> {
    let assembled = isa::assemble(isa_of(isa)?, text).map_err(refused)?;
    let nothing = || refused("column 1: an empty line, expected an instruction");
    assembled.map(|(_, word)| word).ok_or_else(nothing)
}

/// The text of a 64-bit word; `isa` is "maxwell" or "fermi".
///
/// AguError: the word is no instruction.
#[pyfunction]
pub fn disassemble(isa: &str, word: &Bound<'_, PyAny>) -> PyResult<String> {
    let word = crate::numbers::number("word", word, 64)?;
    isa::disassemble(isa_of(isa)?, word).map_err(refused)
}

/// The control record of a 64-bit word, as the decoder in front of the unit gives it: the value of
/// each field by its name; `isa` is "maxwell" or "fermi".
///
/// AguError: the word is no instruction, or is illegal to execute.
#[pyfunction]
pub fn decode<'py>(
    py: Python<'py>,
    isa: &str,
    word: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let word = crate::numbers::number("word", word, 64)?;
    let instruction = isa::decode(isa_of(isa)?, word).map_err(refused)?;
    let record = PyDict::new(py);
    for (field, value) in ControlRecord::from(&instruction).fields() {
        record.set_item(field, value)?;
    }
    Ok(record)
}
