// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_line_match of agu 0.2.0

// The lanes that wait for a line, in two halves that meet a stage later.
//
//     same_line[l] = valid and lines[l] == line
//     same_top[l]  = valid and waiting[l] and tops[l] == top
//
// The comparison of 32 bits takes three levels of logic, and the mask with it would take a fourth.
// Nothing is compared while `valid` is low, so that a simulator skips it. Combinational.
module agu_line_match (
  // there is a line: `address[38:7]` and `address[39]` of it
  input  wire          valid,
  input  wire [31:0]   line,
  input  wire          top,
  // lanes that wait for a line; 32 bits a lane: `address[38:7]`; one bit a lane:
  // `address[39]`
  input  wire [31:0]   waiting,
  input  wire [1023:0] lines,
  input  wire [31:0]   tops,
  output wire [31:0]   same_line,
  output reg  [31:0]   same_top
);

  reg  [31:0] lines_equal;
  wire [31:0] tops_equal;
  integer j;

  assign tops_equal = top ? tops : ~tops;
  assign same_line = lines_equal;

  always @(*) begin
    same_top = 32'd0;
    for (j = 0; j < 32; j = j + 1) begin
      lines_equal[j] = 1'b0;
    end
    if (valid) begin
      same_top = waiting & tops_equal;
      for (j = 0; j < 32; j = j + 1) begin
        lines_equal[j] = lines[32*j +: 32] == line;
      end
    end
  end
endmodule
