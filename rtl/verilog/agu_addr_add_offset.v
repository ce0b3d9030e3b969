// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_addr_add_offset of agu 0.2.0

// Src1 of an ADDR_ADD: what is added.
//
//     tag                    body                                       legal where
//     0 + 8*modifier         {region, column, row, variable[31:0]}      every code of the region
//                                                                       stands for a number
//     5  immediate           {value[31:0], type}                        type is 2 (UW),
//                                                                       value < 2^16
//
//     modifier   0 none, 1 abs, 2 negate, 3 negate of abs
//     region     0 in 15:12, horizontal stride 1 to 7 in 11:8, width 2 to 7 in 7:4, vertical
//                stride 1 to 7 in 3:0
//
// The body's lowest byte comes first. A field that the kind does not use is 0.
// Combinational.
module agu_addr_add_offset (
  // first byte of the operand
  input  wire [7:0]  tag,
  // the bytes after it, and whatever follows them
  input  wire [63:0] body,

  // it may stand there
  output wire        legal,
  // a general operand: its body has 8 bytes, else 5
  output wire        general,
  // 1 a general variable through a region, 2 immediate
  output wire [1:0]  kind,
  output wire [31:0] immediate,
  // (abs), then (-)
  output wire        absolute,
  output wire        negate,
  output wire [31:0] variable,
  // the region's first element
  output wire [7:0]  row,
  output wire [7:0]  column,
  // codes of the region
  output wire [2:0]  vertical_stride,
  output wire [2:0]  region_width,
  output wire [2:0]  horizontal_stride
);

  wire        is_immediate;
  wire [15:0] region;
  wire        unsigned_word;
  wire [31:0] value;
  wire        known_region;

  assign general = (tag & 8'he7) == 8'd0;
  assign is_immediate = tag == 8'd5;

  // legality
  assign region = body[63:48];
  assign known_region =
    ((region & 16'hf888) == 16'd0) & (|region[10:8]) & (|region[6:5]) & (|region[2:0]);
  assign value = body[39:8];
  assign unsigned_word = (body[7:0] == 8'd2) & ~(|value[31:16]);
  assign legal = (general & known_region) | (is_immediate & unsigned_word);

  // fields by the kind
  assign absolute = general & tag[3];
  assign negate = general & tag[4];
  assign kind = is_immediate ? 2'd2 : (general ? 2'd1 : 2'd0);
  assign immediate = is_immediate ? value : 32'd0;
  assign variable = general ? body[31:0] : 32'd0;
  assign row = general ? body[39:32] : 8'd0;
  assign column = general ? body[47:40] : 8'd0;
  assign vertical_stride = general ? region[2:0] : 3'd0;
  assign region_width = general ? region[6:4] : 3'd0;
  assign horizontal_stride = general ? region[10:8] : 3'd0;
endmodule
