// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_uniform_key of agu 0.2.0

// A lane's part in the question whether all lanes access one address.
//
//     ones  = live ? address  : 0
//     zeros = live ? ~address : 0
//
// Two live lanes differ exactly where a bit is among the ones of some lane and among
// the zeros of another. The upper words have 17 bits. Combinational.
module agu_uniform_key (
  input  wire        live,
  input  wire [31:0] address_lo,
  input  wire [16:0] address_hi,
  output wire [31:0] ones_lo,
  output wire [31:0] ones_hi,
  output wire [31:0] zeros_lo,
  output wire [31:0] zeros_hi
);

  wire [31:0] high_word;
  wire [31:0] mask_lo;
  wire [31:0] mask_hi;

  assign mask_lo = {32{live}};
  assign mask_hi = mask_lo & 32'h1ffff;
  assign high_word = {15'd0, address_hi};
  assign ones_lo = address_lo & mask_lo;
  assign zeros_lo = ~address_lo & mask_lo;
  assign ones_hi = high_word & mask_hi;
  assign zeros_hi = ~high_word & mask_hi;
endmodule
