// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_line_match of agu 0.2.0, design 11c134f1f399da12

// The lanes that wait for a line.
//
//     served[l] = valid and waiting[l] and lines[l] == line and tops[l] == top
//
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
  output wire [31:0]   served
);

  reg  [31:0] same_line;
  wire [31:0] same_top;

  assign same_top = top ? tops : ~tops;
  assign served = waiting & same_top & same_line;

  always @(*) begin : make_same_line
    integer j;
    reg [31:0] same_line_mask;
    j = 0;
    same_line_mask = 0;
    if (valid) begin
      for (j = 0; j < 32; j = j + 1) begin
        same_line_mask = same_line_mask | ({31'd0, lines[32*j +: 32] == line} << j);
      end
    end
    same_line = same_line_mask;
  end
endmodule
