//! Blocks that are a memory.

use rust_hdl::prelude::*;

/// A memory of these ports, the one that gives the word that was read, and the attribute of its words in
/// Verilog. RustHDL translates no memory: both its simulation and its Verilog are written out.
macro_rules! memory {
    (
        $(#[$about:meta])*
        pub struct $name:ident { $(pub $port:ident: $type:ty,)* }

        $output:ident $attribute:literal
    ) => {
        $(#[$about])*
        #[derive(LogicBlock)]
        pub struct $name<const ADDRESS: usize, const WIDTH: usize> {
            $(pub $port: $type,)*
            /// what the simulation holds; no signal
            _words: Vec<Bits<WIDTH>>,
        }

        impl<const ADDRESS: usize, const WIDTH: usize> Default for $name<ADDRESS, WIDTH> {
            fn default() -> Self {
                $name {
                    $($port: Default::default(),)*
                    _words: vec![Default::default(); 1 << ADDRESS],
                }
            }
        }

        impl<const ADDRESS: usize, const WIDTH: usize> Logic for $name<ADDRESS, WIDTH> {
            fn update(&mut self) {
                if !self.clock.pos_edge() {
                    return;
                }
                if self.read.val() {
                    self.$output.next = self._words[self.read_address.val().index()];
                }
                if self.write.val() {
                    self._words[self.write_address.val().index()] = self.write_data.val();
                }
            }

            fn connect(&mut self) {
                self.$output.connect();
            }

            fn hdl(&self) -> Verilog {
                let output = stringify!($output);
                Verilog::Custom(super::memory_block::text(ADDRESS, WIDTH, $attribute, output))
            }

            fn timing(&self) -> Vec<TimingInfo> {
                super::memory_block::timing(stringify!($output))
            }
        }
    };
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
