// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_addr_add_decode of agu 0.2.0

// The bytes of an ADDR_ADD as the address unit's control.
//
//     byte 0       opcode, 0x28
//     byte 1       {NoMask, group[2:0], 0, exec size[2:0]}
//     bytes 2..6   destination: tag 1, variable[15:0], offset, a width that means nothing
//     byte 7       src0: its tag, then 8 bytes of a general operand, else 4
//     ..           src1: its tag, then 8 bytes of a general operand, else 5
//
//     channels = exec size code <= 5, 4 * group is a multiple of the exec size
//     legal    = opcode, channels, destination inside of its variable, src0, src1
//     length   = 18 + (src0 general ? 4 : 0) + (src1 general ? 3 : 0)
//
// Of a number the lowest byte comes first. Channels that start at a multiple of their
// number end at 32 at the latest. A field of the record that is not here is 0; a register
// is RZ (255), a predicate PT (7). Combinational.
module agu_addr_add_decode (
  // bytes 0 to 15, byte 0 lowest
  input  wire [127:0] word,
  // bytes 16 to 24; those after the instruction mean nothing
  input  wire [71:0]  tail,
  // there are some; without them all fields are 0, illegal too
  input  wire         valid,
  // address variables have 32 elements, else 16
  input  wire         native_simd32,

  // no ADDR_ADD, or illegal to execute; all other fields are 0 then
  output wire         illegal,

  // the unit's ports of these names
  output wire         address_add,
  output wire [3:0]   lane_mask,
  output wire         absolute,
  output wire         negate,
  output wire [2:0]   exec_size,
  output wire [3:0]   channel_mask,
  output wire [4:0]   element,
  output wire [15:0]  destination,
  output wire [31:0]  immediate,

  // bytes of the instruction
  output reg  [4:0]   length,
  // src0: 3 elements of an address variable, 4 address of a general one, 5 of a state one
  output wire [2:0]   source_kind,
  output wire [31:0]  source_variable,
  // first element, row, or bytes past the variable's address
  output wire [7:0]   source_offset,
  output wire [7:0]   source_column,
  // code of an address operand's width
  output wire [2:0]   source_width,
  output wire         source_sampler,
  // src1: 1 a general variable through a region, 2 immediate
  output wire [1:0]   offset_kind,
  output wire [31:0]  offset_variable,
  output wire [7:0]   offset_row,
  output wire [7:0]   offset_column,
  output wire [2:0]   vertical_stride,
  output wire [2:0]   region_width,
  output wire [2:0]   horizontal_stride,

  // registers and predicates, of which there are none
  output wire [2:0]   guard,
  output wire [2:0]   predicate,
  output wire [2:0]   steering_predicate,
  output wire [2:0]   lock_predicate,
  output wire [7:0]   address_register,
  output wire [7:0]   source_register,
  output wire [7:0]   offset_register,
  output wire [7:0]   offset_high_register
);

  // bytes 13 to 15, 16 to 20
  wire [23:0] body_low;
  wire [39:0] body_high;
  wire [2:0]  size;
  wire [2:0]  group;
  wire        channels;
  wire        known_head;
  wire        legal;
  wire        range_outside;
  wire        src0_legal;
  wire        src0_general;
  wire [2:0]  src0_kind;
  wire [31:0] src0_variable;
  wire [7:0]  src0_offset;
  wire [7:0]  src0_column;
  wire [2:0]  src0_width;
  wire        src0_sampler;
  wire [7:0]  src1_tag;
  wire [63:0] src1_body;
  wire        src1_legal;
  wire        src1_general;
  wire [1:0]  src1_kind;
  wire [31:0] src1_immediate;
  wire        src1_absolute;
  wire        src1_negate;
  wire [31:0] src1_variable;
  wire [7:0]  src1_row;
  wire [7:0]  src1_column;
  wire [2:0]  src1_vertical_stride;
  wire [2:0]  src1_region_width;
  wire [2:0]  src1_horizontal_stride;

  agu_element_range range (
    .offset(word[47:40]),
    .size(size),
    .native_simd32(native_simd32),
    .outside(range_outside)
  );

  agu_addr_add_source src0 (
    .tag(word[63:56]),
    .body(word[127:64]),
    .exec_size(size),
    .native_simd32(native_simd32),
    .legal(src0_legal),
    .general(src0_general),
    .kind(src0_kind),
    .variable(src0_variable),
    .offset(src0_offset),
    .column(src0_column),
    .width(src0_width),
    .sampler(src0_sampler)
  );

  agu_addr_add_offset src1 (
    .tag(src1_tag),
    .body(src1_body),
    .legal(src1_legal),
    .general(src1_general),
    .kind(src1_kind),
    .immediate(src1_immediate),
    .absolute(src1_absolute),
    .negate(src1_negate),
    .variable(src1_variable),
    .row(src1_row),
    .column(src1_column),
    .vertical_stride(src1_vertical_stride),
    .region_width(src1_region_width),
    .horizontal_stride(src1_horizontal_stride)
  );

  // opcode, channels, destination
  assign size = word[10:8];
  assign group = word[14:12];
  assign channels =
    (size < 3'd3)
    | ((size == 3'd3) & ~group[0])
    | ((size == 3'd4) & ~(|group[1:0]))
    | ((size == 3'd5) & ~(|group));
  assign known_head = (word[7:0] == 8'h28) & ~word[11] & (word[23:16] == 8'd1);
  assign body_low = word[127:104];
  assign body_high = tail[39:0];
  assign src1_tag = src0_general ? tail[7:0] : word[103:96];
  assign src1_body = src0_general ? tail[71:8] : ({40'd0, body_low} | ({24'd0, body_high} << 24));
  assign legal = valid & known_head & channels & ~range_outside & src0_legal & src1_legal;
  assign illegal = valid & ~legal;
  assign address_add = legal;
  assign absolute = legal & src1_absolute;
  assign negate = legal & src1_negate;
  assign source_sampler = legal & src0_sampler;
  assign lane_mask = {4{legal}};
  assign exec_size = legal ? size : 3'd0;
  assign channel_mask = legal ? word[15:12] : 4'd0;
  assign element = legal ? word[44:40] : 5'd0;
  assign destination = legal ? word[39:24] : 16'd0;
  assign immediate = legal ? src1_immediate : 32'd0;
  assign source_kind = legal ? src0_kind : 3'd0;
  assign source_variable = legal ? src0_variable : 32'd0;
  assign source_offset = legal ? src0_offset : 8'd0;
  assign source_column = legal ? src0_column : 8'd0;
  assign source_width = legal ? src0_width : 3'd0;
  assign offset_kind = legal ? src1_kind : 2'd0;
  assign offset_variable = legal ? src1_variable : 32'd0;
  assign offset_row = legal ? src1_row : 8'd0;
  assign offset_column = legal ? src1_column : 8'd0;
  assign vertical_stride = legal ? src1_vertical_stride : 3'd0;
  assign region_width = legal ? src1_region_width : 3'd0;
  assign horizontal_stride = legal ? src1_horizontal_stride : 3'd0;
  assign guard = {3{legal}};
  assign predicate = {3{legal}};
  assign steering_predicate = {3{legal}};
  assign lock_predicate = {3{legal}};
  assign address_register = {8{legal}};
  assign source_register = {8{legal}};
  assign offset_register = {8{legal}};
  assign offset_high_register = {8{legal}};

  always @(*) begin
    length = 5'd0;
    if (legal) begin
      length = 5'h12;
      if (src0_general) begin
        length = 5'h16;
        if (src1_general) begin
          length = 5'h19;
        end
      end else if (src1_general) begin
        length = 5'h15;
      end
    end
  end
endmodule
