// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_lea of agu 0.2.0

// The LEA unit: a warp unit that is never asked for an access or an ADDR_ADD.
//
//     offset = high ? {offset_hi, offset_lo} : {0, offset_lo}
//     sum    = base + word(+-offset << scale) + (extended ? carry_in : 0)   word: upper if high
//     volta: sum = +-base +- word(offset << scale), of an LEA.X ~ for -, + carry_in
//
// The same lane, in the same six cycles: synthesis and Verilator leave out what nothing
// asks for, steering, limits, alignment and faults among it. A beat a cycle, in order;
// a result that waits holds all stages. Of the configuration only the base of the shared
// window counts (address 0), which is written between warps. Reset is synchronous.
module agu_lea #(parameter LANES = 8) (
  input  wire                clock,
  // synchronous, active high
  input  wire                reset,

  // configuration write port
  input  wire                config_valid,
  output wire                config_ready,
  input  wire [5:0]          config_address,
  input  wire [63:0]         config_data,

  // one beat of a warp
  input  wire                request_valid,
  output wire                request_ready,
  // an LEA of a part from Volta on
  input  wire                volta,
  // LEA.HI, else LEA.LO
  input  wire                high,
  // .X: CC.CF is added, CC.OF takes part in the window test; with volta Pc is added, and
  // negations are inversions
  input  wire                extended,
  // the offset is negated
  input  wire                negate,
  // with volta: the base is negated
  input  wire                negate_base,
  // left shift of the offset, 0 to 31
  input  wire [4:0]          scale,
  // .CC: the condition code is written
  input  wire                write_cc,
  // predicate that is written; 7 (PT) is none
  input  wire [2:0]          predicate,
  // register that is written; 255 (RZ) is none
  input  wire [15:0]         destination,
  // lane l executes only where bit l mod 4 is set
  input  wire [3:0]          lane_mask,

  // one bit a lane: takes part at all
  input  wire [LANES-1:0]    active_mask,
  // one bit a lane: the guard predicate holds
  input  wire [LANES-1:0]    guard_mask,
  // one bit a lane: CC.CF, with volta Pc, and CC.OF before the instruction
  input  wire [LANES-1:0]    carry_in,
  input  wire [LANES-1:0]    overflow_in,
  // 32 bits a lane: base Sb, offset {Rc, Ra}
  input  wire [32*LANES-1:0] base_lo,
  input  wire [32*LANES-1:0] offset_lo,
  input  wire [32*LANES-1:0] offset_hi,

  // one beat of results
  output wire                result_valid,
  input  wire                result_ready,
  // number of the beat in its warp
  output wire [4:0]          result_beat,
  output wire                result_last,
  output wire [2:0]          result_predicate,
  output wire [15:0]         result_destination,
  // one bit a lane: the lane writes Rd, the predicate, CC
  output wire [LANES-1:0]    rd_write,
  output wire [LANES-1:0]    predicate_write,
  output wire [LANES-1:0]    cc_write,
  // one bit a lane: the lane executes
  output wire [LANES-1:0]    execute_mask,
  // 32 bits a lane: Rd
  output wire [32*LANES-1:0] sum_lo,
  // 4 bits a lane: {OF, SF, ZF, CF}; OF, outside the shared window, is also the
  // value of Plg; with volta it is the carry, Pd
  output wire [4*LANES-1:0]  cc
);

  generate
    if (LANES != 1 && LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : refused
      LANES_must_be_1_2_4_8_16_or_32 lanes ();
    end
  endgenerate

  wire                unused_warp_unit_result_access;
  wire                unused_warp_unit_result_address_add;
  wire                unused_warp_unit_result_store;
  wire [2:0]          unused_warp_unit_result_size;
  wire [4:0]          unused_warp_unit_result_element;
  wire [LANES-1:0]    unused_warp_unit_live_mask;
  wire [LANES-1:0]    unused_warp_unit_shared_mask;
  wire [LANES-1:0]    unused_warp_unit_fault_mask;
  wire [LANES-1:0]    unused_warp_unit_misaligned_mask;
  wire                unused_warp_unit_uniform;
  wire                unused_warp_unit_fault_valid;
  wire [4:0]          unused_warp_unit_fault_lane;
  wire [32*LANES-1:0] unused_warp_unit_sum_hi;
  wire [32*LANES-1:0] unused_warp_unit_address_lo;
  wire [17*LANES-1:0] unused_warp_unit_address_hi;
  wire [16*LANES-1:0] unused_warp_unit_byte_enable;
  wire [2*LANES-1:0]  unused_warp_unit_space;
  wire [2*LANES-1:0]  unused_warp_unit_fault;
  wire [8*LANES-1:0]  unused_warp_unit_lock_index;
  wire [LANES-1:0]    unused_warp_unit_global_mask;
  wire [32*LANES-1:0] unused_warp_unit_line;
  wire [32*LANES-1:0] unused_warp_unit_top;
  wire [32*LANES-1:0] unused_warp_unit_word;

  agu_warp_unit #(.LANES(LANES)) warp_unit (
    .clock(clock),
    .reset(reset),
    .config_valid(config_valid),
    .config_ready(config_ready),
    .config_address(config_address),
    .config_data(config_data),
    .request_valid(request_valid),
    .request_ready(request_ready),
    .access(1'b0),
    .volta(volta),
    .extended(extended),
    .lane_mask(lane_mask),
    .destination(destination),
    .high(high),
    .negate(negate),
    .negate_base(negate_base),
    .scale(scale),
    .write_cc(write_cc),
    .predicate(predicate),
    .store(1'b0),
    .access_space(3'd0),
    .access_size(3'd0),
    .address_register(8'd0),
    .base_word(1'b0),
    .uniform_added(1'b0),
    .uniform_base(64'd0),
    .immediate(32'd0),
    .immediate_kind(2'd0),
    .bank(5'd0),
    .steer_by_window(1'b0),
    .address_add(1'b0),
    .absolute(1'b0),
    .exec_size(3'd0),
    .channel_mask(4'd0),
    .execution_mask(32'd0),
    .element(5'd0),
    .active_mask(active_mask),
    .guard_mask(guard_mask),
    .helper_mask({LANES{1'b0}}),
    .steering_mask({LANES{1'b0}}),
    .carry_in(carry_in),
    .overflow_in(overflow_in),
    .base_lo(base_lo),
    .base_hi(base_lo),
    .offset_lo(offset_lo),
    .offset_hi(offset_hi),
    .result_valid(result_valid),
    .result_ready(result_ready),
    .result_beat(result_beat),
    .result_last(result_last),
    .result_access(unused_warp_unit_result_access),
    .result_address_add(unused_warp_unit_result_address_add),
    .result_store(unused_warp_unit_result_store),
    .result_size(unused_warp_unit_result_size),
    .result_predicate(result_predicate),
    .result_destination(result_destination),
    .result_element(unused_warp_unit_result_element),
    .rd_write(rd_write),
    .predicate_write(predicate_write),
    .cc_write(cc_write),
    .execute_mask(execute_mask),
    .live_mask(unused_warp_unit_live_mask),
    .shared_mask(unused_warp_unit_shared_mask),
    .fault_mask(unused_warp_unit_fault_mask),
    .misaligned_mask(unused_warp_unit_misaligned_mask),
    .uniform(unused_warp_unit_uniform),
    .fault_valid(unused_warp_unit_fault_valid),
    .fault_lane(unused_warp_unit_fault_lane),
    .sum_lo(sum_lo),
    .sum_hi(unused_warp_unit_sum_hi),
    .cc(cc),
    .address_lo(unused_warp_unit_address_lo),
    .address_hi(unused_warp_unit_address_hi),
    .byte_enable(unused_warp_unit_byte_enable),
    .space(unused_warp_unit_space),
    .fault(unused_warp_unit_fault),
    .lock_index(unused_warp_unit_lock_index),
    .global_mask(unused_warp_unit_global_mask),
    .line(unused_warp_unit_line),
    .top(unused_warp_unit_top),
    .word(unused_warp_unit_word)
  );
endmodule
