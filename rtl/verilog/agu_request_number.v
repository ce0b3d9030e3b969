// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_request_number of agu 0.2.0

// The number of the request that serves a lane.
//
//     first   = no earlier lane has its key
//     counted = candidates that are first, below the lowest lane with its key; all where it is
//               first itself
//     number  = how many are counted
//
// The candidates of a lane of global memory are the earlier ones of global memory: its number is
// that of its line, in the order of their lowest lanes. Those of a lane of shared memory are the
// earlier ones of its group at its bank: its number is that of its pass in the group, since pass p
// takes the p-th word of each bank. A lane k before the newest is at place 31 - k, in `same` and
// `candidates` as in what is kept of lanes that passed here.
module agu_request_number (
  input  wire        clock,
  input  wire        reset,
  // a lane, as it was compared
  input  wire        valid,
  input  wire [8:0]  tag,
  input  wire [41:0] key,
  input  wire [30:0] same,
  input  wire [30:0] candidates,

  // the lane that was numbered
  output wire        lane_valid,
  output wire [8:0]  lane_tag,
  output wire [41:0] lane_key,
  output wire        lane_first,
  output wire [4:0]  number
);

  localparam [31:0] ONE = 32'd1;
  localparam [30:0] BEFORE_NEWEST = 31'h40000000;
  localparam [31:0] ONE_OF_FOUR = 32'h11111111;
  localparam [31:0] LOW_QUADS = 32'hf0f0f0f;
  localparam [31:0] LOW_OCTETS = 32'hff00ff;
  localparam [31:0] LOW_HALF = 32'hffff;

  wire        first;
  wire [31:0] lanes;
  wire [31:0] below;
  wire [30:0] passed;
  wire [31:0] in_place;
  wire [31:0] bit_0;
  wire [31:0] bit_1;
  wire [31:0] bit_2;
  wire [31:0] bit_3;
  wire [31:0] all_four;
  wire [31:0] two_or_more;
  wire [31:0] odd;
  wire [31:0] quads;
  wire [31:0] octets;
  wire [31:0] halves;
  // bits 31:5 are of no use
  wire [31:0] total_unused;
  // one bit a place: the first lane with its key
  reg  [30:0] firsts = 0;
  reg         valid_s3 = 0;
  reg  [8:0]  tag_s3 = 0;
  reg         first_s3 = 0;
  reg  [41:0] key_s3 = 0;
  reg  [30:0] counted_s3 = 0;
  reg         valid_s4 = 0;
  reg  [8:0]  tag_s4 = 0;
  reg  [41:0] key_s4 = 0;
  reg         first_s4 = 0;
  // how many of each sixteen places are counted
  reg  [31:0] halves_s4 = 0;

  // who is counted
  assign lanes = {1'b0, same};
  assign below = (lanes - ONE) & ~lanes;
  assign first = below[31];
  assign passed = firsts >> 1;

  // how many: of four places, of eight, of sixteen, of all
  assign in_place = {1'b0, counted_s3};
  assign bit_0 = in_place & ONE_OF_FOUR;
  assign bit_1 = (in_place >> 1) & ONE_OF_FOUR;
  assign bit_2 = (in_place >> 2) & ONE_OF_FOUR;
  assign bit_3 = (in_place >> 3) & ONE_OF_FOUR;
  assign odd = bit_0 ^ bit_1 ^ bit_2 ^ bit_3;
  assign all_four = bit_0 & bit_1 & bit_2 & bit_3;
  assign two_or_more = (bit_0 & bit_1) | (bit_2 & bit_3) | ((bit_0 | bit_1) & (bit_2 | bit_3));
  assign quads = odd | ((two_or_more & ~all_four) << 1) | (all_four << 2);
  assign octets = (quads & LOW_QUADS) + ((quads >> 4) & LOW_QUADS);
  assign halves = (octets & LOW_OCTETS) + ((octets >> 8) & LOW_OCTETS);
  assign total_unused = (halves_s4 & LOW_HALF) + ((halves_s4 >> 16) & LOW_HALF);
  assign number = total_unused[4:0];
  assign lane_valid = valid_s4;
  assign lane_tag = tag_s4;
  assign lane_key = key_s4;
  assign lane_first = first_s4;

  always @(posedge clock) begin
    counted_s3 <= candidates & firsts & below[30:0];
    if (valid) begin
      firsts <= passed;
      if (first) begin
        firsts <= passed | BEFORE_NEWEST;
      end
    end
    halves_s4 <= halves;
    valid_s3 <= valid;
    tag_s3 <= tag;
    first_s3 <= first;
    key_s3 <= key;
    valid_s4 <= valid_s3;
    tag_s4 <= tag_s3;
    key_s4 <= key_s3;
    first_s4 <= first_s3;
    if (reset) begin
      valid_s3 <= 1'b0;
      valid_s4 <= 1'b0;
    end
  end
endmodule
