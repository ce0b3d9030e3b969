// SPDX-License-Identifier: MIT OR Apache-2.0
// One lane's part in a pass of a shared-memory access.
//
//     waits = waiting[number]
//     leads = waits, and no lower waiting lane has the same bank
//     joins = leads, or waits and a lower lane that leads has the same word
//
// Combinational.
module agu_bank_lane (
  // the lane's own number
  input  wire [4:0]  number,
  // lower lanes that have its bank, its word; bits of others say nothing
  input  wire [31:0] same_bank,
  input  wire [31:0] same_word,
  // lanes that wait for a pass that is due
  input  wire [31:0] waiting,
  // lanes that lead in their bank
  input  wire [31:0] leaders,
  output wire        leads,
  output wire        joins
);

  localparam [31:0] ALL_LANES = 32'hffffffff;

  wire        waits;
  wire [31:0] not_lower;

  assign waits = waiting[number];
  assign not_lower = ALL_LANES << number;
  assign leads = waits & ~(|(waiting & same_bank & ~not_lower));
  assign joins = leads | (waits & (|(leaders & same_word & ~not_lower)));
endmodule
