// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_register_groups of agu 0.2.0

// Whether the registers that an access names may be named so.
//
//     pair of X   X is RZ, or X is even and X+1 is no RZ
//     quad of X   X is RZ, or X is a multiple of 4 and X+3 is no RZ
//     misplaced = data is no pair (size 5), no quad (size 6, 7)
//               | extended, and base is no pair
//
// RZ is all ones; the indices of an ISA with fewer registers come with ones above.
// Combinational.
module agu_register_groups (
  // code of the access size
  input  wire [2:0] size,
  // first data register
  input  wire [7:0] data,
  // .E: the base is a register pair
  input  wire       extended,
  // first base register
  input  wire [7:0] base,
  output wire       misplaced
);

  localparam [7:0] NO_REGISTER = 8'hff;
  localparam [7:0] LAST_PAIR = 8'hfe;
  localparam [7:0] LAST_QUAD = 8'hfc;

  wire no_pair;
  wire no_quad;
  wire no_base;

  assign no_pair = (data != NO_REGISTER) & (data[0] | (data == LAST_PAIR));
  assign no_quad = (data != NO_REGISTER) & ((data[1:0] != 2'd0) | (data == LAST_QUAD));
  assign no_base = (base != NO_REGISTER) & (base[0] | (base == LAST_PAIR));
  assign misplaced = ((size == 3'd5) & no_pair) | ((size >= 3'd6) & no_quad) | (extended & no_base);
endmodule
