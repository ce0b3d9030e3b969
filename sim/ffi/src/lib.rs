//! C interface of the golden model and of the scoreboard: `libagu`, with the header `agu.h`.
//!
//! Handles are opaque numbers of a pointer type. The library looks them up and never dereferences
//! them, so that a closed or an invalid one is an error. Any thread may use any number of handles;
//! calls on one handle take turns. A call reads and writes nothing but its arguments. A panic of
//! the library ends as [`AGU_ERROR_INTERNAL`].
//!
//! [`AGU_ERROR_INTERNAL`]: status::agu_status::AGU_ERROR_INTERNAL

#![allow(non_camel_case_types)]

#[cfg(not(target_pointer_width = "64"))]
compile_error!("handles are 64-bit numbers of a pointer type, expected a 64-bit target");

pub mod config;
mod handle;
pub mod lane;
pub mod ports;
pub mod program;
pub mod scoreboard;
pub mod status;
pub mod warp;
pub mod words;

// The header has the modules in this order; these functions are variants of others above them.
pub mod bits;

use std::ffi::c_char;

/// Returns the library's version, as `0.2.0`: a constant string.
#[unsafe(no_mangle)]
pub extern "C" fn agu_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
