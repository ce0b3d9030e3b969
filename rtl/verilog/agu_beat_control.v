// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_beat_control of agu 0.2.0

// Control of each beat in all six stages: the part that every operation needs.
//
//     lea                 = neither access nor address_add
//     lea_high            = high and lea
//     negates             = negate and not access
//     negates_base        = volta and negate_base and lea
//     inverts             = volta and extended and lea
//     borrows             = lea_high and not volta
//     increments_base     = negates_base and not extended
//     takes_magnitude     = absolute and address_add
//     offset_scale        = address_add ? 0 : scale
//     below               = 0xffff_ffff >> scale
//     writes_rd_s5        = LEA, and destination is not RZ; or ADDR_ADD
//     writes_predicate_s5 = LEA, and predicate is not PT
//     writes_cc_s5        = LEA, and write_cc
//
// `below` has the bits of an offset's lower word that the shift of an LEA leaves in that
// word. A negation is an inversion and a 1 for each of offset and base; `inverts`, `borrows` and
// `increments_base` say where the 1 goes. The shift of an access counts where it has a scale.
// The suffix of a port is the stage that holds the beat. `valid` goes along with every
// beat, bubbles are those without it; reset clears it in all stages. The rest goes along
// as one word, the tag: {beat, address_add, access, size, store, element, predicate,
// destination}.
module agu_beat_control (
  input  wire        clock,
  input  wire        reset,
  // the pipeline moves on
  input  wire        advance,
  // the beat that enters
  input  wire        accepted,
  input  wire [4:0]  beat,
  input  wire        access,
  input  wire        volta,
  input  wire        extended,
  input  wire        address_add,
  input  wire        store,
  input  wire [2:0]  size,
  input  wire [15:0] destination,
  input  wire [4:0]  element,
  input  wire [2:0]  predicate,
  input  wire        write_cc,
  input  wire        high,
  input  wire        negate,
  input  wire        negate_base,
  input  wire        absolute,
  input  wire [4:0]  scale,

  // the beat that enters is an LEA, an LEA.HI, neither this nor an access
  output wire        lea,
  output wire        lea_high,
  output wire        low,
  // its offset is negated, is inverted without a 1, has that where nothing is below it, is a
  // signed number whose magnitude counts
  output wire        negates,
  output wire        inverts,
  output wire        borrows,
  output wire        takes_magnitude,
  // its base is negated, with a 1
  output wire        negates_base,
  output wire        increments_base,
  // whole bytes that it is shifted by, its bits that stay below the upper word
  output wire [1:0]  scale_bytes,
  output wire [31:0] below,
  // a beat is in some stage
  output wire        occupied,
  output wire [2:0]  scale_bits_s1,
  output wire        access_s3,
  output wire        volta_s3,
  output wire [2:0]  size_s3,
  output wire        lea_s4,
  output wire        volta_s4,
  output wire        high_s4,
  output wire        access_s4,
  output wire        access_s5,
  output wire        address_add_s5,
  output wire [2:0]  size_s5,
  // what the beat that enters stage 6 writes
  output wire        writes_rd_s5,
  output wire        writes_predicate_s5,
  output wire        writes_cc_s5,
  output wire        valid_s6,
  output wire [4:0]  beat_s6,
  output wire        access_s6,
  output wire [34:0] tag_s6
);

  localparam [2:0]  NO_PREDICATE = 3'd7;
  localparam [15:0] NO_REGISTER = 16'hff;
  localparam [31:0] ALL_BITS = 32'hffffffff;

  wire        is_lea;
  wire        is_lea_high;
  wire        is_negated_base;
  wire [4:0]  offset_scale;
  reg  [0:0]  writes_rd;
  reg  [0:0]  writes_predicate;
  wire [0:0]  writes_cc;
  wire [0:0]  store_bit;
  wire [0:0]  access_bit;
  wire [0:0]  address_add_bit;
  reg         valid_at_s1 = 0;
  reg         valid_at_s2 = 0;
  reg         valid_at_s3 = 0;
  reg         valid_at_s4 = 0;
  reg         valid_at_s5 = 0;
  reg         valid_at_s6 = 0;
  reg  [34:0] tag_at_s1 = 0;
  reg  [34:0] tag_at_s2 = 0;
  reg  [34:0] tag_at_s3 = 0;
  reg  [34:0] tag_at_s4 = 0;
  reg  [34:0] tag_at_s5 = 0;
  reg  [34:0] tag_at_s6 = 0;
  reg  [2:0]  writes_at_s1 = 0;
  reg  [2:0]  writes_at_s2 = 0;
  reg  [2:0]  writes_at_s3 = 0;
  reg  [2:0]  writes_at_s4 = 0;
  reg  [2:0]  writes_at_s5 = 0;
  reg         high_at_s1 = 0;
  reg         high_at_s2 = 0;
  reg         high_at_s3 = 0;
  reg         high_at_s4 = 0;
  reg         volta_at_s1 = 0;
  reg         volta_at_s2 = 0;
  reg         volta_at_s3 = 0;
  reg         volta_at_s4 = 0;
  reg  [2:0]  scale_bits_at_s1 = 0;

  // what enters
  assign is_lea = ~access & ~address_add;
  assign is_lea_high = is_lea & high;
  assign lea = is_lea;
  assign lea_high = is_lea_high;
  assign low = ~access & ~is_lea_high;
  assign negates = negate & ~access;
  assign inverts = volta & extended & is_lea;
  assign borrows = is_lea_high & ~volta;
  assign is_negated_base = volta & negate_base & is_lea;
  assign negates_base = is_negated_base;
  assign increments_base = is_negated_base & ~extended;
  assign takes_magnitude = absolute & address_add;
  assign store_bit = store;
  assign access_bit = access;
  assign address_add_bit = address_add;
  assign offset_scale = ~address_add ? scale : 5'd0;
  assign writes_cc = is_lea & write_cc;
  assign scale_bytes = offset_scale[4:3];
  assign below = ALL_BITS >> scale;

  // what leaves
  assign occupied =
    valid_at_s1
    | valid_at_s2
    | valid_at_s3
    | valid_at_s4
    | valid_at_s5
    | valid_at_s6;
  assign scale_bits_s1 = scale_bits_at_s1;
  assign volta_s3 = volta_at_s3;
  assign size_s3 = tag_at_s3[27:25];
  assign access_s3 = tag_at_s3[28];
  assign high_s4 = high_at_s4;
  assign volta_s4 = volta_at_s4;
  assign access_s4 = tag_at_s4[28];
  assign lea_s4 = ~tag_at_s4[28] & ~tag_at_s4[29];
  assign size_s5 = tag_at_s5[27:25];
  assign access_s5 = tag_at_s5[28];
  assign address_add_s5 = tag_at_s5[29];
  assign writes_rd_s5 = writes_at_s5[0];
  assign writes_predicate_s5 = writes_at_s5[1];
  assign writes_cc_s5 = writes_at_s5[2];
  assign valid_s6 = valid_at_s6;
  assign tag_s6 = tag_at_s6;
  assign access_s6 = tag_at_s6[28];
  assign beat_s6 = tag_at_s6[34:30];

  always @(*) begin
    writes_rd = 1'b0;
    writes_predicate = 1'b0;
    if (is_lea) begin
      if (destination != NO_REGISTER) begin
        writes_rd = 1'b1;
      end
      if (predicate != NO_PREDICATE) begin
        writes_predicate = 1'b1;
      end
    end
    if (address_add) begin
      writes_rd = 1'b1;
    end
  end

  always @(posedge clock) begin
    if (advance) begin
      // stage 1
      valid_at_s1 <= accepted;
      tag_at_s1 <=
        ({30'd0, beat} << 30)
        | ({34'd0, address_add_bit} << 29)
        | ({34'd0, access_bit} << 28)
        | ({32'd0, size} << 25)
        | ({34'd0, store_bit} << 24)
        | ({30'd0, element} << 19)
        | ({32'd0, predicate} << 16)
        | {19'd0, destination};
      writes_at_s1 <=
        ({2'd0, writes_cc} << 2)
        | ({2'd0, writes_predicate} << 1)
        | {2'd0, writes_rd};
      high_at_s1 <= is_lea_high;
      volta_at_s1 <= volta;
      scale_bits_at_s1 <= offset_scale[2:0];

      // stage 2
      valid_at_s2 <= valid_at_s1;
      tag_at_s2 <= tag_at_s1;
      writes_at_s2 <= writes_at_s1;
      high_at_s2 <= high_at_s1;
      volta_at_s2 <= volta_at_s1;

      // stage 3
      valid_at_s3 <= valid_at_s2;
      tag_at_s3 <= tag_at_s2;
      writes_at_s3 <= writes_at_s2;
      high_at_s3 <= high_at_s2;
      volta_at_s3 <= volta_at_s2;

      // stage 4
      valid_at_s4 <= valid_at_s3;
      tag_at_s4 <= tag_at_s3;
      writes_at_s4 <= writes_at_s3;
      high_at_s4 <= high_at_s3;
      volta_at_s4 <= volta_at_s3;

      // stage 5
      valid_at_s5 <= valid_at_s4;
      tag_at_s5 <= tag_at_s4;
      writes_at_s5 <= writes_at_s4;

      // stage 6
      valid_at_s6 <= valid_at_s5;
      tag_at_s6 <= tag_at_s5;
    end
    if (reset) begin
      valid_at_s1 <= 1'b0;
      valid_at_s2 <= 1'b0;
      valid_at_s3 <= 1'b0;
      valid_at_s4 <= 1'b0;
      valid_at_s5 <= 1'b0;
      valid_at_s6 <= 1'b0;
    end
  end
endmodule
