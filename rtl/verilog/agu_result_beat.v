// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_result_beat of agu 0.2.0

// Values that all lanes share at the result port, and their masks: the data of the skid
// buffer, stage 7.
//
//     at an edge where held is low:   held data = stage 6
//     at an edge where load is high:  port = held ? held data : stage 6
//     uniform = access, and one_space, and differs is 0
//
// The tag is that of the beat control: {beat, address_add, access, size, store, element,
// predicate, destination}. The control is the skid buffer's of the warp unit.
module agu_result_beat #(parameter LANES = 8) (
  input  wire             clock,
  // control of the skid buffer
  input  wire             load,
  input  wire             held,
  // the beat in stage 6
  input  wire [34:0]      tag_s6,
  input  wire             last_s6,
  input  wire [LANES-1:0] rd_write_s6,
  input  wire [LANES-1:0] predicate_write_s6,
  input  wire [LANES-1:0] cc_write_s6,
  input  wire [LANES-1:0] execute_mask_s6,
  input  wire [LANES-1:0] live_mask_s6,
  input  wire [LANES-1:0] shared_mask_s6,
  input  wire [LANES-1:0] global_mask_s6,
  input  wire [LANES-1:0] fault_mask_s6,
  input  wire [LANES-1:0] misaligned_mask_s6,
  input  wire             one_space_s6,
  input  wire [7:0]       differs_s6,
  input  wire             fault_valid_s6,
  input  wire [4:0]       fault_lane_s6,
  // the beat at the result port
  output wire [4:0]       result_beat,
  output wire             result_address_add,
  output wire             result_access,
  output wire [2:0]       result_size,
  output wire             result_store,
  output wire [4:0]       result_element,
  output wire [2:0]       result_predicate,
  output wire [15:0]      result_destination,
  output wire             uniform,
  output wire             result_last,
  output wire [LANES-1:0] rd_write,
  output wire [LANES-1:0] predicate_write,
  output wire [LANES-1:0] cc_write,
  output wire [LANES-1:0] execute_mask,
  output wire [LANES-1:0] live_mask,
  output wire [LANES-1:0] shared_mask,
  output wire [LANES-1:0] global_mask,
  output wire [LANES-1:0] fault_mask,
  output wire [LANES-1:0] misaligned_mask,
  output wire             fault_valid,
  output wire [4:0]       fault_lane
);

  generate
    if (LANES != 1 && LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : refused
      LANES_must_be_1_2_4_8_16_or_32 lanes ();
    end
  endgenerate

  reg  [34:0]      tag_held = 0;
  reg              last_held = 0;
  reg  [LANES-1:0] rd_write_held = 0;
  reg  [LANES-1:0] predicate_write_held = 0;
  reg  [LANES-1:0] cc_write_held = 0;
  reg  [LANES-1:0] execute_mask_held = 0;
  reg  [LANES-1:0] live_mask_held = 0;
  reg  [LANES-1:0] shared_mask_held = 0;
  reg  [LANES-1:0] global_mask_held = 0;
  reg  [LANES-1:0] fault_mask_held = 0;
  reg  [LANES-1:0] misaligned_mask_held = 0;
  reg              one_space_held = 0;
  reg  [7:0]       differs_held = 0;
  reg              fault_valid_held = 0;
  reg  [4:0]       fault_lane_held = 0;
  reg  [34:0]      tag_s7 = 0;
  reg              last_s7 = 0;
  reg  [LANES-1:0] rd_write_s7 = 0;
  reg  [LANES-1:0] predicate_write_s7 = 0;
  reg  [LANES-1:0] cc_write_s7 = 0;
  reg  [LANES-1:0] execute_mask_s7 = 0;
  reg  [LANES-1:0] live_mask_s7 = 0;
  reg  [LANES-1:0] shared_mask_s7 = 0;
  reg  [LANES-1:0] global_mask_s7 = 0;
  reg  [LANES-1:0] fault_mask_s7 = 0;
  reg  [LANES-1:0] misaligned_mask_s7 = 0;
  reg              one_space_s7 = 0;
  reg  [7:0]       differs_s7 = 0;
  reg              fault_valid_s7 = 0;
  reg  [4:0]       fault_lane_s7 = 0;

  assign result_last = last_s7;
  assign rd_write = rd_write_s7;
  assign predicate_write = predicate_write_s7;
  assign cc_write = cc_write_s7;
  assign execute_mask = execute_mask_s7;
  assign live_mask = live_mask_s7;
  assign shared_mask = shared_mask_s7;
  assign global_mask = global_mask_s7;
  assign fault_mask = fault_mask_s7;
  assign misaligned_mask = misaligned_mask_s7;
  assign fault_valid = fault_valid_s7;
  assign fault_lane = fault_lane_s7;
  assign result_destination = tag_s7[15:0];
  assign result_predicate = tag_s7[18:16];
  assign result_element = tag_s7[23:19];
  assign result_store = tag_s7[24];
  assign result_size = tag_s7[27:25];
  assign result_access = tag_s7[28];
  assign result_address_add = tag_s7[29];
  assign result_beat = tag_s7[34:30];
  assign uniform = tag_s7[28] & one_space_s7 & ~(|differs_s7);

  always @(posedge clock) begin
    if (~held) begin
      tag_held <= tag_s6;
      last_held <= last_s6;
      rd_write_held <= rd_write_s6;
      predicate_write_held <= predicate_write_s6;
      cc_write_held <= cc_write_s6;
      execute_mask_held <= execute_mask_s6;
      live_mask_held <= live_mask_s6;
      shared_mask_held <= shared_mask_s6;
      global_mask_held <= global_mask_s6;
      fault_mask_held <= fault_mask_s6;
      misaligned_mask_held <= misaligned_mask_s6;
      one_space_held <= one_space_s6;
      differs_held <= differs_s6;
      fault_valid_held <= fault_valid_s6;
      fault_lane_held <= fault_lane_s6;
    end
    if (load) begin
      tag_s7 <= tag_s6;
      last_s7 <= last_s6;
      rd_write_s7 <= rd_write_s6;
      predicate_write_s7 <= predicate_write_s6;
      cc_write_s7 <= cc_write_s6;
      execute_mask_s7 <= execute_mask_s6;
      live_mask_s7 <= live_mask_s6;
      shared_mask_s7 <= shared_mask_s6;
      global_mask_s7 <= global_mask_s6;
      fault_mask_s7 <= fault_mask_s6;
      misaligned_mask_s7 <= misaligned_mask_s6;
      one_space_s7 <= one_space_s6;
      differs_s7 <= differs_s6;
      fault_valid_s7 <= fault_valid_s6;
      fault_lane_s7 <= fault_lane_s6;
      if (held) begin
        tag_s7 <= tag_held;
        last_s7 <= last_held;
        rd_write_s7 <= rd_write_held;
        predicate_write_s7 <= predicate_write_held;
        cc_write_s7 <= cc_write_held;
        execute_mask_s7 <= execute_mask_held;
        live_mask_s7 <= live_mask_held;
        shared_mask_s7 <= shared_mask_held;
        global_mask_s7 <= global_mask_held;
        fault_mask_s7 <= fault_mask_held;
        misaligned_mask_s7 <= misaligned_mask_held;
        one_space_s7 <= one_space_held;
        differs_s7 <= differs_held;
        fault_valid_s7 <= fault_valid_held;
        fault_lane_s7 <= fault_lane_held;
      end
    end
  end
endmodule
