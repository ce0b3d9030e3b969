//! Safe interface of a Verilated unit or LEA unit with the ports of 32 lanes.
//!
//! [`Unit`] owns one model. Its ports are the Verilated class's own members. Inputs are written
//! and outputs read in place, and one call runs one clock cycle.

mod aligned;
mod clocked;
mod end;
mod ffi;

pub use aligned::Aligned;
pub use clocked::Clocked;
pub(in crate::dut) use end::RawEnd;
pub use end::SimulationEnd;
pub use ffi::DutTable;
pub(in crate::dut) use ffi::PortLayout;
pub use sim::scoreboard::{Inputs, LANES, OtherRequest, OtherResponse, Outputs, Written};

use crate::dut::decoder;
use isa::control::ControlRecord;
use std::ffi::{CString, c_void};
use std::io;
use std::path::Path;
use std::ptr;

/// Data of the stores of a beat's lanes, one after the other.
pub type StoreData = [u8; 16 * LANES];

/// One Verilated unit.
pub struct Unit {
    table: &'static DutTable,
    handle: *mut c_void,
    end: *mut RawEnd,
    inputs: *mut Inputs,
    outputs: *const Outputs,
    cycles: u64,
}

// SAFETY: a model has no state outside its own object and context, and `Unit` is
// its only owner.
unsafe impl Send for Unit {}

impl Unit {
    /// A unit of the model `table`, not yet reset. Text that it prints is dropped.
    pub fn new(table: &'static DutTable) -> Unit {
        Unit::create(table, false)
    }

    /// The same, whose text goes to standard error.
    pub fn printing(table: &'static DutTable) -> Unit {
        Unit::create(table, true)
    }

    fn create(table: &'static DutTable, prints: bool) -> Unit {
        // SAFETY: create takes null for no wave file, and then has no error to write.
        let handle = unsafe { (table.create)(ptr::null(), prints.into(), ptr::null_mut()) };
        Unit::from_handle(table, handle)
    }

    /// A unit of the traced model `table` that writes its signals to the file `vcd`, two
    /// nanoseconds a cycle, and its text to standard error if it `prints`.
    ///
    /// # Errors
    /// The file cannot be opened, or its name holds a zero byte.
    pub fn traced(table: &'static DutTable, vcd: &Path, prints: bool) -> io::Result<Unit> {
        let name = CString::new(vcd.as_os_str().as_encoded_bytes())?;
        let mut error = 0;
        // SAFETY: a zero-terminated string and a place that outlive the call.
        let handle = unsafe { (table.create)(name.as_ptr(), prints.into(), &raw mut error) };
        if handle.is_null() {
            return Err(io::Error::from_raw_os_error(error));
        }
        Ok(Unit::from_handle(table, handle))
    }

    fn from_handle(table: &'static DutTable, handle: *mut c_void) -> Unit {
        // SAFETY: the handle is live.
        let (inputs, outputs) = unsafe { ((table.inputs)(handle), (table.outputs)(handle)) };
        // SAFETY: as above.
        let end = unsafe { (table.end)(handle) };
        Unit {
            table,
            handle,
            end,
            inputs,
            outputs,
            cycles: 0,
        }
    }

    /// Switches the wave file of a traced unit on or off for the following cycles.
    pub fn dump(&mut self, on: bool) {
        // SAFETY: the handle is live until drop.
        unsafe { (self.table.dump)(self.handle, u8::from(on)) };
    }

    /// Closes the wave file of a traced unit.
    ///
    /// # Errors
    /// The first error of a write to it.
    pub fn close_waves(&mut self) -> io::Result<()> {
        // SAFETY: the handle is live until drop.
        match unsafe { (self.table.close_waves)(self.handle) } {
            0 => Ok(()),
            error => Err(io::Error::from_raw_os_error(error)),
        }
    }

    /// Whether the design has ended its simulation.
    #[inline(always)]
    pub fn has_ended(&self) -> bool {
        // SAFETY: the handle is live until drop, and what it points to with it.
        unsafe { (*self.end).is_set() }
    }

    /// The first call that ended the simulation.
    pub fn end(&self) -> Option<SimulationEnd> {
        // SAFETY: as above.
        let mut end = unsafe { (*self.end).end() }?;
        end.file = self.table.shown(&end.file);
        Some(end)
    }

    /// The same, so that later calls count again.
    pub fn take_end(&mut self) -> Option<SimulationEnd> {
        let end = self.end()?;
        // SAFETY: as above.
        unsafe { (*self.end).clear() };
        Some(end)
    }

    /// Runs the final blocks of the design, after its last cycle. They may end it too.
    pub fn finish(&mut self) {
        // SAFETY: the handle is live until drop.
        unsafe { (self.table.finish)(self.handle) };
    }

    pub fn table(&self) -> &'static DutTable {
        self.table
    }

    /// Selects a deliberate fault, 0 for none. Returns false if the model has none built in.
    pub fn select_bug(&mut self, seeded_bug: u16) -> bool {
        // SAFETY: the handle is live until drop.
        unsafe { (self.table.select_bug)(self.handle, seeded_bug) != 0 }
    }

    /// Runs one clock cycle with each of `beats`.
    #[inline(always)]
    pub fn replay(&mut self, beats: &[Inputs]) {
        self.cycles += beats.len() as u64;
        // SAFETY: the beats are read only, within their length.
        unsafe { (self.table.replay)(self.handle, beats.as_ptr(), beats.len() as u64) };
    }
}

impl Clocked for Unit {
    fn lanes(&self) -> usize {
        self.table.lanes()
    }

    #[inline(always)]
    fn inputs(&mut self) -> &mut Inputs {
        // SAFETY: the model is live, its members lie as unit.cpp asserts, and the borrow of
        // `self` is exclusive.
        unsafe { &mut *self.inputs }
    }

    #[inline(always)]
    fn outputs(&self) -> &Outputs {
        // SAFETY: as above; the model is only evaluated through `&mut self`.
        unsafe { &*self.outputs }
    }

    #[inline(always)]
    fn settle(&mut self) {
        // SAFETY: the handle is live until drop.
        unsafe { (self.table.settle)(self.handle) };
    }

    #[inline(always)]
    fn cycle(&mut self) {
        // SAFETY: the handle is live until drop.
        unsafe { (self.table.cycle)(self.handle) };
        self.cycles += 1;
    }

    fn cycles(&self) -> u64 {
        self.cycles
    }

    #[inline(always)]
    fn other_requests(&self, requests: &mut [OtherRequest]) {
        if let Some(read) = self.table.other_requests {
            // SAFETY: the handle is live until drop, and as many requests outlive the call.
            unsafe { read(self.handle, requests.as_mut_ptr(), requests.len() as u64) };
        }
    }

    fn respond(&mut self, responses: &[OtherResponse]) {
        if let Some(respond) = self.table.respond {
            // SAFETY: the handle is live until drop, and the responses outlive the call.
            unsafe { respond(self.handle, responses.as_ptr(), responses.len() as u64) };
        }
    }

    fn store(&mut self, data: &StoreData) {
        if let Some(store) = self.table.store {
            // SAFETY: the handle is live until drop, and the data outlives the call.
            unsafe { store(self.handle, data) };
        }
    }

    #[inline(always)]
    fn written(&self, written: &mut Written) {
        if let Some(read) = self.table.written {
            // SAFETY: the handle is live until drop, and the row outlives the call.
            unsafe { read(self.handle, written) };
        }
    }

    fn instruct(&mut self, word: &decoder::Inputs) {
        if let Some(instruct) = self.table.instruct {
            // SAFETY: the handle is live until drop, and the word outlives the call.
            unsafe { instruct(self.handle, word) };
        }
    }

    fn record(&self, expected: &ControlRecord) -> decoder::Outputs {
        let mut outputs = decoder::Outputs::from(expected);
        if let Some(record) = self.table.record {
            // SAFETY: the handle is live until drop, and the outputs outlive the call.
            unsafe { record(self.handle, &raw mut outputs) };
        }
        outputs
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        // SAFETY: the handle is live and not used again.
        unsafe { (self.table.destroy)(self.handle) };
    }
}

#[cfg(test)]
mod tests {
    use super::{DutTable, Inputs, Outputs};

    #[test]
    fn both_languages_have_one_list_of_ports() {
        assert_eq!(
            DutTable::fast().port_list(),
            [Inputs::LIST, Outputs::LIST].concat()
        );
    }
}
