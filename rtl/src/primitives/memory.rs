//! A small memory: one port that writes, one that reads.
//!
//! ```text
//!     at a clock edge where write is high:  word[write_address] = write_data
//!     at a clock edge where read is high:   read_data = word[read_address]
//! ```
//!
//! A word that is written and read at one edge gives its old value. Words hold anything until
//! they are written: no reset reaches them. Every tool makes block or distributed memory of it.

use rust_hdl::prelude::*;

/// 2^`ADDRESS` words of `WIDTH` bits; latency 1.
#[derive(LogicBlock)]
pub struct Memory<const ADDRESS: usize, const WIDTH: usize> {
    pub clock: Signal<In, Clock>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<ADDRESS>>,
    pub write_data: Signal<In, Bits<WIDTH>>,
    pub read: Signal<In, Bit>,
    pub read_address: Signal<In, Bits<ADDRESS>>,
    pub read_data: Signal<Out, Bits<WIDTH>>,
    /// what the simulation holds; no signal
    _words: Vec<Bits<WIDTH>>,
}

impl<const ADDRESS: usize, const WIDTH: usize> Default for Memory<ADDRESS, WIDTH> {
    fn default() -> Self {
        Memory {
            clock: Default::default(),
            write: Default::default(),
            write_address: Default::default(),
            write_data: Default::default(),
            read: Default::default(),
            read_address: Default::default(),
            read_data: Default::default(),
            _words: vec![Default::default(); 1 << ADDRESS],
        }
    }
}

// RustHDL translates no memory: both its simulation and its Verilog are written out.
impl<const ADDRESS: usize, const WIDTH: usize> Logic for Memory<ADDRESS, WIDTH> {
    fn update(&mut self) {
        if !self.clock.pos_edge() {
            return;
        }
        if self.read.val() {
            self.read_data.next = self._words[self.read_address.val().index()];
        }
        if self.write.val() {
            self._words[self.write_address.val().index()] = self.write_data.val();
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(text(ADDRESS, WIDTH, "", "read_data"))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        timing("read_data")
    }
}

/// The Verilog of a memory, below its ports; `attribute` comes before the words.
pub(super) fn text(address: usize, width: usize, attribute: &str, output: &str) -> String {
    let (width, words) = (width - 1, (1 << address) - 1);
    format!(
        "
  {attribute}reg [{width}:0] words [0:{words}];
  reg [{width}:0] word;

  assign {output} = word;

  always @(posedge clock) begin
    if (write) begin
      words[write_address] <= write_data;
    end
    if (read) begin
      word <= words[read_address];
    end
  end"
    )
}

/// Ports that a memory's clock samples and drives.
pub(super) fn timing(output: &str) -> Vec<TimingInfo> {
    let inputs = [
        "write",
        "write_address",
        "write_data",
        "read",
        "read_address",
    ];
    vec![TimingInfo {
        name: "memory".into(),
        clock: "clock".into(),
        inputs: inputs.map(Into::into).into(),
        outputs: vec![output.into()],
    }]
}
