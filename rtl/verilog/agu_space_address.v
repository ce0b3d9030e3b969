// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_space_address of agu 0.2.0

// The address within its space, aligned, and whether alignment changed it.
//
//     misaligned = (sum_lo & (n-1)) != 0
//     address_lo = sum_lo & ~(n-1) & (window ? 0xff_ffff : -1)
//     address_hi = window ? 0 : sum_hi[16:0]
//
// Without an access n is 1 and nothing is in a window. Addresses have 49 bits: memory
// is accessed below 2^49 only. Combinational.
module agu_space_address (
  input  wire [31:0] sum_lo,
  // bits 48:32 of the sum
  input  wire [16:0] sum_hi,
  // n - 1
  input  wire [3:0]  offset_bits,
  // it counts from the base of a window
  input  wire        window,
  output wire [31:0] address_lo,
  output wire [16:0] address_hi,
  output wire        misaligned
);

  wire [31:0] offset;
  wire [31:0] top_mask;
  wire [16:0] high_mask;

  assign offset = sum_lo & {28'd0, offset_bits};
  assign misaligned = |offset;
  assign top_mask = window ? 32'hffffff : 32'hffffffff;
  assign high_mask = window ? 17'd0 : 17'h1ffff;
  assign address_lo = (sum_lo ^ offset) & top_mask;
  assign address_hi = sum_hi & high_mask;
endmodule
