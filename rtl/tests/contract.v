// The rules of doc/timing.md at the ports of a unit of LANES lanes, under random traffic: requests
// that come and go, a reader and a memory that are not ready, configuration writes, resets.
`define UNIT_OF(LANES) agu_unit``LANES
`define UNIT(LANES) `UNIT_OF(LANES)

module contract;
  localparam BEATS = 32 / `LANES;
  // Edges from a warp's last result to its first request.
  localparam TO_MEMORY = `LANES == 1 ? 12 : 6;
  localparam DEPTH = 4096;

  reg clock = 0, reset = 1;
  reg config_valid = 0, request_valid = 0, access = 0, store = 0;
  reg result_ready = 0, memory_ready = 0;
  // Turns all other inputs over.
  reg flip = 0;
  reg [15:0] tag = 0;
  reg [31:0] base [0:`LANES-1];
  wire [32*`LANES-1:0] base_lo;
  genvar l;
  for (l = 0; l < `LANES; l = l + 1) begin : bases
    assign base_lo[32*l +: 32] = base[l];
  end

  wire config_ready, request_ready, result_valid, memory_valid;
  wire result_last, result_store, result_access, memory_last, memory_store;
  wire [4:0] result_beat;
  wire [15:0] result_destination;
  wire [32:0] memory_line;
  wire [32*`LANES-1:0] sum_lo;
  // The other outputs of both ports.
  wire [18+112*`LANES:0] results;
  wire [41:0] memory;

  `UNIT(`LANES) unit (
    .clock(clock), .reset(reset),
    .config_valid(config_valid), .config_ready(config_ready),
    .config_address(6'd6 ^ {6{flip}}), .config_data({64{flip}}),
    .request_valid(request_valid), .request_ready(request_ready),
    .access(access), .extended(flip), .lane_mask(4'hf ^ {4{flip}}), .destination(tag),
    .high(flip), .negate(flip), .scale({5{flip}}), .write_cc(flip), .predicate(3'd7 ^ {3{flip}}),
    .store(store), .access_space(3'd1 ^ {3{flip}}), .access_size(3'd4 ^ {3{flip}}),
    .address_register({8{flip}}), .immediate({32{flip}}), .immediate_kind({2{flip}}),
    .bank({5{flip}}), .steer_by_window(flip), .address_add(flip), .absolute(flip),
    .exec_size({3{flip}}), .channel_mask({4{flip}}), .execution_mask({32{flip}}),
    .element({5{flip}}), .active_mask({`LANES{!flip}}), .guard_mask({`LANES{!flip}}),
    .helper_mask({`LANES{flip}}), .steering_mask({`LANES{flip}}),
    .carry_in({`LANES{flip}}), .overflow_in({`LANES{flip}}),
    .base_lo(base_lo), .base_hi({32*`LANES{flip}}),
    .offset_lo({32*`LANES{flip}}), .offset_hi({32*`LANES{flip}}),
    .result_valid(result_valid), .result_ready(result_ready), .result_beat(result_beat),
    .result_last(result_last), .result_access(result_access), .result_store(result_store),
    .result_destination(result_destination), .sum_lo(sum_lo),
    .result_address_add(results[0]), .result_size(results[3:1]),
    .result_predicate(results[6:4]), .result_element(results[11:7]),
    .uniform(results[12]), .fault_valid(results[13]), .fault_lane(results[18:14]),
    .rd_write(results[19 +: `LANES]), .predicate_write(results[19+`LANES +: `LANES]),
    .cc_write(results[19+2*`LANES +: `LANES]), .execute_mask(results[19+3*`LANES +: `LANES]),
    .live_mask(results[19+4*`LANES +: `LANES]), .shared_mask(results[19+5*`LANES +: `LANES]),
    .fault_mask(results[19+6*`LANES +: `LANES]),
    .misaligned_mask(results[19+7*`LANES +: `LANES]),
    .sum_hi(results[19+8*`LANES +: 32*`LANES]), .cc(results[19+40*`LANES +: 4*`LANES]),
    .address_lo(results[19+44*`LANES +: 32*`LANES]),
    .address_hi(results[19+76*`LANES +: 8*`LANES]),
    .byte_enable(results[19+84*`LANES +: 16*`LANES]),
    .space(results[19+100*`LANES +: 2*`LANES]), .fault(results[19+102*`LANES +: 2*`LANES]),
    .lock_index(results[19+104*`LANES +: 8*`LANES]),
    .memory_valid(memory_valid), .memory_ready(memory_ready), .memory_shared(memory[0]),
    .memory_store(memory_store), .memory_line(memory_line), .memory_sectors(memory[4:1]),
    .memory_lanes(memory[36:5]), .memory_pass(memory[41:37]), .memory_last(memory_last)
  );

  wire [76:0] memory_now = {memory_store, memory_line, memory_last, memory};
  wire [42+144*`LANES:0] result_now = {result_beat, result_last, result_access, result_store,
    result_destination, sum_lo, results};
  // All outputs but the two that take.
  wire [121+144*`LANES:0] outputs = {result_valid, result_now, memory_valid, memory_now};

  // What was taken and has not left: beats of requests, warps whose last result was taken.
  reg [15:0] tags [0:DEPTH-1];
  reg [5:0] beats [0:DEPTH-1];
  reg [31:0] sums [0:DEPTH-1];
  reg is_access [0:DEPTH-1], is_store [0:DEPTH-1];
  integer taken_at [0:DEPTH-1];
  reg [15:0] warps [0:DEPTH-1];
  reg stores [0:DEPTH-1];
  integer complete_at [0:DEPTH-1];
  integer head = 0, tail = 0, first = 0, last = 0, accesses = 0, beat = 0;
  // Since when nothing waits: at the result port or for the coalescer, at the memory port.
  integer quiet = 0, memory_quiet = 0;
  reg waits = 0, memory_waits = 0, fresh = 0;
  reg [42+144*`LANES:0] kept;
  reg [76:0] memory_kept;

  reg [121+144*`LANES:0] was;
  reg takes, writes, config_ready_was, request_ready_was;
  integer cycle, lane, phase, seed = 1;
  integer results_seen = 0, requests_seen = 0, writes_seen = 0, resets_seen = 0;

  task hold(input holds, input [8*48-1:0] rule);
    if (holds !== 1'b1) begin
      $display("FAILED in cycle %0d, seed %0d: %0s", cycle, seed, rule);
      $finish;
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
      result_ready = phase == 0 || cycle >= 19000 || $urandom % 4 != 0;
      memory_ready = phase == 1 || cycle >= 19000 || $urandom % 4 != 0;
      if (beat == 0) begin
        tag = $urandom;
        access = phase != 0 && $urandom % 2 == 0;
        store = $urandom;
      end
      for (lane = 0; lane < `LANES; lane = lane + 1)
        base[lane] = {tag[14:0], 17'd0} | ($urandom & ($urandom % 2 == 0 ? 32'h1ffff : 32'h7f));
    end
  endtask

  // What no input may reach before the next edge, and the one that one may.
  task toggle;
    begin
      was = outputs;
      config_ready_was = config_ready;
      request_ready_was = request_ready;
      {reset, request_valid, access, store, tag} = ~{reset, request_valid, access, store, tag};
      {result_ready, memory_ready, flip, base[0]} = ~{result_ready, memory_ready, flip, base[0]};
      #1 hold({outputs, config_ready, request_ready}
        === {was, config_ready_was, request_ready_was}, "inputs reach no output");
      config_valid = ~config_valid;
      #1 hold({outputs, config_ready} === {was, config_ready_was},
        "config_valid reaches request_ready alone");
      if (beat != 0) hold(request_ready === request_ready_was, "and that between warps alone");
      config_valid = ~config_valid;
      {reset, request_valid, access, store, tag} = ~{reset, request_valid, access, store, tag};
      {result_ready, memory_ready, flip, base[0]} = ~{result_ready, memory_ready, flip, base[0]};
      #1;
    end
  endtask

  // The rules, before the edge.
  task check;
    begin
      hold(config_ready === (head == tail && beat == 0), "config_ready when the unit is empty");
      if (config_valid && beat == 0) hold(!request_ready, "a write comes before a warp");
      else if (quiet > 1) hold(request_ready, "a beat a cycle");
      if (waits) hold(result_valid && result_now === kept, "a result that waits stays");
      if (result_valid) begin
        hold(head != tail && cycle - taken_at[head % DEPTH] >= 7, "seven cycles or more");
        hold(result_destination === tags[head % DEPTH] && result_beat === beats[head % DEPTH]
          && sum_lo[31:0] === sums[head % DEPTH], "results in the order of requests");
        hold(result_last === (beats[head % DEPTH] == BEATS - 1), "result_last");
        hold(result_access === is_access[head % DEPTH], "result_access");
      end else if (quiet > 8 && head != tail)
        hold(cycle - taken_at[head % DEPTH] < 7, "seven cycles where nothing waits");
      if (memory_waits) hold(memory_valid && memory_now === memory_kept, "a request that waits stays");
      if (!memory_valid) hold(memory_now === 0, "no request is all zeros");
      else begin
        hold(first != last && cycle - complete_at[first % DEPTH] >= TO_MEMORY,
          "requests after the last result");
        hold(memory_line[24:10] === warps[first % DEPTH][14:0] && memory_store === stores[first % DEPTH],
          "requests in the order of results");
      end
      if (fresh && memory_quiet > 16 && first != last && !memory_valid)
        hold(cycle - complete_at[first % DEPTH] < TO_MEMORY, "the first request when nothing waits");
    end
  endtask

  // What the edge takes.
  task take;
    begin
      takes = request_valid && request_ready;
      writes = config_valid && config_ready;
      waits = result_valid && !result_ready;
      kept = result_now;
      memory_waits = memory_valid && !memory_ready;
      memory_kept = memory_now;
      memory_quiet = memory_valid ? 0 : memory_quiet + 1;
      if (memory_valid) fresh = 0;
      if (memory_valid && memory_ready) begin
        requests_seen = requests_seen + 1;
        if (memory_last) begin
          first = first + 1;
          fresh = first == last;
        end
      end
      if (result_valid && result_ready) begin
        results_seen = results_seen + 1;
        if (result_access) accesses = accesses - 1;
        if (result_access && result_last) begin
          warps[last % DEPTH] = tags[head % DEPTH];
          stores[last % DEPTH] = is_store[head % DEPTH];
          complete_at[last % DEPTH] = cycle;
          if (first == last) fresh = 1;
          last = last + 1;
        end
        head = head + 1;
      end
      if (takes) begin
        tags[tail % DEPTH] = tag;
        beats[tail % DEPTH] = beat;
        sums[tail % DEPTH] = base[0];
        is_access[tail % DEPTH] = access;
        is_store[tail % DEPTH] = store;
        taken_at[tail % DEPTH] = cycle;
        if (access) accesses = accesses + 1;
        tail = tail + 1;
        beat = (beat + 1) % BEATS;
      end
      if (writes) writes_seen = writes_seen + 1;
      quiet = waits || accesses != 0 ? 0 : quiet + 1;
      if (reset) begin
        resets_seen = resets_seen + 1;
        {waits, memory_waits, fresh} = 0;
        head = tail;
        first = last;
        {accesses, beat, memory_quiet} = 0;
        quiet = 2;
      end
    end
  endtask

  task conclude;
    begin
      hold(head == tail && first == last && beat == 0, "everything comes out");
      hold(results_seen > 5000 && requests_seen > 100 && writes_seen > 20 && resets_seen > 3,
        "traffic");
      $display("%0d results, %0d requests, %0d writes, %0d resets", results_seen, requests_seen,
        writes_seen, resets_seen);
      $finish;
    end
  endtask

  initial begin
    if ($value$plusargs("seed=%d", seed)) ;
    lane = seed;
    lane = $urandom(lane);
    for (cycle = 0; cycle < 20000; cycle = cycle + 1) begin
      drive;
      #1;
      if (cycle > 1) begin
        toggle;
        check;
      end
      take;
      #1 clock = 1;
      #1 clock = 0;
    end
    conclude;
  end
endmodule
