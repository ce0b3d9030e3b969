// Random traffic at the ports of a unit of LANES lanes, for the assertions of rtl/contract: requests that come
// and go, a reader and a memory that are not ready, configuration writes, resets. Beside them the rule that no
// assertion at an edge can state: inputs reach no output.
`define CONTROL {access, volta, extended, lane_mask, destination, high, negate, negate_base, scale, write_cc, \
  predicate, store, access_space, access_size, address_register, base_word, uniform_added, uniform_base, immediate, \
  immediate_kind, bank, steer_by_window, address_add, absolute, exec_size, channel_mask, execution_mask, element}
`define OF_LANES {active_mask, guard_mask, helper_mask, steering_mask, carry_in, overflow_in, base_lo, base_hi, \
  offset_lo, offset_hi}
`define OUTPUTS {result_valid, result_beat, result_last, result_access, result_address_add, result_store, \
  result_size, result_predicate, result_destination, result_element, rd_write, predicate_write, cc_write, \
  execute_mask, live_mask, shared_mask, fault_mask, misaligned_mask, uniform, fault_valid, fault_lane, sum_lo, \
  sum_hi, cc, address_lo, address_hi, byte_enable, space, fault, lock_index, memory_valid, memory_shared, \
  memory_store, memory_line, memory_sectors, memory_lanes, memory_pass, memory_last}

`ifndef LANES
`define LANES 4
`endif
`ifdef AGU_CONTRACT_OF
`define UNIT `AGU_CONTRACT_OF
`else
`define UNIT agu_unit #(.LANES(LANES))
`endif

// Random words are cut to the width of their port.
// verilator lint_off WIDTH

module contract;
  localparam LANES = `LANES, BEATS = 32 / LANES;

  reg clock = 0, reset = 0;
  reg config_valid = 0, request_valid = 0, result_ready = 0, memory_ready = 0;
  reg [5:0] config_address = 0;
  reg [63:0] config_data = 0;
  reg access = 0, volta = 0, extended = 0, high = 0, negate = 0, negate_base = 0, write_cc = 0, store = 0, steer_by_window = 0;
  reg address_add = 0, absolute = 0, base_word = 0, uniform_added = 0;
  reg [63:0] uniform_base = 0;
  reg [1:0] immediate_kind = 0;
  reg [2:0] predicate = 0, access_space = 0, access_size = 0, exec_size = 0;
  reg [3:0] lane_mask = 0, channel_mask = 0;
  reg [4:0] scale = 0, bank = 0, element = 0;
  reg [7:0] address_register = 0;
  reg [15:0] destination = 0;
  reg [31:0] immediate = 0, execution_mask = 0;
  reg [LANES-1:0] active_mask = 0, guard_mask = 0, helper_mask = 0, steering_mask = 0, carry_in = 0;
  reg [LANES-1:0] overflow_in = 0;
  reg [32*LANES-1:0] base_lo = 0, base_hi = 0, offset_lo = 0, offset_hi = 0;

  wire config_ready, request_ready, result_valid, memory_valid;
  wire [4:0] result_beat, result_element, fault_lane, memory_pass;
  wire result_last, result_access, result_address_add, result_store, uniform, fault_valid;
  wire memory_shared, memory_store, memory_last;
  wire [2:0] result_size, result_predicate;
  wire [15:0] result_destination;
  wire [LANES-1:0] rd_write, predicate_write, cc_write, execute_mask, live_mask, shared_mask, fault_mask;
  wire [LANES-1:0] misaligned_mask;
  wire [32*LANES-1:0] sum_lo, sum_hi, address_lo;
  wire [4*LANES-1:0] cc;
  wire [17*LANES-1:0] address_hi;
  wire [8*LANES-1:0] lock_index;
  wire [16*LANES-1:0] byte_enable;
  wire [2*LANES-1:0] space, fault;
  wire [41:0] memory_line;
  wire [3:0] memory_sectors;
  wire [31:0] memory_lanes;

  `UNIT unit (.*);
`ifdef __ICARUS__
  agu_contract #(.LANES(LANES)) rules (.*);
`endif

  reg [130+153*LANES:0] was;
  reg config_ready_was, request_ready_was;
  reg [8*32-1:0] broken = 0;
  integer cycle, lane, phase, beat = 0, beats = 0, seed = 1;
  integer results_seen = 0, requests_seen = 0, writes_seen = 0, resets_seen = 0;

  task hold(input holds, input [8*48-1:0] rule);
    if (holds !== 1'b1) begin
      $display("Failed in cycle %0d, seed %0d: %0s", cycle, seed, rule);
      if (!$test$plusargs("break")) $finish;
    end
  endtask

  // Control of a warp. Of its accesses some are global, and most are in bounds.
  task request;
    begin
      for (lane = 0; lane < 7; lane = lane + 1) `CONTROL = {`CONTROL, $urandom};
      if (phase == 1) {access, address_add} = 2;
      if (address_add || phase == 0) access = 0;
      access_space = $urandom % 5;
      if (address_add) volta = 0;
      if (!volta) {negate_base, base_word, uniform_added} = 0;
      if (access && volta) scale = access_space == 2 && !extended && $urandom % 2 == 0 ? 2 + $urandom % 3 : 0;
      if (access && $urandom % 4 != 0)
        {lane_mask, address_register, immediate, uniform_base} = {4'hf, 8'd2, 32'd0, 64'h100};
      immediate = immediate & (immediate_kind == 0 ? ~0 : immediate_kind == 1 ? 24'hffffff : 16'hffff);
    end
  endtask

  // The inputs of a cycle. What is not taken may change; control is the same in a warp.
  task drive;
    begin
      phase = cycle / 1024 % 4;
      reset = cycle < 2 || (phase == 3 && $urandom % 256 == 0);
      // A warp that has begun goes on; in phase 2 one begins seldom, so that writes find the unit empty.
      if (phase == 2 && beat == 0) request_valid = $urandom % 16 == 0;
      else request_valid = phase == 0 || $urandom % 4 != 0;
      if (cycle >= 19000 && beat == 0) request_valid = 0;
      config_valid = phase != 0 && $urandom % 16 == 0;
      config_address = $urandom % 64;
      config_data = {$urandom, $urandom} & 64'h1_ffff_ffff;
      result_ready = phase == 0 || cycle >= 19000 || $urandom % 4 != 0;
      memory_ready = phase == 1 || cycle >= 19000 || $urandom % 4 != 0;
      if (cycle / 1024 % 8 == 5) memory_ready = 0;
      if (beat == 0) request;
      for (lane = 0; lane < LANES; lane = lane + 1) begin
        base_lo[32*lane +: 32] = (access_space == 2 ? 0 : destination << 12)
          ^ ($urandom & ($urandom % 2 == 0 ? 32'h3ff : 32'h7c));
        base_hi[32*lane +: 32] = $urandom % 16 == 0 ? $urandom : 0;
        {offset_lo[32*lane +: 32], offset_hi[32*lane +: 32]} = {$urandom, $urandom};
        if (access) offset_lo[32*lane +: 32] = base_lo[32*lane +: 32];
      end
      {helper_mask, steering_mask, carry_in, overflow_in} = {4*LANES{1'b1}} & {$urandom, $urandom, $urandom, $urandom};
      active_mask = $urandom % 2 == 0 ? ~0 : $urandom;
      guard_mask = $urandom % 4 != 0 ? ~0 : $urandom;
      case (broken)
        "reset_before_request": reset = 0;
        "one_kind": address_add = access || volta;
        "only_with_volta": base_word = !volta;
        "scale_of_access": scale = 1;
        "space_is_known": access_space = 5;
        "immediate_fits": immediate = 32'h0100_0000;
        "control_stays_in_warp": element = $urandom;
        default: ;
      endcase
    end
  endtask

  // What no input may reach before the next edge, and the one that one may.
  task toggle;
    begin
      was = `OUTPUTS;
      config_ready_was = config_ready;
      request_ready_was = request_ready;
      flip;
      #1 hold({`OUTPUTS, config_ready, request_ready} === {was, config_ready_was, request_ready_was},
        "inputs reach no output");
      config_valid = ~config_valid;
      #1 hold({`OUTPUTS, config_ready} === {was, config_ready_was}, "config_valid reaches request_ready alone");
      if (beat != 0) hold(request_ready === request_ready_was, "and that between warps alone");
      config_valid = ~config_valid;
      flip;
      #1;
    end
  endtask

  task flip;
    begin
      {reset, request_valid, config_address, config_data} = ~{reset, request_valid, config_address, config_data};
      {result_ready, memory_ready, `CONTROL} = ~{result_ready, memory_ready, `CONTROL};
      `OF_LANES = ~`OF_LANES;
    end
  endtask

  // What the edge takes.
  task take;
    begin
      if (result_valid && result_ready) begin
        beats = beats - 1;
        results_seen = results_seen + 1;
      end
      if (request_valid && request_ready) begin
        beats = beats + 1;
        beat = (beat + 1) % BEATS;
      end
      if (memory_valid && memory_ready) requests_seen = requests_seen + 1;
      if (config_valid && config_ready) writes_seen = writes_seen + 1;
      if (reset) begin
        resets_seen = resets_seen + 1;
        {beat, beats} = 0;
      end
    end
  endtask

  initial begin
    if ($value$plusargs("seed=%d", seed)) ;
    if ($value$plusargs("break=%s", broken)) ;
    lane = seed;
    lane = $urandom(lane);
    for (cycle = 0; cycle < 20000; cycle = cycle + 1) begin
      drive;
      #1;
      if (cycle > 1) toggle;
      take;
      #1 clock = 1;
      #1 clock = 0;
    end
    hold(beats == 0 && beat == 0 && !memory_valid, "everything comes out");
    hold(results_seen > 5000 && requests_seen > 50 && writes_seen > 20 && resets_seen > 3, "traffic");
    $display("%0d results, %0d requests, %0d writes, %0d resets", results_seen, requests_seen, writes_seen,
      resets_seen);
    $finish;
  end
endmodule
