// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_pass_group of agu 0.2.0

// The lanes that may lead a pass: those of the first group in which one waits.
//
//     group[l] = no lane waits in a group before that of l
//
// Banks serve 32 lanes of up to 4 bytes in one pass, 16 of 8 bytes (`halves`), 8 of 16 bytes
// (`halves` and `quarters`). Combinational.
module agu_pass_group (
  // lanes that wait to lead a pass
  input  wire [31:0] waiting,
  // lanes 15:0 go before the others, 7:0 before 15:8 and 23:16 before 31:24
  input  wire        halves,
  input  wire        quarters,
  // lanes behind which no earlier group waits
  output wire [31:0] group
);

  localparam [31:0] LANES_0 = 32'hff;
  localparam [31:0] LANES_1 = 32'hff00;
  localparam [31:0] LANES_01 = 32'hffff;
  localparam [31:0] LANES_2 = 32'hff0000;
  localparam [31:0] LANES_3 = 32'hff000000;
  localparam [31:0] LANES_23 = 32'hffff0000;

  wire [31:0] held_1;
  wire [31:0] held_23;
  wire [31:0] held_3;

  assign held_1 = (quarters & (|(waiting & LANES_0))) ? LANES_1 : 32'd0;
  assign held_23 = (halves & (|(waiting & LANES_01))) ? LANES_23 : 32'd0;
  assign held_3 = (quarters & (|(waiting & LANES_2))) ? LANES_3 : 32'd0;
  assign group = ~(held_1 | held_23 | held_3);
endmodule
