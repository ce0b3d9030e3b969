// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_add_with_carry of agu 0.2.0

// 32-bit adder with carry in and carry out.
//
//     {carry_out, sum} = {above, a} + b + (takes_carry ? carry_in : 0)    mod 2^33
//
// The carry comes out of the lowest bit of sums that are one bit longer, takes_carry +
// carry_in, so that synthesis builds one carry chain and nothing before it.
// Combinational.
module agu_add_with_carry (
  input  wire [31:0] a,
  // bit 32 of a
  input  wire        above,
  input  wire [31:0] b,
  input  wire        carry_in,
  input  wire        takes_carry,
  output wire [31:0] sum,
  // bit 32 of the sum: the carry out of bit 31, ^ above
  output wire        carry_out
);

  wire [0:0]  carry_bit;
  wire [0:0]  takes_bit;
  wire [0:0]  above_bit;
  wire [33:0] left;
  wire [33:0] right;
  wire [33:0] total;

  assign carry_bit = carry_in;
  assign takes_bit = takes_carry;
  assign above_bit = above;
  assign left = ({33'd0, above_bit} << 33) | ({2'd0, a} << 1) | {33'd0, takes_bit};
  assign right = ({2'd0, b} << 1) | {33'd0, carry_bit};
  assign total = left + right;
  assign sum = total[32:1];
  assign carry_out = total[33];
endmodule
