//! Numbers of lanes for Python: memoryviews, which count as sequences of ints, and of which numpy
//! makes an array without a copy.

use isa::ports::Port;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};

/// The values of a port of a row a lane, or of `rows` rows.
pub fn of_port<'py>(
    py: Python<'py>,
    port: &Port,
    bytes: &[u8],
    rows: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let (bits, elements) = port.shape.storage();
    let format = match bits {
        8 => "B",
        16 => "H",
        32 => "I",
        _ => "Q",
    };
    let view = PyMemoryView::from(PyBytes::new(py, bytes).as_any())?;
    match rows {
        Some(rows) if elements > 1 => view.call_method1("cast", (format, [rows, elements])),
        _ => view.call_method1("cast", (format,)),
    }
}

/// Words of 32 bits.
pub fn words<'py>(py: Python<'py>, words: &[u32]) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    PyMemoryView::from(PyBytes::new(py, &bytes).as_any())?.call_method1("cast", ("I",))
}
