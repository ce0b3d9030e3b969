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
  // there is a line: `address[38:7]` of it, and `address[48:39]`, which bits 9:0 of top have
  input  wire          valid,
  input  wire [31:0]   line,
  input  wire [31:0]   top,
  // lanes that wait for a line; 32 bits a lane: `address[38:7]`; `address[48:39]`
  input  wire [31:0]   waiting,
  input  wire [1023:0] lines,
  input  wire [1023:0] tops,
  output wire [31:0]   same_line,
  output wire [31:0]   same_top
);

  reg  [31:0] lines_equal;
  reg  [31:0] tops_equal;
  wire [9:0]  top_bits;
  wire [31:0] top_mask;

  assign top_bits = top[9:0];
  assign top_mask = tops_equal;
  assign same_line = lines_equal;
  assign same_top = waiting & top_mask;

  always @(*) begin : make_lines_equal
    integer j;
    reg [31:0] lines_equal_mask;
    reg [31:0] tops_equal_mask;
    j = 0;
    lines_equal_mask = 0;
    tops_equal_mask = 0;
    if (valid) begin
      for (j = 0; j < 32; j = j + 1) begin
        lines_equal_mask = lines_equal_mask | ({31'd0, lines[32*j +: 32] == line} << j);
        tops_equal_mask = tops_equal_mask | ({31'd0, tops[32*j +: 10] == top_bits} << j);
      end
    end
    lines_equal = lines_equal_mask;
    tops_equal = tops_equal_mask;
  end
endmodule
