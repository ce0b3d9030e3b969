// Units of 1 and of 4 lanes in one design. Each runs LEA R1, R2, 0x1000, 0x3 in 32 lanes.
// Most outputs are open.
// verilator lint_off PINMISSING

module two_units;
  reg clock = 0;
  reg reset = 1;
  wire [31:0] sums1;
  wire [127:0] sums4;
  wire valid1, last1, valid4, last4;

`define UNIT(LANES) \
    .clock(clock), .reset(reset), \
    .config_valid(1'b0), .config_address(6'd0), .config_data(64'd0), \
    .request_valid(!reset), .access(1'b0), .extended(1'b0), .lane_mask(4'hf), \
    .destination(16'd1), .high(1'b0), .negate(1'b0), .scale(5'd3), .write_cc(1'b0), \
    .predicate(3'd7), .store(1'b0), .access_space(3'd0), .access_size(3'd4), \
    .address_register(8'd0), .immediate(32'd0), .immediate_kind(2'd0), .bank(5'd0), \
    .steer_by_window(1'b0), .address_add(1'b0), .absolute(1'b0), .exec_size(3'd0), \
    .channel_mask(4'd0), .execution_mask(32'd0), .element(5'd0), \
    .volta(1'b0), .negate_base(1'b0), .base_word(1'b0), .uniform_added(1'b0), .uniform_base(64'd0), \
    .active_mask({LANES{1'b1}}), .guard_mask({LANES{1'b1}}), .helper_mask({LANES{1'b0}}), \
    .steering_mask({LANES{1'b1}}), .carry_in({LANES{1'b0}}), .overflow_in({LANES{1'b0}}), \
    .base_lo({LANES{32'h1000}}), .base_hi({LANES{32'd0}}), \
    .offset_lo({LANES{32'd5}}), .offset_hi({LANES{32'd0}}), \
    .result_ready(1'b1), .memory_ready(1'b1)

  agu_unit #(.LANES(1)) unit1 (`UNIT(1), .result_valid(valid1), .result_last(last1), .sum_lo(sums1));
  agu_unit #(.LANES(4)) unit4 (`UNIT(4), .result_valid(valid4), .result_last(last4), .sum_lo(sums4));

  integer cycle, beats1, beats4;
  initial begin
    beats1 = 0;
    beats4 = 0;
    for (cycle = 0; cycle < 100; cycle = cycle + 1) begin
      #1 clock = 1;
      #1 clock = 0;
      if (cycle == 3) reset = 0;
      if (valid1 && sums1 == 32'h1028) beats1 = beats1 + 1;
      if (valid4 && sums4 == {4{32'h1028}}) beats4 = beats4 + 1;
      if (valid1 && last1 != (beats1 % 32 == 0)) $display("FAILED: unit1 in cycle %0d", cycle);
      if (valid4 && last4 != (beats4 % 8 == 0)) $display("FAILED: unit4 in cycle %0d", cycle);
    end
    // 96 cycles without reset, less the five that the first beat takes.
    $display("%0d and %0d beats", beats1, beats4);
    $finish;
  end
endmodule
