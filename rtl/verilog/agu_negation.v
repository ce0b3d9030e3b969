// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_negation of agu 0.2.0

// Whether the offset is negated, and whether its inverted word needs the 1.
//
//     negated   = negate ^ (absolute & offset_lo[15])
//     increment = negated and not inverts and not (borrows and (offset_lo & below) != 0)
//
// -U = ~U + 1, of 64 bits: the 1 goes into the lower word always, into the upper one, which
// `borrows`, where all of the lower word is 0. Of that word `below` has the bits of `offset_lo`
// that the shift leaves in it. From Volta on the word that is added is negated, whatever is
// below it, and an LEA.X `inverts` it alone. `borrows` is asked last, since it comes late.
// `absolute` is ADDR_ADD's, of which bits 15:0 count. Combinational.
module agu_negation (
  input  wire [31:0] offset_lo,
  input  wire        negate,
  // of bits 15:0, a signed number, the magnitude is taken before
  input  wire        absolute,
  // the word is inverted, and nothing added
  input  wire        inverts,
  // the word is the upper one of a negated number, and the bits of offset_lo that then stay
  // below it
  input  wire        borrows,
  input  wire [31:0] below,
  output wire        negated,
  output wire        increment
);

  wire        negative;
  wire [31:0] rest;

  assign negative = negate ^ (absolute & offset_lo[15]);
  assign rest = offset_lo & below;
  assign negated = negative;
  assign increment = negative & ~inverts & ~(borrows & (|rest));
endmodule
