// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_bank_lane of agu 0.2.0

// One lane's part in the passes of a shared-memory access.
//
//     leads = waiting[number], and no lower waiting lane has the same bank
//     joins = leaders[number], or lanes[number] and a lower leader has the same word
//
// Waiting are the first lanes of words that no pass has served; the leaders are those that led
// a cycle ago. Combinational.
module agu_bank_lane (
  // the lane's own number
  input  wire [4:0]  number,
  // lower lanes that have its bank, its word; bits of others mean nothing
  input  wire [31:0] same_bank,
  input  wire [31:0] same_word,
  // lanes that wait to lead a pass
  input  wire [31:0] waiting,
  // lanes that lead the pass that is made, and all lanes that access shared memory
  input  wire [31:0] leaders,
  input  wire [31:0] lanes,
  output wire        leads,
  output wire        joins
);

  localparam [31:0] ALL_LANES = 32'hffffffff;

  wire [31:0] not_lower;

  assign not_lower = ALL_LANES << number;
  assign leads = waiting[number] & ~(|(waiting & same_bank & ~not_lower));
  assign joins = leaders[number] | (lanes[number] & (|(leaders & same_word & ~not_lower)));
endmodule
