// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_condition_code of agu 0.2.0

// The condition code of a 32-bit result.
//
//     cc = {OF, SF, ZF, CF} = {miss, result[31], result == 0, carry}    0 for an access
//
// OF is no overflow flag: it is set where the shared window was missed. Combinational.
module agu_condition_code (
  input  wire [31:0] result,
  // carry out of bit 31
  input  wire        carry,
  // outside the shared window
  input  wire        miss,
  // there is a condition code: LEA
  input  wire        lea,
  // {OF, SF, ZF, CF}
  output wire [3:0]  cc
);

  wire [0:0] sign;
  wire [3:0] flags;
  wire [3:0] lea_mask;
  wire [0:0] zero;
  wire [0:0] carry_bit;
  wire [0:0] miss_bit;

  assign sign = result[31:31];
  assign zero = result == 32'd0;
  assign carry_bit = carry;
  assign miss_bit = miss;
  assign lea_mask = {4{lea}};
  assign flags =
    ({3'd0, miss_bit} << 3)
    | ({3'd0, sign} << 2)
    | ({3'd0, zero} << 1)
    | {3'd0, carry_bit};
  assign cc = flags & lea_mask;
endmodule
