// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_shift_bytes of agu 0.2.0

// The words of the offset that count, shifted left by whole bytes.
//
//     V              = {high ? offset_hi : low ? offset_lo : 0, high ? offset_lo : 0}
//     {upper, lower} = bits 63:25 of V << 8 * bytes
//
// Of a 64-bit offset shifted by `scale` the upper word is wanted, or the lower, which
// is the upper one of `{offset_lo, 0}`. The 7 bits below it are what the rest of the
// shift, `scale[2:0]`, can still bring in. `low` and `high` are not both 1.
// Combinational.
module agu_shift_bytes (
  input  wire [31:0] offset_lo,
  input  wire [31:0] offset_hi,
  // the lower, the upper word of the shifted offset is wanted; none: 0
  input  wire        low,
  input  wire        high,
  // `scale[4:3]`
  input  wire [1:0]  bytes,
  output wire [31:0] upper,
  output wire [6:0]  lower
);

  wire [31:0] low_mask;
  wire [31:0] high_mask;
  wire [31:0] upper_word;
  wire [31:0] lower_word;
  wire [63:0] words;
  wire [4:0]  shift;
  wire [63:0] shifted;

  assign low_mask = {32{low}};
  assign high_mask = {32{high}};
  assign upper_word = (offset_hi & high_mask) | (offset_lo & low_mask);
  assign lower_word = offset_lo & high_mask;
  assign words = ({32'd0, upper_word} << 32) | {32'd0, lower_word};
  assign shift = {3'd0, bytes} << 3;
  assign shifted = words << shift;
  assign upper = shifted[63:32];
  assign lower = shifted[31:25];
endmodule
