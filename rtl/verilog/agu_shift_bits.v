// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_shift_bits of agu 0.2.0

// The rest of the scaled offset's shift, after its whole bytes, and its inversion.
//
//     addend = bits 38:7 of ({upper, lower} ^ (invert ? -1 : 0)) << bits
//
// Inverted before the shift, so that ones come in from below: of the word V << scale
// that is `~(V << scale)`, one less than its negation. Combinational.
module agu_shift_bits (
  // bits 63:32 and 31:25 of the offset shifted by whole bytes
  input  wire [31:0] upper,
  input  wire [6:0]  lower,
  input  wire        invert,
  // `scale[2:0]`
  input  wire [2:0]  bits,
  output wire [31:0] addend
);

  wire [38:0] invert_mask;
  wire [38:0] words;
  wire [38:0] shifted;

  assign invert_mask = {39{invert}};
  assign words = (({7'd0, upper} << 7) | {32'd0, lower}) ^ invert_mask;
  assign shifted = words << bits;
  assign addend = shifted[38:7];
endmodule
