//! A small memory whose words are never read at the edge at which they are written, or not looked
//! at then: one port that writes, one that reads.
//!
//! ```text
//!     at a clock edge where write is high:  word[write_address] = write_data
//!     at a clock edge where read is high:   read_word = word[read_address]
//! ```
//!
//! A word that is written and read at one edge gives anything; a simulation gives the old value.
//! A memory that promises that costs a register and a multiplexer a bit on devices whose block
//! memory does not.
//! Words hold anything until they are written: no reset reaches them.

use super::memory;
use rust_hdl::prelude::*;

/// 2^`ADDRESS` words of `WIDTH` bits; latency 1.
#[derive(LogicBlock)]
pub struct ScratchMemory<const ADDRESS: usize, const WIDTH: usize> {
    pub clock: Signal<In, Clock>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<ADDRESS>>,
    pub write_data: Signal<In, Bits<WIDTH>>,
    pub read: Signal<In, Bit>,
    pub read_address: Signal<In, Bits<ADDRESS>>,
    pub read_word: Signal<Out, Bits<WIDTH>>,
    /// what the simulation holds; no signal
    _words: Vec<Bits<WIDTH>>,
}

impl<const ADDRESS: usize, const WIDTH: usize> Default for ScratchMemory<ADDRESS, WIDTH> {
    fn default() -> Self {
        ScratchMemory {
            clock: Default::default(),
            write: Default::default(),
            write_address: Default::default(),
            write_data: Default::default(),
            read: Default::default(),
            read_address: Default::default(),
            read_word: Default::default(),
            _words: vec![Default::default(); 1 << ADDRESS],
        }
    }
}

// RustHDL translates no memory: both its simulation and its Verilog are written out.
impl<const ADDRESS: usize, const WIDTH: usize> Logic for ScratchMemory<ADDRESS, WIDTH> {
    fn update(&mut self) {
        if !self.clock.pos_edge() {
            return;
        }
        if self.read.val() {
            self.read_word.next = self._words[self.read_address.val().index()];
        }
        if self.write.val() {
            self._words[self.write_address.val().index()] = self.write_data.val();
        }
    }

    fn connect(&mut self) {
        self.read_word.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(memory::text(
            ADDRESS,
            WIDTH,
            "(* no_rw_check *) ",
            "read_word",
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        memory::timing("read_word")
    }
}
