// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_immediate_extension of agu 0.2.0

// The immediate of an address, extended to 32 bits.
//
//     kind 0  Word        immediate
//     kind 1  Word24      at_zero ? zext(immediate[23:0]) : sext(immediate[23:0])
//     kind 2  Unsigned16  zext(immediate[15:0])
//     kind 3  Word16      at_zero ? zext(immediate[15:0]) : sext(immediate[15:0])
//     sum_mask            of bits 31:16, past_count: the immediate's own; else all
//
// The raw field comes zero-extended, so that only the sign is to be filled in. An address without
// base register has no sign: `at_zero` is known in time, `past_count` masks it out of a sum to
// which nothing else was added.
// Combinational.
module agu_immediate_extension (
  // the raw field, zero-extended
  input  wire [31:0] immediate,
  input  wire [1:0]  kind,
  // the address has no base register, by its number; by the count of registers
  input  wire        at_zero,
  input  wire        past_count,
  output wire [31:0] extended,
  output wire [15:0] sum_mask
);

  wire [31:0] fill_24;
  wire [31:0] fill_16;

  assign fill_24 = ((kind == 2'd1) & immediate[23] & ~at_zero) ? 32'hff000000 : 32'd0;
  assign fill_16 = ((kind == 2'd3) & immediate[15] & ~at_zero) ? 32'hffff0000 : 32'd0;
  assign extended = immediate | fill_24 | fill_16;
  assign sum_mask =
    (past_count & (kind == 2'd3)) ? 16'd0 : ((past_count & (kind == 2'd1)) ? 16'hff : 16'hffff);
endmodule
