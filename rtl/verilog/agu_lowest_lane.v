// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_lowest_lane of agu 0.2.0

// The lowest lane of a mask.
//
//     lowest = mask & (0 - mask)        one bit, or none
//     number = position of that bit     0 where there is none
//
// Combinational.
module agu_lowest_lane (
  input  wire [31:0] mask,
  // `mask` with its lowest bit alone
  output wire [31:0] lowest,
  output wire [4:0]  number
);

  localparam [31:0] ZERO = 32'd0;
  // lanes whose number has the bit 0, 1, 2, 3, 4
  localparam [31:0] LANES_0 = 32'haaaaaaaa;
  localparam [31:0] LANES_1 = 32'hcccccccc;
  localparam [31:0] LANES_2 = 32'hf0f0f0f0;
  localparam [31:0] LANES_3 = 32'hff00ff00;
  localparam [31:0] LANES_4 = 32'hffff0000;

  wire [31:0] one_hot;
  wire [4:0]  bit_0;
  wire [4:0]  bit_1;
  wire [4:0]  bit_2;
  wire [4:0]  bit_3;
  wire [4:0]  bit_4;

  assign one_hot = mask & (ZERO - mask);
  assign lowest = one_hot;
  assign bit_0 = |(one_hot & LANES_0) ? 5'd1 : 5'd0;
  assign bit_1 = |(one_hot & LANES_1) ? 5'd2 : 5'd0;
  assign bit_2 = |(one_hot & LANES_2) ? 5'd4 : 5'd0;
  assign bit_3 = |(one_hot & LANES_3) ? 5'd8 : 5'd0;
  assign bit_4 = |(one_hot & LANES_4) ? 5'h10 : 5'd0;
  assign number = bit_0 | bit_1 | bit_2 | bit_3 | bit_4;
endmodule
