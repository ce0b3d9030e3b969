//! Safe interface of the Verilated instruction decoder.

mod ports;

pub use isa::control::{Decoded, Encoded};
pub use ports::{DecoderTable, Inputs, Outputs, Tail, differences};

use isa::control::ControlRecord;
use isa::{Isa, Word};
use std::ffi::c_void;

/// One Verilated decoder.
pub struct Decoder {
    table: &'static DecoderTable,
    handle: *mut c_void,
}

// SAFETY: a model has no state outside its own object and context, and `Decoder` is
// its only owner.
unsafe impl Send for Decoder {}

impl Default for Decoder {
    fn default() -> Decoder {
        Decoder::new()
    }
}

impl Decoder {
    /// Creates the exported decoder and resets it.
    pub fn new() -> Decoder {
        Decoder::of(DecoderTable::product())
    }

    /// Creates a decoder of the model `table` and resets it.
    pub fn of(table: &'static DecoderTable) -> Decoder {
        // SAFETY: returns a live model, or ends the program for lack of memory.
        let handle = unsafe { (table.create)() };
        let mut decoder = Decoder { table, handle };
        decoder.cycle(&Inputs {
            reset: 1,
            ..Inputs::default()
        });
        decoder
    }

    /// Selects a deliberate fault, 0 for none. Returns false if the model has none built in.
    pub fn select_bug(&mut self, seeded_bug: u16) -> bool {
        // SAFETY: the handle is live until drop.
        unsafe { (self.table.select_bug)(self.handle, seeded_bug) != 0 }
    }

    /// Whether the design has ended its simulation.
    pub fn has_ended(&self) -> bool {
        // SAFETY: the handle is live until drop, and what it points to with it.
        unsafe { (*(self.table.end)(self.handle)).is_set() }
    }

    /// The outputs with `inputs` at the ports, without a clock edge.
    pub fn look(&mut self, inputs: &Inputs) -> Outputs {
        let mut outputs = Outputs::default();
        // SAFETY: the handle is live until drop; both structures live through the call.
        unsafe { (self.table.look)(self.handle, inputs, &mut outputs) };
        outputs
    }

    /// Runs one clock cycle. Returns the outputs after its edge, with `inputs` still at the ports.
    pub fn cycle(&mut self, inputs: &Inputs) -> Outputs {
        let mut outputs = Outputs::default();
        // SAFETY: the handle is live until drop; both structures live through the call.
        unsafe { (self.table.cycle)(self.handle, inputs, &mut outputs) };
        outputs
    }

    /// Runs one clock cycle with each of `inputs`.
    pub fn replay(&mut self, inputs: &[Inputs]) {
        // SAFETY: the handle is live until drop; the inputs are read only, within their length.
        unsafe { (self.table.replay)(self.handle, inputs.as_ptr(), inputs.len() as u64) };
    }

    /// The hardware's record of one word; none if it gives no record. The virtual ISA has no
    /// words: all of them are illegal.
    pub fn decode(&mut self, isa: Isa, word: Word) -> Option<ControlRecord> {
        self.decode_encoded(&Encoded::Word(isa, word))
    }

    /// The hardware's record of the ADDR_ADD at the start of `bytes`; none if it gives no record.
    /// The hardware always gets the bytes of the longest form, with 0 for missing ones. The
    /// record's `length` may therefore exceed `bytes`.
    pub fn decode_bytes(&mut self, bytes: &[u8], native_simd32: bool) -> Option<ControlRecord> {
        self.decode_encoded(&Encoded::bytes(bytes, native_simd32))
    }

    /// The hardware's record of `encoded`; none if it gives no record.
    pub fn decode_encoded(&mut self, encoded: &Encoded) -> Option<ControlRecord> {
        self.cycle(&Inputs {
            record_ready: 1,
            ..Inputs::from(encoded)
        });
        let take_all = Inputs {
            record_ready: 1,
            ..Inputs::default()
        };
        let outputs = self.look(&take_all);
        // Empties the stage, so that the next word depends on nothing before it.
        self.cycle(&take_all);
        (outputs.record_valid != 0).then(|| outputs.record())
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        // SAFETY: the handle is live and not used again.
        unsafe { (self.table.destroy)(self.handle) };
    }
}
