//! What `model.h` declares, and the models that `build.rs` links.

use std::ffi::{c_char, c_void};

// Links Verilator's run-time library.
use verilated as _;

/// Pointers to a model's ports, as `agu_ports` in `model.h`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct PortPointers {
    pub reset: *mut u8,
    pub config_valid: *mut u8,
    pub config_ready: *mut u8,
    pub config_address: *mut u8,
    pub config_data: *mut u64,
    pub request_valid: *mut u8,
    pub request_ready: *mut u8,
    pub high: *mut u8,
    pub negate: *mut u8,
    pub extended: *mut u8,
    pub scale: *mut u8,
    pub write_cc: *mut u8,
    pub predicate: *mut u8,
    pub destination: *mut u8,
    pub active_mask: *mut u32,
    pub guard_mask: *mut u32,
    pub carry_in: *mut u32,
    pub overflow_in: *mut u32,
    pub base_lo: *mut [u32; 32],
    pub base_hi: *mut [u32; 32],
    pub offset_lo: *mut [u32; 32],
    pub offset_hi: *mut [u32; 32],
    pub result_valid: *mut u8,
    pub result_ready: *mut u8,
    pub result_beat: *mut u8,
    pub result_last: *mut u8,
    pub result_predicate: *mut u8,
    pub result_destination: *mut u8,
    pub rd_write: *mut u32,
    pub predicate_write: *mut u32,
    pub cc_write: *mut u32,
    pub sum_lo: *mut [u32; 32],
    pub sum_hi: *mut [u32; 32],
    pub cc: *mut [u32; 4],
    pub variant: *mut u8,
}

/// One cycle's inputs as the unchecked C++ loop replays them, `agu_beat`.
#[repr(C)]
#[derive(Clone)]
pub struct Beat {
    pub base_lo: [u32; 32],
    pub base_hi: [u32; 32],
    pub offset_lo: [u32; 32],
    pub offset_hi: [u32; 32],
    pub active_mask: u32,
    pub guard_mask: u32,
    pub carry_in: u32,
    pub overflow_in: u32,
    pub request_valid: u8,
    pub result_ready: u8,
    pub high: u8,
    pub negate: u8,
    pub extended: u8,
    pub scale: u8,
    pub write_cc: u8,
    pub predicate: u8,
    pub destination: u8,
}

/// A linked model: the functions of `model.cpp` compiled for one Verilated class.
#[repr(C)]
pub struct ModelTable {
    pub(super) create: unsafe extern "C" fn(vcd: *const c_char) -> *mut c_void,
    pub(super) destroy: unsafe extern "C" fn(*mut c_void),
    pub(super) ports: unsafe extern "C" fn(*mut c_void, *mut PortPointers),
    pub(super) dump: unsafe extern "C" fn(*mut c_void, u8),
    pub(super) cycle: unsafe extern "C" fn(*mut c_void),
    pub(super) replay: unsafe extern "C" fn(*mut c_void, *const Beat, u64, u64) -> u64,
}

unsafe extern "C" {
    static agu_fast_table: ModelTable;
    static agu_traced_table: ModelTable;
}

impl ModelTable {
    /// The product, one evaluation a cycle, without waves.
    pub fn fast() -> &'static ModelTable {
        // SAFETY: a constant of model.cpp, laid out as `agu_model` in model.h.
        unsafe { &agu_fast_table }
    }

    /// The product with waves.
    pub fn traced() -> &'static ModelTable {
        // SAFETY: as above.
        unsafe { &agu_traced_table }
    }
}
