//! Whole numbers out of Python.

use crate::error::refused;
use pyo3::buffer::{ElementType, PyUntypedBuffer};
use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyMemoryView, PyString};
use std::ffi::CStr;

/// Numbers as they were given: none is copied into a larger type.
pub enum Numbers {
    One(u64),
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
}

/// Numbers and how they were laid out: no number for one alone, else one for each dimension.
pub struct Array {
    pub numbers: Numbers,
    pub shape: Vec<usize>,
}

impl Numbers {
    /// Number `place`; of one alone, that one. 0 past the end.
    #[inline(always)]
    pub fn at(&self, place: usize) -> u64 {
        fn of<T: Copy + Into<u64>>(numbers: &[T], place: usize) -> u64 {
            numbers.get(place).map_or(0, |&number| number.into())
        }
        match self {
            Numbers::One(number) => *number,
            Numbers::U8(numbers) => of(numbers, place),
            Numbers::U16(numbers) => of(numbers, place),
            Numbers::U32(numbers) => of(numbers, place),
            Numbers::U64(numbers) => of(numbers, place),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Numbers::One(_) => 1,
            Numbers::U8(numbers) => numbers.len(),
            Numbers::U16(numbers) => numbers.len(),
            Numbers::U32(numbers) => numbers.len(),
            Numbers::U64(numbers) => numbers.len(),
        }
    }

    /// The first that has more bits, and where it is.
    pub fn wider_than(&self, bits: usize) -> Option<(usize, u64)> {
        let fits = match self {
            Numbers::U8(_) => bits >= 8,
            Numbers::U16(_) => bits >= 16,
            Numbers::U32(_) => bits >= 32,
            Numbers::One(_) | Numbers::U64(_) => bits >= 64,
        };
        if fits {
            return None;
        }
        let mut all = (0..self.len()).map(|place| (place, self.at(place)));
        all.find(|(_, number)| number >> bits != 0)
    }
}

/// One number of at most 64 bits. `what` names it in errors.
pub fn number(what: &str, value: &Bound<'_, PyAny>, bits: usize) -> PyResult<u64> {
    let number =
        one(value).map_err(|got| refused(format!("{what}: got {got}, expected an int")))?;
    if bits < 64 && number >> bits != 0 {
        return Err(too_wide(what, number, bits));
    }
    Ok(number)
}

/// That it is wider than it may be.
pub fn too_wide(what: &str, number: u64, bits: usize) -> PyErr {
    let most = u64::MAX >> (64 - bits);
    refused(format!(
        "{what}: got {number:#x}, expected {bits} bit{}, 0 to {most:#x}",
        if bits == 1 { "" } else { "s" }
    ))
}

/// Numbers of any layout. `what` names them in errors.
pub fn array(what: &str, value: &Bound<'_, PyAny>) -> PyResult<Array> {
    let expected = "expected an int, a sequence of ints, or a buffer of them";
    read(value).map_err(|got| refused(format!("{what}: got {got}, {expected}")))
}

/// `value`, or what it is in place of a whole number.
fn one(value: &Bound<'_, PyAny>) -> Result<u64, String> {
    if let Ok(number) = value.extract::<u64>() {
        return Ok(number);
    }
    // Of numpy too.
    if let Ok(flag) = value.extract::<bool>() {
        return Ok(flag.into());
    }
    if value.is_instance_of::<PyInt>() {
        let negative = value.lt(0).unwrap_or(false);
        return Err(match negative {
            true => format!("the negative number {value}"),
            false => "a number of more than 64 bits".to_owned(),
        });
    }
    Err(kind(value))
}

fn kind(value: &Bound<'_, PyAny>) -> String {
    let name = value.get_type().name();
    name.map_or_else(|_| "something".to_owned(), |name| format!("a {name}"))
}

fn read(value: &Bound<'_, PyAny>) -> Result<Array, String> {
    if value.is_instance_of::<PyInt>() {
        return one(value).map(alone);
    }
    match PyUntypedBuffer::get(value) {
        Ok(buffer) if buffer.dimensions() > 0 => of_buffer(value, &buffer),
        Ok(_) => one(value).map(alone),
        Err(_) => of_sequence(value),
    }
}

fn alone(number: u64) -> Array {
    Array {
        numbers: Numbers::One(number),
        shape: Vec::new(),
    }
}

fn of_sequence(value: &Bound<'_, PyAny>) -> Result<Array, String> {
    if value.is_instance_of::<PyString>() || value.len().is_err() {
        return one(value).map(alone);
    }
    let items = value.try_iter().map_err(|_| kind(value))?;
    let mut numbers = Vec::new();
    for (place, item) in items.enumerate() {
        let item = item.map_err(|error| format!("{} that fails: {error}", kind(value)))?;
        numbers.push(one(&item).map_err(|got| format!("{got} at {place}"))?);
    }
    Ok(Array {
        shape: vec![numbers.len()],
        numbers: Numbers::U64(numbers),
    })
}

fn of_buffer(value: &Bound<'_, PyAny>, buffer: &PyUntypedBuffer) -> Result<Array, String> {
    let py = value.py();
    let format = buffer.format();
    let element = ElementType::from_format(format);
    let numbers = match (element, buffer.item_size()) {
        (_, 2..) if is_swapped(format) => Err(PyBufferError::new_err("bytes the other way round")),
        (ElementType::Bool, 1) => bools(value).map(Numbers::U8),
        (ElementType::UnsignedInteger { .. }, 1) => vec_of(py, buffer).map(Numbers::U8),
        (ElementType::UnsignedInteger { .. }, 2) => vec_of(py, buffer).map(Numbers::U16),
        (ElementType::UnsignedInteger { .. }, 4) => vec_of(py, buffer).map(Numbers::U32),
        (ElementType::UnsignedInteger { .. }, 8) => vec_of(py, buffer).map(Numbers::U64),
        (ElementType::SignedInteger { .. }, 1) => return signed::<i8>(py, buffer),
        (ElementType::SignedInteger { .. }, 2) => return signed::<i16>(py, buffer),
        (ElementType::SignedInteger { .. }, 4) => return signed::<i32>(py, buffer),
        (ElementType::SignedInteger { .. }, 8) => return signed::<i64>(py, buffer),
        _ => Err(PyBufferError::new_err("no integers")),
    };
    let numbers = numbers.map_err(|_| {
        let format = format.to_string_lossy();
        format!("{} of elements {format:?}", kind(value))
    })?;
    let shape = buffer.shape().to_vec();
    Ok(Array { numbers, shape })
}

/// The bytes of an element are in the order of another machine.
fn is_swapped(format: &CStr) -> bool {
    let order = format.to_bytes().first();
    match cfg!(target_endian = "little") {
        true => matches!(order, Some(b'>' | b'!')),
        false => order == Some(&b'<'),
    }
}

fn vec_of<T: pyo3::buffer::Element>(py: Python<'_>, buffer: &PyUntypedBuffer) -> PyResult<Vec<T>> {
    buffer.as_typed::<T>()?.to_vec(py)
}

/// The buffer protocol of Rust has no truth values: their bytes are 0 and 1.
fn bools(value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let bytes = PyMemoryView::from(value)?.call_method0("tobytes")?;
    bytes.extract()
}

fn signed<T>(py: Python<'_>, buffer: &PyUntypedBuffer) -> Result<Array, String>
where
    T: pyo3::buffer::Element + Into<i64>,
{
    let numbers = vec_of::<T>(py, buffer).map_err(|error| error.to_string())?;
    let unsigned = numbers.into_iter().enumerate().map(|(place, number)| {
        let number: i64 = number.into();
        u64::try_from(number).map_err(|_| format!("the negative number {number} at {place}"))
    });
    Ok(Array {
        numbers: Numbers::U64(unsigned.collect::<Result<_, _>>()?),
        shape: buffer.shape().to_vec(),
    })
}
