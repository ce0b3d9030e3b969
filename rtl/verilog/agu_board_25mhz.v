// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_board_25mhz of agu 0.2.0, design f7b352f2b438b0df

// A warp unit of one lane behind a UART, for boards.
//
// A host sends frames of 34 bytes, a beat or a configuration write each, and gets one
// answer of 24 bytes for each: the result port. A break on the line resets the unit and
// the link. doc/board.md is the protocol, with the place of every field.
//
// There is no coalescer: what memory would be asked for follows from the addresses.
module agu_board_25mhz (
  input  wire clock,
  // from the host
  input  wire rx,
  // to the host
  output wire tx,
  // a frame is under way
  output wire led
);

  localparam [5:0]  FRAME_BYTES = 6'h22;
  localparam [4:0]  ANSWER_BYTES = 5'h18;
  localparam [3:0]  CONFIGURE_COMMAND = 4'd1;
  localparam [3:0]  BEAT_COMMAND = 4'd2;
  localparam [15:0] LAST_CLOCK = 16'hd9;

  wire         reset;
  wire         complete;
  wire         configures;
  wire         beats;
  wire [3:0]   command;
  wire         asks;
  wire         answers;
  wire         sent;
  wire [5:0]   flags;
  wire [5:0]   uniform;
  wire [5:0]   fault_valid;
  wire [5:0]   last;
  wire [5:0]   access;
  wire [5:0]   address_add;
  wire [5:0]   store;
  reg  [31:0]  base_lo;
  reg  [31:0]  base_hi;
  reg  [31:0]  offset_lo;
  reg  [31:0]  offset_hi;
  wire [31:0]  sum_lo;
  wire [31:0]  sum_hi;
  wire [31:0]  address_lo;
  wire [7:0]   address_hi;
  wire [15:0]  byte_enable;
  wire [7:0]   lock_index;
  wire [3:0]   cc;
  wire [1:0]   space;
  wire [1:0]   fault;
  reg  [271:0] frame = 0;
  // bytes of the frame
  reg  [5:0]   received = 0;
  // the unit has taken the beat
  reg          waiting = 0;
  reg  [191:0] answer = 0;
  // bytes of the answer that are left
  reg  [4:0]   to_send = 0;
  wire [7:0]   receiver_data;
  wire         receiver_valid;
  wire         transmitter_ready;
  wire         unit_config_ready;
  wire         unit_request_ready;
  wire         unit_result_valid;
  wire [4:0]   unit_result_beat;
  wire         unit_result_last;
  wire         unit_result_access;
  wire         unit_result_address_add;
  wire         unit_result_store;
  wire [2:0]   unit_result_size;
  wire [2:0]   unit_result_predicate;
  wire [15:0]  unit_result_destination;
  wire [4:0]   unit_result_element;
  wire [0:0]   unit_rd_write;
  wire [0:0]   unit_predicate_write;
  wire [0:0]   unit_cc_write;
  wire [0:0]   unit_execute_mask;
  wire [0:0]   unit_live_mask;
  wire [0:0]   unit_shared_mask;
  wire [0:0]   unit_fault_mask;
  wire [0:0]   unit_misaligned_mask;
  wire         unit_uniform;
  wire         unit_fault_valid;
  wire [4:0]   unit_fault_lane;
  wire [0:0]   unused_unit_global_mask;
  wire [31:0]  unused_unit_line;
  wire [0:0]   unused_unit_top;
  wire [31:0]  unused_unit_word;
  integer i;

  agu_uart_receiver receiver (
    .clock(clock),
    .rx(rx),
    .last_clock(LAST_CLOCK),
    .data(receiver_data),
    .valid(receiver_valid),
    .broken(reset)
  );

  agu_uart_transmitter transmitter (
    .clock(clock),
    .data(answer[7:0]),
    .valid(|to_send),
    .last_clock(LAST_CLOCK),
    .ready(transmitter_ready),
    .tx(tx)
  );

  agu_warp_unit1 unit (
    .clock(clock),
    .reset(reset),
    .config_valid(configures),
    .config_ready(unit_config_ready),
    .config_address(frame[9:4]),
    .config_data(frame[73:10]),
    .request_valid(asks),
    .request_ready(unit_request_ready),
    .access(frame[4]),
    .extended(frame[5]),
    .lane_mask(frame[9:6]),
    .destination(frame[25:10]),
    .high(frame[26]),
    .negate(frame[27]),
    .scale(frame[32:28]),
    .write_cc(frame[33]),
    .predicate(frame[36:34]),
    .store(frame[37]),
    .access_space(frame[40:38]),
    .access_size(frame[43:41]),
    .address_register(frame[51:44]),
    .immediate(frame[83:52]),
    .immediate_kind(frame[85:84]),
    .bank(frame[90:86]),
    .steer_by_window(frame[91]),
    .address_add(frame[92]),
    .absolute(frame[93]),
    .exec_size(frame[96:94]),
    .channel_mask(frame[100:97]),
    .execution_mask(frame[132:101]),
    .element(frame[137:133]),
    .active_mask(frame[138:138]),
    .guard_mask(frame[139:139]),
    .helper_mask(frame[140:140]),
    .steering_mask(frame[141:141]),
    .carry_in(frame[142:142]),
    .overflow_in(frame[143:143]),
    .base_lo(base_lo),
    .base_hi(base_hi),
    .offset_lo(offset_lo),
    .offset_hi(offset_hi),
    .result_valid(unit_result_valid),
    .result_ready(waiting),
    .result_beat(unit_result_beat),
    .result_last(unit_result_last),
    .result_access(unit_result_access),
    .result_address_add(unit_result_address_add),
    .result_store(unit_result_store),
    .result_size(unit_result_size),
    .result_predicate(unit_result_predicate),
    .result_destination(unit_result_destination),
    .result_element(unit_result_element),
    .rd_write(unit_rd_write),
    .predicate_write(unit_predicate_write),
    .cc_write(unit_cc_write),
    .execute_mask(unit_execute_mask),
    .live_mask(unit_live_mask),
    .shared_mask(unit_shared_mask),
    .fault_mask(unit_fault_mask),
    .misaligned_mask(unit_misaligned_mask),
    .uniform(unit_uniform),
    .fault_valid(unit_fault_valid),
    .fault_lane(unit_fault_lane),
    .sum_lo(sum_lo),
    .sum_hi(sum_hi),
    .cc(cc),
    .address_lo(address_lo),
    .address_hi(address_hi),
    .byte_enable(byte_enable),
    .space(space),
    .fault(fault),
    .lock_index(lock_index),
    .global_mask(unused_unit_global_mask),
    .line(unused_unit_line),
    .top(unused_unit_top),
    .word(unused_unit_word)
  );

  assign led = |received;
  assign complete = received == FRAME_BYTES;
  assign command = frame[3:0];
  assign configures = complete & (command == CONFIGURE_COMMAND);
  assign beats = complete & (command == BEAT_COMMAND);
  assign asks = beats & ~waiting;
  assign answers = (configures & unit_config_ready) | (waiting & unit_result_valid);

  // answers
  assign uniform = unit_uniform ? 6'd1 : 6'd0;
  assign fault_valid = unit_fault_valid ? 6'd2 : 6'd0;
  assign last = unit_result_last ? 6'd4 : 6'd0;
  assign access = unit_result_access ? 6'd8 : 6'd0;
  assign address_add = unit_result_address_add ? 6'h10 : 6'd0;
  assign store = unit_result_store ? 6'h20 : 6'd0;
  assign flags = uniform | fault_valid | last | access | address_add | store;
  assign sent = (|to_send) & transmitter_ready;

  always @(*) begin
    for (i = 0; i < 1; i = i + 1) begin
      base_lo[32*i +: 32] = frame[175:144];
    end
  end

  always @(*) begin
    for (i = 0; i < 1; i = i + 1) begin
      base_hi[32*i +: 32] = frame[207:176];
    end
  end

  always @(*) begin
    for (i = 0; i < 1; i = i + 1) begin
      offset_lo[32*i +: 32] = frame[239:208];
    end
  end

  always @(*) begin
    for (i = 0; i < 1; i = i + 1) begin
      offset_hi[32*i +: 32] = frame[271:240];
    end
  end

  always @(posedge clock) begin
    if (receiver_valid & ~complete) begin
      frame <= (frame >> 8) | ({264'd0, receiver_data} << 264);
      received <= received + 6'd1;
    end
    if (asks & unit_request_ready) begin
      waiting <= 1'b1;
    end
    if (sent) begin
      answer <= answer >> 8;
      to_send <= to_send - 5'd1;
    end
    if (answers) begin
      answer <=
        {186'd0, flags}
        | ({187'd0, unit_result_beat} << 6)
        | ({189'd0, unit_result_size} << 11)
        | ({189'd0, unit_result_predicate} << 14)
        | ({176'd0, unit_result_destination} << 17)
        | ({187'd0, unit_result_element} << 33)
        | ({187'd0, unit_fault_lane} << 38)
        | ({191'd0, unit_rd_write} << 43)
        | ({191'd0, unit_predicate_write} << 44)
        | ({191'd0, unit_cc_write} << 45)
        | ({191'd0, unit_execute_mask} << 46)
        | ({191'd0, unit_live_mask} << 47)
        | ({191'd0, unit_shared_mask} << 48)
        | ({191'd0, unit_fault_mask} << 49)
        | ({191'd0, unit_misaligned_mask} << 50)
        | ({160'd0, sum_lo} << 51)
        | ({160'd0, sum_hi} << 83)
        | ({160'd0, address_lo} << 115)
        | ({184'd0, address_hi} << 147)
        | ({176'd0, byte_enable} << 155)
        | ({184'd0, lock_index} << 171)
        | ({188'd0, cc} << 179)
        | ({190'd0, space} << 183)
        | ({190'd0, fault} << 185);
      to_send <= ANSWER_BYTES;
      received <= 6'd0;
      waiting <= 1'b0;
    end
    if (reset) begin
      received <= 6'd0;
      waiting <= 1'b0;
      to_send <= 5'd0;
    end
  end
endmodule
