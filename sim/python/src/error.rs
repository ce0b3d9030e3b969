//! What is wrong with a call.

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use std::fmt::Display;

create_exception!(
    agu,
    AguError,
    PyValueError,
    "What is wrong with a call: what was expected, and what was got."
);

/// An `AguError` with the message of `error`.
pub fn refused(error: impl Display) -> PyErr {
    AguError::new_err(error.to_string())
}
