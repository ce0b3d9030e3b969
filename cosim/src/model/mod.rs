//! The Verilated 32-lane unit, safely.
//!
//! [`Unit`] owns one model. Its ports are the Verilated class's own members: inputs
//! are written and outputs read in place, and one call runs one clock cycle.

mod execute;
mod ffi;

pub use execute::{NoAnswer, Request, Response};
pub use ffi::{Beat, ModelTable};

use std::ffi::{CString, c_void};
use std::io;
use std::path::Path;

/// Lanes of the linked unit.
pub const LANES: usize = 32;

/// One Verilated unit.
pub struct Unit {
    table: &'static ModelTable,
    handle: *mut c_void,
    ports: ffi::PortPointers,
    cycles: u64,
}

// SAFETY: a model has no state outside its own object and context, and `Unit` is
// its only owner.
unsafe impl Send for Unit {}

/// A unit's input ports, to be written. Names as in the exported Verilog.
pub struct Inputs<'a> {
    pub reset: &'a mut u8,
    pub config_valid: &'a mut u8,
    pub config_address: &'a mut u8,
    pub config_data: &'a mut u64,
    pub request_valid: &'a mut u8,
    pub high: &'a mut u8,
    pub negate: &'a mut u8,
    pub extended: &'a mut u8,
    pub scale: &'a mut u8,
    pub write_cc: &'a mut u8,
    pub predicate: &'a mut u8,
    pub destination: &'a mut u8,
    pub active_mask: &'a mut u32,
    pub guard_mask: &'a mut u32,
    pub carry_in: &'a mut u32,
    pub overflow_in: &'a mut u32,
    pub base_lo: &'a mut [u32; LANES],
    pub base_hi: &'a mut [u32; LANES],
    pub offset_lo: &'a mut [u32; LANES],
    pub offset_hi: &'a mut [u32; LANES],
    pub result_ready: &'a mut u8,
}

/// A unit's output ports after the last cycle. Names as in the exported Verilog.
pub struct Outputs<'a> {
    pub config_ready: u8,
    pub request_ready: u8,
    pub result_valid: u8,
    pub result_beat: u8,
    pub result_last: u8,
    pub result_predicate: u8,
    pub result_destination: u8,
    pub rd_write: u32,
    pub predicate_write: u32,
    pub cc_write: u32,
    pub sum_lo: &'a [u32; LANES],
    pub sum_hi: &'a [u32; LANES],
    /// Four bits a lane, {OF, SF, ZF, CF}, lane 0 lowest.
    pub cc: &'a [u32; 4],
}

impl Unit {
    /// A unit of the model `table`, not yet reset.
    pub fn new(table: &'static ModelTable) -> Unit {
        // SAFETY: create takes null for no wave file.
        let handle = unsafe { (table.create)(std::ptr::null()) };
        Unit::from_handle(table, handle)
    }

    /// A unit that writes its signals to the file `vcd`, two nanoseconds a cycle.
    ///
    /// # Errors
    /// The file cannot be written, or its name holds a zero byte.
    pub fn traced(vcd: &Path) -> io::Result<Unit> {
        let name = CString::new(vcd.as_os_str().as_encoded_bytes())?;
        let table = ModelTable::traced();
        // SAFETY: a zero-terminated string that outlives the call.
        let handle = unsafe { (table.create)(name.as_ptr()) };
        if handle.is_null() {
            return Err(io::Error::other("the wave file cannot be written"));
        }
        Ok(Unit::from_handle(table, handle))
    }

    fn from_handle(table: &'static ModelTable, handle: *mut c_void) -> Unit {
        let mut ports = std::mem::MaybeUninit::uninit();
        // SAFETY: `ports` of model.cpp fills every member of the structure.
        let ports = unsafe {
            (table.ports)(handle, ports.as_mut_ptr());
            ports.assume_init()
        };
        Unit {
            table,
            handle,
            ports,
            cycles: 0,
        }
    }

    /// The input ports.
    #[inline(always)]
    pub fn inputs(&mut self) -> Inputs<'_> {
        let p = &self.ports;
        // SAFETY: pointers to distinct members of the live model, of the sizes that
        // model.cpp asserts; the borrow of `self` keeps them exclusive.
        unsafe {
            Inputs {
                reset: &mut *p.reset,
                config_valid: &mut *p.config_valid,
                config_address: &mut *p.config_address,
                config_data: &mut *p.config_data,
                request_valid: &mut *p.request_valid,
                high: &mut *p.high,
                negate: &mut *p.negate,
                extended: &mut *p.extended,
                scale: &mut *p.scale,
                write_cc: &mut *p.write_cc,
                predicate: &mut *p.predicate,
                destination: &mut *p.destination,
                active_mask: &mut *p.active_mask,
                guard_mask: &mut *p.guard_mask,
                carry_in: &mut *p.carry_in,
                overflow_in: &mut *p.overflow_in,
                base_lo: &mut *p.base_lo,
                base_hi: &mut *p.base_hi,
                offset_lo: &mut *p.offset_lo,
                offset_hi: &mut *p.offset_hi,
                result_ready: &mut *p.result_ready,
            }
        }
    }

    /// The output ports.
    #[inline(always)]
    pub fn outputs(&self) -> Outputs<'_> {
        let p = &self.ports;
        // SAFETY: pointers to members of the live model, of the sizes that model.cpp
        // asserts; nothing writes them while `self` is borrowed.
        unsafe {
            Outputs {
                config_ready: *p.config_ready,
                request_ready: *p.request_ready,
                result_valid: *p.result_valid,
                result_beat: *p.result_beat,
                result_last: *p.result_last,
                result_predicate: *p.result_predicate,
                result_destination: *p.result_destination,
                rd_write: *p.rd_write,
                predicate_write: *p.predicate_write,
                cc_write: *p.cc_write,
                sum_lo: &*p.sum_lo,
                sum_hi: &*p.sum_hi,
                cc: &*p.cc,
            }
        }
    }

    /// Runs one clock cycle with the inputs as they stand.
    #[inline(always)]
    pub fn cycle(&mut self) {
        // SAFETY: the handle is live until drop.
        unsafe { (self.table.cycle)(self.handle) };
        self.cycles += 1;
    }

    /// Whether the cycles that follow are written to the wave file of a traced unit.
    pub fn dump(&mut self, on: bool) {
        // SAFETY: the handle is live until drop.
        unsafe { (self.table.dump)(self.handle, u8::from(on)) };
    }

    /// Cycles since the unit was made.
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Chooses a deliberate fault, 0 for none; false where the model has none built in.
    pub fn select_variant(&mut self, variant: u8) -> bool {
        if self.ports.variant.is_null() {
            return false;
        }
        // SAFETY: not null, hence a member of the live model.
        unsafe { *self.ports.variant = variant };
        true
    }

    /// The ceiling of a checked loop: `cycles` cycles over the beats of `ring` in
    /// C++, nothing compared. Gives the number of accepted beats.
    pub fn replay(&mut self, ring: &[Beat], cycles: u64) -> u64 {
        if ring.is_empty() {
            return 0;
        }
        self.cycles += cycles;
        // SAFETY: the ring is read only, within its length.
        unsafe { (self.table.replay)(self.handle, ring.as_ptr(), ring.len() as u64, cycles) }
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        // SAFETY: the handle is live and not used again.
        unsafe { (self.table.destroy)(self.handle) };
    }
}
