// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_memory of agu 0.2.0

// A small memory: one port that writes, one that reads.
//
//     at a clock edge where write is high:  word[write_address] = write_data
//     at a clock edge where read is high:   read_data = word[read_address]
//
// A word that is written and read at one edge gives its old value. Words hold anything until
// they are written: no reset reaches them. Every tool makes block or distributed memory of it.
module agu_memory (
  input  wire        clock,
  input  wire        write,
  input  wire [4:0]  write_address,
  input  wire [16:0] write_data,
  input  wire        read,
  input  wire [4:0]  read_address,
  output wire [16:0] read_data
);

  reg [16:0] words [0:31];
  reg [16:0] word;

  assign read_data = word;

  always @(posedge clock) begin
    if (write) begin
      words[write_address] <= write_data;
    end
    if (read) begin
      word <= words[read_address];
    end
  end
endmodule
