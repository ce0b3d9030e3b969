// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_lane_keys of agu 0.2.0

// Each lane of a warp against all lower ones, as it comes in.
//
//     key          = global ? address[48:7] : {0, bank = address[6:2], row = address[17:7]}
//     earlier[j]   = the lane at place j is of the same warp, and accesses the same space; where that
//                    is shared memory, of the same group
//     same[j]      = earlier[j] and its key is the same
//     candidate[j] = earlier[j] and, for a lane of shared memory, its bank is the same
//
// Lanes are shifted in from the top: the newest one is at place 31, and the one k lanes before it
// at place 31 - k. It is compared in the cycle after the edge that took it, and what was found
// is there after the next edge.
module agu_lane_keys (
  input  wire        clock,
  input  wire        reset,
  // a lane, as the coalescer's ports say
  input  wire        take,
  input  wire [31:0] line,
  input  wire [31:0] top,
  input  wire [31:0] word,
  // what goes along with it: bit 0: it accesses global memory; 1: shared memory; 2: it is the
  // last of its warp; 8: the first of a group; the others are not looked at here
  input  wire [8:0]  tag,

  // the lane that was compared
  output wire        lane_valid,
  output wire [8:0]  lane_tag,
  // its key; of a lane that accesses global memory, its line
  output wire [41:0] lane_key,
  // one bit a place, 0 to 30
  output wire [30:0] same,
  output wire [30:0] candidates
);

  localparam [31:0] NEWEST_PLACE = 32'h80000000;

  wire [41:0]   line_key;
  wire [9:0]    top_bits;
  wire [10:0]   row;
  wire [4:0]    bank;
  wire [41:0]   key;
  wire          is_global;
  wire          is_shared;
  wire [31:0]   global_before;
  wire [31:0]   shared_before;
  wire [41:0]   newest;
  wire          newest_global;
  wire [30:0]   earlier;
  reg  [30:0]   banks_equal;
  reg  [30:0]   keys_equal;
  reg           begun = 0;
  reg  [1343:0] keys = 0;
  reg  [31:0]   global_lanes = 0;
  reg  [31:0]   shared_lanes = 0;
  // the newest lane, in the cycle in which it is compared
  reg           valid_s1 = 0;
  reg  [8:0]    tag_s1 = 0;
  // the lane that was compared
  reg           valid_s2 = 0;
  reg  [8:0]    tag_s2 = 0;
  reg  [41:0]   key_s2 = 0;
  reg  [30:0]   same_s2 = 0;
  reg  [30:0]   candidates_s2 = 0;

  // the lane that comes in
  assign is_global = tag[0];
  assign is_shared = tag[1];
  assign top_bits = top[9:0];
  assign line_key = ({32'd0, top_bits} << 32) | {10'd0, line};
  assign row = word[15:5];
  assign bank = word[4:0];
  assign key = is_global ? line_key : (({37'd0, bank} << 11) | {31'd0, row});
  assign global_before = begun ? (global_lanes >> 1) : 32'd0;
  assign shared_before = (begun & ~tag[8]) ? (shared_lanes >> 1) : 32'd0;

  // the newest lane against all lower ones
  assign newest = keys[1343:1302];
  assign newest_global = tag_s1[0];
  assign earlier = newest_global ? global_lanes[30:0] : (shared_lanes[30:0] & banks_equal);
  assign lane_valid = valid_s2;
  assign lane_tag = tag_s2;
  assign lane_key = key_s2;
  assign same = same_s2;
  assign candidates = candidates_s2;

  always @(*) begin : make_banks_equal
    integer i;
    reg [41:0] newest_now;
    reg [30:0] banks_equal_mask;
    newest_now = newest;
    banks_equal_mask = 0;
    for (i = 0; i < 31; i = i + 1) begin
      banks_equal_mask = banks_equal_mask | ({30'd0, keys[42*i + 11 +: 5] == newest_now[15:11]} << i);
    end
    banks_equal = banks_equal_mask;
  end

  always @(*) begin : make_keys_equal
    integer i;
    reg [41:0] newest_now;
    reg [30:0] keys_equal_mask;
    newest_now = newest;
    keys_equal_mask = 0;
    for (i = 0; i < 31; i = i + 1) begin
      keys_equal_mask = keys_equal_mask | ({30'd0, keys[42*i +: 42] == newest_now} << i);
    end
    keys_equal = keys_equal_mask;
  end

  always @(posedge clock) begin
    valid_s1 <= take;
    if (take) begin
      begun <= ~tag[2];
      keys <= ({42'd0, keys[1343:42]}) | ({1302'd0, key} << 1302);
      global_lanes <= global_before;
      if (is_global) begin
        global_lanes <= global_before | NEWEST_PLACE;
      end
      shared_lanes <= shared_before;
      if (is_shared) begin
        shared_lanes <= shared_before | NEWEST_PLACE;
      end
      tag_s1 <= tag;
    end
    candidates_s2 <= earlier;
    same_s2 <= earlier & keys_equal;
    valid_s2 <= valid_s1;
    tag_s2 <= tag_s1;
    key_s2 <= newest;
    if (reset) begin
      begun <= 1'b0;
      valid_s1 <= 1'b0;
      valid_s2 <= 1'b0;
    end
  end
endmodule
