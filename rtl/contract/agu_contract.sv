// SPDX-License-Identifier: MIT OR Apache-2.0
// The contract of doc/timing.md at the ports of an agu_unitN, LANES being N: a named assertion for each rule.
// They are immediate assertions in clocked blocks, which Verilator (--assert), Icarus, Yosys and commercial
// simulators read. `agu_contract_bind.sv` binds them to a unit. A line at time 0 names each unit whose rules are
// checked: it is missing if nothing is bound, or if the simulator ignores assertions.
//
// AGU_UNIT are rules for the unit, AGU_USER for the design around it. A proof of one side assumes the other:
// define AGU_ASSUME_USER or AGU_ASSUME_UNIT.

`ifdef __ICARUS__
`define AGU_RULE(KIND, NAME, HOLDS) \
  begin : NAME if ((HOLDS) !== 1'b1) $display("Assertion failed in %m"); end
`else
`define AGU_RULE(KIND, NAME, HOLDS) NAME: KIND (HOLDS);
`endif
`ifdef AGU_ASSUME_UNIT
`define AGU_UNIT(NAME, HOLDS) `AGU_RULE(assume, NAME, HOLDS)
`else
`define AGU_UNIT(NAME, HOLDS) `AGU_RULE(assert, NAME, HOLDS)
`endif
`ifdef AGU_ASSUME_USER
`define AGU_USER(NAME, HOLDS) `AGU_RULE(assume, NAME, HOLDS)
`else
`define AGU_USER(NAME, HOLDS) `AGU_RULE(assert, NAME, HOLDS)
`endif

module agu_contract #(
  parameter LANES = 8
) (
  input wire                clock, reset,
  input wire                config_valid, config_ready,
  input wire                request_valid, request_ready,
  input wire                access, volta, extended,
  input wire [3:0]          lane_mask,
  input wire [15:0]         destination,
  input wire                high, negate, negate_base,
  input wire [4:0]          scale,
  input wire                write_cc,
  input wire [2:0]          predicate,
  input wire                store,
  input wire [2:0]          access_space, access_size,
  input wire [7:0]          address_register,
  input wire                base_word, uniform_added,
  input wire [63:0]         uniform_base,
  input wire [31:0]         immediate,
  input wire [1:0]          immediate_kind,
  input wire [4:0]          bank,
  input wire                steer_by_window, address_add, absolute,
  input wire [2:0]          exec_size,
  input wire [3:0]          channel_mask,
  input wire [31:0]         execution_mask,
  input wire [4:0]          element,
  input wire                result_valid, result_ready,
  input wire [4:0]          result_beat,
  input wire                result_last, result_access, result_address_add, result_store,
  input wire [2:0]          result_size, result_predicate,
  input wire [15:0]         result_destination,
  input wire [4:0]          result_element,
  input wire [LANES-1:0]    rd_write, predicate_write, cc_write, execute_mask,
  input wire [LANES-1:0]    live_mask, shared_mask, fault_mask, misaligned_mask,
  input wire                uniform, fault_valid,
  input wire [4:0]          fault_lane,
  input wire [32*LANES-1:0] sum_lo, sum_hi,
  input wire [4*LANES-1:0]  cc,
  input wire [32*LANES-1:0] address_lo,
  input wire [17*LANES-1:0] address_hi,
  input wire [16*LANES-1:0] byte_enable,
  input wire [2*LANES-1:0]  space, fault,
  input wire [8*LANES-1:0]  lock_index,
  input wire                memory_valid, memory_ready, memory_shared, memory_store,
  input wire [41:0]         memory_line,
  input wire [3:0]          memory_sectors,
  input wire [31:0]         memory_lanes,
  input wire [4:0]          memory_pass,
  input wire                memory_last
);
  generate
    if (LANES != 1 && LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : refused
      LANES_must_be_1_2_4_8_16_or_32 lanes ();
    end
  endgenerate

  // An assertion prints the line, so that none is printed if assertions are ignored.
`ifdef __ICARUS__
  initial $display("agu_contract: %m checks %0d lanes", LANES);
`elsif YOSYS
`else
  initial assert (1'b1) $display("agu_contract: %m checks %0d lanes", LANES);
`endif

  localparam LAST_BEAT = 32 / LANES - 1;
  // Edges from a request to its result, and from a warp's last result to its first memory request.
  localparam LATENCY = 7, TO_MEMORY = LANES == 1 ? 12 : 6;
  // Most warps with requests that memory has not taken: at the port, in the coalescer, and one that is whole.
  localparam WARPS = LANES == 1 ? 5 : 4;

  function [5:0] count(input [31:0] bits);
    integer i;
    begin
      count = 0;
      for (i = 0; i < 32; i = i + 1) count = count + {5'd0, bits[i]};
    end
  endfunction

  // The lowest set bit alone.
  function [31:0] lowest(input [31:0] bits);
    lowest = bits & (~bits + 1);
  endfunction

  // ---- Requests.

  wire takes = request_valid && request_ready;
  wire [157:0] control = {access, volta, extended, lane_mask, destination, high, negate, negate_base, scale, write_cc,
    predicate, store, access_space, access_size, address_register, base_word, uniform_added, uniform_base, immediate,
    immediate_kind, bank, steer_by_window, address_add, absolute};
  wire [43:0] channels = {exec_size, channel_mask, execution_mask, element};
  reg [201:0] control_of_warp;
  reg [4:0] beat;
  reg seen_reset, was_reset;
  initial {beat, seen_reset, was_reset} = 0;

  // ---- Results: what the beats in the unit asked for, oldest first.

  wire leaves = result_valid && result_ready;
  reg [29:0] asked [0:15];
  reg [3:0] oldest, newest;
  reg [5:0] in_unit, accesses;
  reg [4:0] beat_out;
  reg [LATENCY-2:0] taken;
  wire [5:0] new_beats = count({{33-LATENCY{1'b0}}, taken});
  // Edges at which no result waited, and no access was in the unit behind one with memory requests.
  reg [3:0] quiet;
  reg waits;
  wire [42+153*LANES:0] result = {result_beat, result_last, result_access, result_address_add, result_store,
    result_size, result_predicate, result_destination, result_element, rd_write, predicate_write, cc_write,
    execute_mask, live_mask, shared_mask, fault_mask, misaligned_mask, uniform, fault_valid, fault_lane,
    sum_lo, sum_hi, cc, address_lo, address_hi, byte_enable, space, fault, lock_index};
  reg [42+153*LANES:0] result_was;

  // Faults, lanes that access memory, and differences of them in the earlier beats of the warp.
  reg faulted, lives, differs;
  reg [4:0] faulted_lane;
  wire [31:0] faults = {{32-LANES{1'b0}}, fault_mask} << beat_out * LANES;
  wire [5:0] lowest_fault = count(lowest(faults) - 1);

  // ---- Memory: lanes of the warps that make requests, oldest first.

  wire [LANES-1:0] line_lanes, pass_lanes;
  genvar l;
  for (l = 0; l < LANES; l = l + 1) begin : lane
    assign line_lanes[l] = live_mask[l] && space[2*l +: 2] == 0;
    assign pass_lanes[l] = live_mask[l] && space[2*l +: 2] == 1;
  end
  reg [31:0] lines_before, passes_before;
  wire [31:0] lines_now = lines_before | {{32-LANES{1'b0}}, line_lanes} << beat_out * LANES;
  wire [31:0] passes_now = passes_before | {{32-LANES{1'b0}}, pass_lanes} << beat_out * LANES;
  wire completes = leaves && result_access && result_last;
  wire joins = completes && (lines_now | passes_now) != 0;

  reg [31:0] lines [0:7], passes [0:7];
  reg [7:0] stores;
  reg [2:0] first, last;
  reg [5:0] warps;
  reg [31:0] served;
  reg [4:0] pass;
  reg [TO_MEMORY-2:0] joined;
  wire [5:0] new_warps = count({{33-TO_MEMORY{1'b0}}, joined});
  // Edges since a warp was complete or a request was there; edges to the first request of a warp.
  reg [5:0] idle;
  reg [3:0] due;
  wire [31:0] lines_left = lines[first] & ~served, passes_left = passes[first] & ~served;
  wire [85:0] memory = {memory_shared, memory_store, memory_line, memory_sectors, memory_lanes, memory_pass,
    memory_last};
  reg [85:0] memory_was;
  reg memory_waits;
  wire memory_leaves = memory_valid && memory_ready;

  // ---- The rules.

  always @(posedge clock) begin
    if (!reset && request_valid) begin
      `AGU_USER(reset_before_request, seen_reset)
      `AGU_USER(one_kind, !(address_add && (access || volta)))
      `AGU_USER(only_with_volta, volta || !(negate_base || base_word || uniform_added))
      `AGU_USER(scale_of_access, !(access && volta) || scale == 0
        || scale >= 2 && scale <= 4 && access_space == 2 && !extended)
      `AGU_USER(space_is_known, !access || access_space <= 4)
      `AGU_USER(immediate_fits, !access || (immediate_kind == 0 || immediate[31:24] == 0)
        && (immediate_kind < 2 || immediate[23:16] == 0))
      `AGU_USER(control_stays_in_warp, beat == 0 || {control, channels} == control_of_warp)
    end
    if (seen_reset) begin
      `AGU_UNIT(empty_after_reset, !was_reset || config_ready && request_ready != config_valid
        && !result_valid && !memory_valid)

      `AGU_UNIT(config_between_warps, config_ready == (in_unit == 0 && beat == 0))
      `AGU_UNIT(config_before_warp, !(config_valid && beat == 0 && request_ready))
      `AGU_UNIT(stages_hold, !(waits && request_ready))
      `AGU_UNIT(at_most_eight_beats, in_unit <= 8)
      `AGU_UNIT(beat_a_cycle, quiet < 2 || request_ready || config_valid && beat == 0)

      `AGU_UNIT(result_in_seven_cycles, quiet <= 8 || in_unit <= new_beats || result_valid)
      `AGU_UNIT(result_stays, !waits || result_valid && result == result_was)
      if (result_valid) begin
        `AGU_UNIT(result_not_early, in_unit > new_beats)
        `AGU_UNIT(results_in_order, {result_access, result_address_add, result_store, result_size,
          result_predicate, result_destination, result_element} == asked[oldest])
        `AGU_UNIT(beats_in_order, result_beat == beat_out && result_last == (beat_out == LAST_BEAT[4:0]))
        if (result_access) begin
          `AGU_UNIT(faults_accumulate, fault_valid == (faulted || fault_mask != 0)
            && (!fault_valid || {1'b0, fault_lane} == (faulted ? {1'b0, faulted_lane} : lowest_fault)))
          `AGU_UNIT(uniform_accumulates, !uniform || (lives || live_mask != 0) && !differs)
        end
      end

      `AGU_UNIT(first_request_in_time, due != 1 || memory_valid)
      `AGU_UNIT(request_stays, !memory_waits || memory_valid && memory == memory_was)
      `AGU_UNIT(zero_without_request, memory_valid || memory == 0)
      `AGU_UNIT(memory_stops_results, warps <= WARPS[5:0])
      if (memory_valid) begin
        `AGU_UNIT(request_not_early, served != 0 || warps > new_warps)
        `AGU_UNIT(request_of_the_oldest, memory_store == stores[first] && memory_lanes != 0
          && (memory_lanes & ~(memory_shared ? passes_left : lines_left)) == 0)
        `AGU_UNIT(lines_by_lowest_lane, memory_shared || (memory_lanes & lowest(lines_left)) != 0)
        `AGU_UNIT(passes_in_order, !memory_shared || memory_pass == pass && lines_left == 0)
        `AGU_UNIT(last_of_warp, memory_last == (memory_lanes == (lines_left | passes_left)))
      end
    end
  end

  // ---- The state behind them.

  always @(posedge clock) begin
    was_reset <= reset;
    if (reset) seen_reset <= 1;
    if (beat == 0) control_of_warp <= {control, channels};
    if (takes) begin
      asked[newest] <= {access, address_add, store, access_size, predicate, destination, element};
      newest <= newest + 1;
      beat <= beat == LAST_BEAT[4:0] ? 0 : beat + 1;
    end
    taken <= {taken[LATENCY-3:0], takes};
    in_unit <= in_unit + {5'd0, takes} - {5'd0, leaves};
    accesses <= accesses + {5'd0, takes && access} - {5'd0, leaves && result_access};
    waits <= result_valid && !result_ready;
    if (result_valid && !result_ready || warps != 0 && (accesses != 0 || takes && access)) quiet <= 0;
    else if (quiet != 15) quiet <= quiet + 1;
    result_was <= result;
    if (leaves) begin
      oldest <= oldest + 1;
      beat_out <= result_last ? 0 : beat_out + 1;
      faulted <= !result_last && result_access && fault_valid;
      faulted_lane <= fault_lane;
      lives <= !result_last && result_access && (lives || live_mask != 0);
      differs <= !result_last && result_access && (lives || live_mask != 0) && !uniform;
      lines_before <= result_access && !result_last ? lines_now : 0;
      passes_before <= result_access && !result_last ? passes_now : 0;
    end

    if (joins) begin
      lines[last] <= lines_now;
      passes[last] <= passes_now;
      stores[last] <= result_store;
      last <= last + 1;
    end
    joined <= {joined[TO_MEMORY-3:0], joins};
    if (completes || memory_valid) idle <= 0;
    else if (idle != 63) idle <= idle + 1;
    if (joins && warps == 0 && idle == 63) due <= TO_MEMORY[3:0];
    else if (due != 0) due <= due - 1;
    warps <= warps + {5'd0, joins} - {5'd0, memory_leaves && memory_last};
    memory_waits <= memory_valid && !memory_ready;
    memory_was <= memory;
    if (memory_leaves) begin
      served <= memory_last ? 0 : served | memory_lanes;
      pass <= memory_last ? 0 : pass + {4'd0, memory_shared};
      if (memory_last) first <= first + 1;
    end

    if (reset) begin
      {beat, newest, oldest, in_unit, taken, accesses, waits, beat_out, faulted, lives, differs} <= 0;
      {lines_before, passes_before, last, first, joined, due, warps, memory_waits, served, pass} <= 0;
      {quiet, idle} <= ~0;
    end
  end
endmodule
