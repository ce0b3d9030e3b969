//! C interface of the golden model and of the scoreboard: `libagu`, with the header `agu.h`.
//!
//! Handles are opaque numbers typed as pointers: they are looked up, never dereferenced, so that a
//! closed or invented one is an error. There may be any number of them, used from any thread; calls on
//! one handle take turns. A call reads and writes its arguments alone. A panic of the library ends as
//! [`AGU_ERROR_INTERNAL`].
//!
//! [`AGU_ERROR_INTERNAL`]: status::agu_status::AGU_ERROR_INTERNAL

#![allow(non_camel_case_types)]
// The body of each function for C relies on what its section Safety asks of the caller, and on nothing
// else that is unsafe: blocks around whole bodies would say no more.
#![allow(unsafe_op_in_unsafe_fn)]

#[cfg(not(target_pointer_width = "64"))]
compile_error!("handles are numbers of 64 bits in the place of pointers");

pub mod config;
mod handle;
pub mod many;
pub mod memory_port;
pub mod ports;
pub mod program;
pub mod program_state;
pub mod scoreboard;
pub mod status;
pub mod trace;
pub mod warp;
pub mod words;

// The header has the modules in this order; these functions stand for others above them.
pub mod bits;

use std::ffi::c_char;

/// The library's version, as `0.2.0`: a constant string.
#[unsafe(no_mangle)]
pub extern "C" fn agu_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
