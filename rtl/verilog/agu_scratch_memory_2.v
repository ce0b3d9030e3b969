// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_scratch_memory_2 of agu 0.2.0

// A small memory whose words are never read at the edge at which they are written, or not looked
// at then: one port that writes, one that reads.
//
//     at a clock edge where write is high:  word[write_address] = write_data
//     at a clock edge where read is high:   read_word = word[read_address]
//
// A word that is written and read at one edge gives anything; a simulation gives the old value.
// A memory that promises that costs a register and a multiplexer a bit on devices whose block
// memory does not.
// Words hold anything until they are written: no reset reaches them.
module agu_scratch_memory_2 (
  input  wire        clock,
  input  wire        write,
  input  wire [6:0]  write_address,
  input  wire [41:0] write_data,
  input  wire        read,
  input  wire [6:0]  read_address,
  output wire [41:0] read_word
);

  (* no_rw_check *) reg [41:0] words [0:127];
  reg [41:0] word;

  assign read_word = word;

  always @(posedge clock) begin
    if (write) begin
      words[write_address] <= write_data;
    end
    if (read) begin
      word <= words[read_address];
    end
  end
endmodule
