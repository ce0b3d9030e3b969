// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_condition_code of agu 0.2.0

// The condition code of a 32-bit result.
//
//     cc = {OF, SF, ZF, CF} = {volta ? carry : miss, result[31], result == 0, carry}
//     0 for an access
//
// OF is no overflow flag, but the value of the predicate that an LEA writes: whether the shared
// window was missed, from Volta on the carry. Combinational.
module agu_condition_code (
  input  wire [31:0] result,
  // carry out of bit 31
  input  wire        carry,
  // outside the shared window
  input  wire        miss,
  // there is no window test: OF is the carry
  input  wire        volta,
  // there is a condition code: LEA
  input  wire        lea,
  // {OF, SF, ZF, CF}
  output wire [3:0]  cc
);

  wire       overflow;
  wire [0:0] sign;
  wire [3:0] flags;
  wire [3:0] lea_mask;
  wire [0:0] zero;
  wire [0:0] carry_bit;
  wire [0:0] overflow_bit;

  assign overflow = (volta & carry) | (~volta & miss);
  assign sign = result[31:31];
  assign zero = result == 32'd0;
  assign carry_bit = carry;
  assign overflow_bit = overflow;
  assign lea_mask = {4{lea}};
  assign flags =
    ({3'd0, overflow_bit} << 3)
    | ({3'd0, sign} << 2)
    | ({3'd0, zero} << 1)
    | {3'd0, carry_bit};
  assign cc = flags & lea_mask;
endmodule
