// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_increment of agu 0.2.0

// A word, or the next one.
//
//     {above, next_word} = word + increment
//
// Carries out exactly where the word is all ones: asked beside the sum, not after it.
// Combinational.
module agu_increment (
  input  wire [31:0] word,
  input  wire        increment,
  // (word + increment) mod 2^32
  output wire [31:0] next_word,
  // carry out of bit 31
  output wire        above
);

  wire [0:0] increment_bit;

  assign increment_bit = increment;
  assign next_word = word + {31'd0, increment_bit};
  assign above = increment & (&word);
endmodule
