// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_address_adder of agu 0.2.0

// The 64-bit address adder, its carry chain cut in two.
//
//     {carry, sum_lo}    = base_lo + addend + carry_in
//     {carry_hi, sum_hi} = base_hi + addend_hi_s1 + (wide_s1 ? carry_lo : 0)
//     above              = base_above ^ increment
//     void               = increment and addend == -1
//     carry_lo           = volta_s1 ? (carry ^ above) or void : carry ^ above ^ void
//
// The lower word is registered, and the upper one added a cycle later. The addend's
// upper word comes then; a 32-bit address takes neither that, which is 0, nor the carry.
//
// A negated addend comes inverted, the 1 that it lacks is in the base already. The carry
// then still is that of base + negated addend, but for two cases: the 1 has carried out of
// the base (`above`), and the negation of 0, which is 0 and no 2^32 (`void`). From Volta
// on the 1 of a negation counts as a carry, so that of 0 has one, and so has that of a base
// of 0, whose 1 is `carry_in`: bit 32 of the sum is wrong where both are 0 alone, which is
// 2^33. What has an upper word is never negated.
// Latency 1 cycle for all outputs; `advance` low holds it.
module agu_address_adder (
  input  wire        clock,
  // the pipeline moves on
  input  wire        advance,
  input  wire [31:0] base_lo,
  input  wire [31:0] base_hi,
  input  wire [31:0] addend,
  input  wire        carry_in,
  // the base has the 1 of a negated addend
  input  wire        increment,
  // which carried out of the base's bit 31, in bit 32 of a sum that has it there too
  input  wire        base_above,
  // the upper word of the addend
  input  wire [31:0] addend_hi_s1,
  // the carry goes on into the upper word
  input  wire        wide_s1,
  // the 1 of a negation counts as a carry
  input  wire        volta_s1,
  output wire [31:0] sum_lo,
  output wire [31:0] sum_hi,
  // carry out of bit 31
  output wire        carry_lo,
  // carry out of bit 63, for wider sums: no address of the lane looks at it
  output wire        carry_hi
);

  reg  [31:0] sum_lo_s1 = 0;
  reg         carry_s1 = 0;
  reg         void_s1 = 0;
  reg  [31:0] base_hi_s1 = 0;
  wire [31:0] add_lo_sum;
  wire        add_lo_carry_out;

  agu_add_with_carry add_lo (
    .a(base_lo),
    .above(base_above ^ increment),
    .b(addend),
    .carry_in(carry_in),
    .takes_carry(1'b1),
    .sum(add_lo_sum),
    .carry_out(add_lo_carry_out)
  );

  agu_add_with_carry add_hi (
    .a(base_hi_s1),
    .above(1'b0),
    .b(addend_hi_s1),
    .carry_in(carry_s1),
    .takes_carry(wide_s1),
    .sum(sum_hi),
    .carry_out(carry_hi)
  );

  assign sum_lo = sum_lo_s1;
  assign carry_lo = carry_s1 ^ (void_s1 & ~(volta_s1 & carry_s1));

  always @(posedge clock) begin
    if (advance) begin
      sum_lo_s1 <= add_lo_sum;
      carry_s1 <= add_lo_carry_out;
      void_s1 <= increment & (&addend);
      base_hi_s1 <= base_hi;
    end
  end
endmodule
