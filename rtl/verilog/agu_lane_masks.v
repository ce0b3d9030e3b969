// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_lane_masks of agu 0.2.0

// The masks of a beat: what each lane brings along, one bit a lane.
//
//     enabled         lane l of the warp, where bit l mod 4 of lane_mask is set
//     execute         = active_mask & guard_mask & enabled & ~(spares_helpers ? helper_mask : 0),
//                       of an ADDR_ADD channel_enable
//     carry_in_s2     = .X of an LEA ? carry_in : the 1 of a negated base
//     access_execute  = execute, where the beat is an access
//     rd_write        = execute, where the beat writes Rd; the others likewise
//     may_be_shared   = generic and (steer_by_window or not steering_mask)
//     may_be_local    = generic and (steer_by_window or steering_mask)
//
// The suffix of a port is the stage that holds the beat.
module agu_lane_masks #(parameter LANES = 8) (
  input  wire             clock,
  // the pipeline moves on
  input  wire             advance,
  // the beat that enters
  input  wire [3:0]       lane_mask,
  // number of its first lane, mod 4
  input  wire [1:0]       turn,
  input  wire             address_add,
  input  wire [LANES-1:0] channel_enable,
  input  wire [LANES-1:0] active_mask,
  input  wire [LANES-1:0] guard_mask,
  input  wire [LANES-1:0] helper_mask,
  input  wire [LANES-1:0] steering_mask,
  input  wire [LANES-1:0] carry_in,
  input  wire [LANES-1:0] overflow_in,
  input  wire             spares_helpers,
  // .X of an LEA; the base is negated and lacks its 1; .X of an LEA.HI
  input  wire             takes_carry,
  input  wire             increments_base,
  input  wire             takes_overflow,
  // control of the beat in stage 4
  input  wire             generic_s4,
  input  wire             steer_by_window_s4,
  // control of the beat in stage 5
  input  wire             access_s5,
  input  wire             writes_rd_s5,
  input  wire             writes_predicate_s5,
  input  wire             writes_cc_s5,

  output wire [LANES-1:0] carry_in_s2,
  output wire [LANES-1:0] low_missed_s4,
  output wire [LANES-1:0] may_be_shared_s5,
  output wire [LANES-1:0] may_be_local_s5,
  output wire [LANES-1:0] access_execute_s5,
  output wire [LANES-1:0] execute_s6,
  output wire [LANES-1:0] rd_write_s6,
  output wire [LANES-1:0] predicate_write_s6,
  output wire [LANES-1:0] cc_write_s6
);

  generate
    if (LANES != 1 && LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : refused
      LANES_must_be_1_2_4_8_16_or_32 lanes ();
    end
  endgenerate

  localparam [31:0]      FOURTHS_0_OF_32 = 32'h11111111;
  localparam [31:0]      FOURTHS_1_OF_32 = 32'h22222222;
  localparam [31:0]      FOURTHS_2_OF_32 = 32'h44444444;
  localparam [31:0]      FOURTHS_3_OF_32 = 32'h88888888;
  // lanes 0, 4, 8 and so on; those after them
  localparam [LANES-1:0] FOURTHS_0 = FOURTHS_0_OF_32[LANES-1:0];
  localparam [LANES-1:0] FOURTHS_1 = FOURTHS_1_OF_32[LANES-1:0];
  localparam [LANES-1:0] FOURTHS_2 = FOURTHS_2_OF_32[LANES-1:0];
  localparam [LANES-1:0] FOURTHS_3 = FOURTHS_3_OF_32[LANES-1:0];

  wire [3:0]       turned;
  wire [LANES-1:0] enabled_0;
  wire [LANES-1:0] enabled_1;
  wire [LANES-1:0] enabled_2;
  wire [LANES-1:0] enabled_3;
  wire [LANES-1:0] enabled;
  wire [LANES-1:0] spared;
  wire [LANES-1:0] execute;
  wire [LANES-1:0] carry_mask;
  wire [LANES-1:0] increment_mask;
  wire [LANES-1:0] overflow_mask;
  wire [LANES-1:0] generic_mask;
  wire [LANES-1:0] by_window_mask;
  wire [LANES-1:0] access_mask;
  wire [LANES-1:0] rd_mask;
  wire [LANES-1:0] predicate_mask;
  wire [LANES-1:0] cc_mask;
  reg  [LANES-1:0] carry_in_at_s1 = 0;
  reg  [LANES-1:0] carry_in_at_s2 = 0;
  reg  [LANES-1:0] low_missed_at_s1 = 0;
  reg  [LANES-1:0] low_missed_at_s2 = 0;
  reg  [LANES-1:0] low_missed_at_s3 = 0;
  reg  [LANES-1:0] low_missed_at_s4 = 0;
  reg  [LANES-1:0] steering_at_s1 = 0;
  reg  [LANES-1:0] steering_at_s2 = 0;
  reg  [LANES-1:0] steering_at_s3 = 0;
  reg  [LANES-1:0] steering_at_s4 = 0;
  reg  [LANES-1:0] may_be_shared_at_s5 = 0;
  reg  [LANES-1:0] may_be_local_at_s5 = 0;
  reg  [LANES-1:0] execute_at_s1 = 0;
  reg  [LANES-1:0] execute_at_s2 = 0;
  reg  [LANES-1:0] execute_at_s3 = 0;
  reg  [LANES-1:0] execute_at_s4 = 0;
  reg  [LANES-1:0] execute_at_s5 = 0;
  reg  [LANES-1:0] execute_at_s6 = 0;
  reg  [LANES-1:0] rd_write_at_s6 = 0;
  reg  [LANES-1:0] predicate_write_at_s6 = 0;
  reg  [LANES-1:0] cc_write_at_s6 = 0;

  // lanes of the beat that enters, by their number in the warp
  assign turned = lane_mask >> turn;
  assign enabled_0 = turned[0] ? FOURTHS_0 : {LANES{1'b0}};
  assign enabled_1 = turned[1] ? FOURTHS_1 : {LANES{1'b0}};
  assign enabled_2 = turned[2] ? FOURTHS_2 : {LANES{1'b0}};
  assign enabled_3 = turned[3] ? FOURTHS_3 : {LANES{1'b0}};
  assign enabled = enabled_0 | enabled_1 | enabled_2 | enabled_3;

  // masks of the beat that enters
  assign spared = spares_helpers ? helper_mask : {LANES{1'b0}};
  assign execute = address_add ? channel_enable : (active_mask & guard_mask & enabled & ~spared);
  assign carry_mask = {LANES{takes_carry}};
  assign increment_mask = {LANES{increments_base}};
  assign overflow_mask = {LANES{takes_overflow}};

  // the windows that may steer the beat in stage 4
  assign generic_mask = {LANES{generic_s4}};
  assign by_window_mask = {LANES{steer_by_window_s4}};

  // what the beat in stage 5 does
  assign access_mask = {LANES{access_s5}};
  assign rd_mask = {LANES{writes_rd_s5}};
  assign predicate_mask = {LANES{writes_predicate_s5}};
  assign cc_mask = {LANES{writes_cc_s5}};

  // what leaves
  assign carry_in_s2 = carry_in_at_s2;
  assign low_missed_s4 = low_missed_at_s4;
  assign may_be_shared_s5 = may_be_shared_at_s5;
  assign may_be_local_s5 = may_be_local_at_s5;
  assign access_execute_s5 = execute_at_s5 & access_mask;
  assign execute_s6 = execute_at_s6;
  assign rd_write_s6 = rd_write_at_s6;
  assign predicate_write_s6 = predicate_write_at_s6;
  assign cc_write_s6 = cc_write_at_s6;

  always @(posedge clock) begin
    if (advance) begin
      // stage 1
      carry_in_at_s1 <= (carry_in & carry_mask) | increment_mask;
      low_missed_at_s1 <= overflow_in & overflow_mask;
      steering_at_s1 <= steering_mask;
      execute_at_s1 <= execute;

      // stage 2
      carry_in_at_s2 <= carry_in_at_s1;
      low_missed_at_s2 <= low_missed_at_s1;
      steering_at_s2 <= steering_at_s1;
      execute_at_s2 <= execute_at_s1;

      // stage 3
      low_missed_at_s3 <= low_missed_at_s2;
      steering_at_s3 <= steering_at_s2;
      execute_at_s3 <= execute_at_s2;

      // stage 4
      low_missed_at_s4 <= low_missed_at_s3;
      steering_at_s4 <= steering_at_s3;
      execute_at_s4 <= execute_at_s3;

      // stage 5
      may_be_shared_at_s5 <= generic_mask & (by_window_mask | ~steering_at_s4);
      may_be_local_at_s5 <= generic_mask & (by_window_mask | steering_at_s4);
      execute_at_s5 <= execute_at_s4;

      // stage 6
      execute_at_s6 <= execute_at_s5;
      rd_write_at_s6 <= execute_at_s5 & rd_mask;
      predicate_write_at_s6 <= execute_at_s5 & predicate_mask;
      cc_write_at_s6 <= execute_at_s5 & cc_mask;
    end
  end
endmodule
