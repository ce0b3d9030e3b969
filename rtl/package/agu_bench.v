// SPDX-License-Identifier: MIT OR Apache-2.0
// An LEA and a load through all lanes of a unit: a start for a test bench of one's own.
// Ends with an error where a result is wrong or does not come.
module agu_bench;
  localparam LANES = 32;
  localparam BEATS = 32 / LANES;

  reg clock = 0;
  reg reset = 1;
  reg request_valid = 0;
  reg access = 0;
  reg [31:0] base = 0;
  reg [31:0] offset = 0;
  wire request_ready;
  wire result_valid;
  wire result_last;
  wire [32*LANES-1:0] sum_lo;
  wire [32*LANES-1:0] address_lo;
  wire [LANES-1:0] live_mask;
  wire memory_valid;
  wire [41:0] memory_line;

  agu_unit32 unit (
    .clock(clock), .reset(reset),
    .config_valid(1'b0), .config_ready(), .config_address(6'd0), .config_data(64'd0),
    .request_valid(request_valid), .request_ready(request_ready),
    .access(access), .volta(1'b0), .extended(1'b0), .lane_mask(4'hf), .destination(16'd1),
    .high(1'b0), .negate(1'b0), .negate_base(1'b0), .scale(5'd3), .write_cc(1'b0), .predicate(3'd7),
    .store(1'b0), .access_space(3'd0), .access_size(3'd4), .address_register(8'd2),
    .base_word(1'b0), .uniform_added(1'b0), .uniform_base(64'd0), .immediate(32'h20), .immediate_kind(2'd0), .bank(5'd0), .steer_by_window(1'b0),
    .address_add(1'b0), .absolute(1'b0), .exec_size(3'd0), .channel_mask(4'd0),
    .execution_mask(32'd0), .element(5'd0),
    .active_mask({LANES{1'b1}}), .guard_mask({LANES{1'b1}}), .helper_mask({LANES{1'b0}}),
    .steering_mask({LANES{1'b1}}), .carry_in({LANES{1'b0}}), .overflow_in({LANES{1'b0}}),
    .base_lo({LANES{base}}), .base_hi({LANES{32'd0}}),
    .offset_lo({LANES{offset}}), .offset_hi({LANES{32'd0}}),
    .result_valid(result_valid), .result_ready(1'b1), .result_beat(), .result_last(result_last),
    .result_access(), .result_address_add(), .result_store(), .result_size(),
    .result_predicate(), .result_destination(), .result_element(),
    .rd_write(), .predicate_write(), .cc_write(), .execute_mask(),
    .live_mask(live_mask), .shared_mask(), .fault_mask(), .misaligned_mask(),
    .uniform(), .fault_valid(), .fault_lane(),
    .sum_lo(sum_lo), .sum_hi(), .cc(), .address_lo(address_lo), .address_hi(),
    .byte_enable(), .space(), .fault(), .lock_index(),
    .memory_valid(memory_valid), .memory_ready(1'b1), .memory_shared(), .memory_store(),
    .memory_line(memory_line), .memory_sectors(), .memory_lanes(), .memory_pass(),
    .memory_last()
  );

  always #1 clock = !clock;

  // A warp in all its beats.
  task ask(input is_access, input [31:0] lane_base, input [31:0] lane_offset);
    integer beat;
    begin
      @(negedge clock);
      request_valid = 1;
      access = is_access;
      base = lane_base;
      offset = lane_offset;
      for (beat = 0; beat < BEATS; beat = beat + 1) begin
        while (!request_ready) @(negedge clock);
        @(negedge clock);
      end
      request_valid = 0;
    end
  endtask

  task expect_that(input holds);
    if (!holds) begin
      $display("FAILED at %0t", $time);
      $fatal(1);
    end
  endtask

  initial begin
    #1000 $display("FAILED: no result");
    $fatal(1);
  end

  initial begin
    repeat (4) @(negedge clock);
    reset = 0;
    // LEA R1, 5, 0x1000, 0x3
    ask(1'b0, 32'h1000, 32'd5);
    while (!(result_valid && result_last)) @(negedge clock);
    expect_that(sum_lo == {LANES{32'h1028}});
    // LD R1, [R2+0x20] in all lanes: one line of memory
    @(negedge clock);
    ask(1'b1, 32'h1004, 32'd0);
    while (!(result_valid && result_last)) @(negedge clock);
    expect_that(address_lo == {LANES{32'h1024}} && &live_mask);
    while (!memory_valid) @(negedge clock);
    expect_that(memory_line == 42'h20);
    $display("PASSED");
    $finish;
  end
endmodule
