// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_line_compare of agu 0.2.0

// A lane that comes in, against the lane before it, as to global memory.
//
//     starts = it accesses global memory, and not (the lane before does, in the same line)
//
// A line of a warp has a lane that starts, its lowest one, and others where its lanes are not
// next to each other. Nothing is compared while `compare` is low, so that a simulator skips it.
// Combinational.
module agu_line_compare (
  // a lane of the beat accesses global memory
  input  wire        compare,
  // the lane accesses global memory; `address[38:7]`, `address[48:39]`
  input  wire        accesses,
  input  wire [31:0] line,
  input  wire [9:0]  top,
  // the same of the lane before it
  input  wire        global_before,
  input  wire [31:0] line_before,
  input  wire [9:0]  top_before,
  output wire        starts
);

  wire joins;

  assign joins = compare ? (global_before & (top == top_before) & (line == line_before)) : 1'b0;
  assign starts = accesses & ~joins;
endmodule
