// SPDX-License-Identifier: MIT OR Apache-2.0
// A load/store unit around agu_unit4. Warps of 32 lanes load and store 1, 2 or 4 bytes of global or shared
// memory. Shared memory is inside. Global memory is a port: it answers loads late, in any order.
//
//   request > operand registers > agu_unit4 > table of warps > response
//                                     v
//                 merged > shared or global memory > extracted > registers
module load_store (
  input  wire          clock, reset,
  // A warp. No other one has its tag until its response. Sizes 0 and 1 are a byte, 2 and 3 two, 4 four; odd
  // ones are loaded with their sign.
  input  wire          req_valid, req_store, req_shared,
  output wire          req_ready,
  input  wire [3:0]    req_tag,
  input  wire [2:0]    req_size,
  input  wire [31:0]   req_lanes,
  input  wire [23:0]   req_immediate,
  input  wire [1023:0] req_base, req_data,
  // The end of a warp. A load of a faulty lane gives 0.
  output wire          rsp_valid, rsp_store,
  input  wire          rsp_ready,
  output wire [3:0]    rsp_tag,
  output wire [31:0]   rsp_live, rsp_fault,
  // Loads, some lanes of a warp at a time. They are always taken.
  output wire          wb_valid,
  output wire [3:0]    wb_tag,
  output wire [31:0]   wb_lanes,
  output reg  [1023:0] wb_data,
  // Requests for lines of 128 bytes, and answers to the loads among them.
  output wire          mem_valid, mem_store,
  input  wire          mem_ready,
  output wire [2:0]    mem_tag,
  output wire [31:0]   mem_lanes,
  output wire [48:0]   mem_address,
  output wire [127:0]  mem_mask,
  output wire [1023:0] mem_data,
  input  wire          ans_valid,
  output wire          ans_ready,
  input  wire [2:0]    ans_tag,
  input  wire [1023:0] ans_data
);
  // The table of warps: a ring in which each pointer follows the one before.
  reg  [1:0]    newest, resolving, requesting;
  reg  [3:0]    used, resolved, requested;
  reg  [3:0]    tag [0:3];
  reg           store [0:3];
  reg  [2:0]    size [0:3];
  reg  [1023:0] data [0:3];
  reg  [511:0]  address [0:3];         // the low 16 bits of each lane
  reg  [31:0]   live [0:3], fault [0:3], waiting [0:3];

  // Operand registers: four lanes at a time go to the address unit.
  reg           busy, op_store, op_shared;
  reg  [2:0]    op_size, beat;
  reg  [31:0]   op_lanes;
  reg  [23:0]   op_immediate;
  reg  [1023:0] op_base;
  wire          agu_ready;
  assign req_ready = ~busy & ~used[newest];
  wire accepted = req_valid & req_ready;

  wire          result_valid, result_last, memory_valid, memory_shared, memory_last, memory_ready;
  wire [3:0]    result_live, result_fault;
  // Memory has 16 bits of each lane's address left to decode.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [127:0]  result_address;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [31:0]   memory_lanes;
  wire [41:0]   memory_line;
  /* verilator lint_off PINMISSING */
  agu_unit #(.LANES(4)) agu (
    .clock(clock), .reset(reset),
    .config_valid(1'b0), .config_address(6'd0), .config_data(64'd0),
    .request_valid(busy), .request_ready(agu_ready), .access(1'b1), .store(op_store),
    .access_space(op_shared ? 3'd2 : 3'd1), .access_size(op_size), .extended(1'b0),
    .destination(16'd0), .address_register(8'd0),
    .immediate({8'd0, op_immediate}), .immediate_kind(2'd1),
    .lane_mask(4'hf), .active_mask(op_lanes[3:0]), .guard_mask(4'hf), .helper_mask(4'h0),
    .base_lo(op_base[127:0]), .base_hi(128'd0),
    // of LEA, ADDR_ADD, generic and constant accesses, and parts from Volta on
    .offset_lo(128'd0), .offset_hi(128'd0), .high(1'b0), .negate(1'b0), .scale(5'd0),
    .write_cc(1'b0), .predicate(3'd7), .carry_in(4'd0), .overflow_in(4'd0),
    .address_add(1'b0), .absolute(1'b0), .exec_size(3'd0), .channel_mask(4'd0),
    .execution_mask(32'hffff_ffff), .element(5'd0),
    .bank(5'd0), .steer_by_window(1'b1), .steering_mask(4'd0), .volta(1'b0), .negate_base(1'b0),
    .base_word(1'b0), .uniform_added(1'b0), .uniform_base(64'd0),
    .result_valid(result_valid), .result_ready(1'b1), .result_last(result_last),
    .live_mask(result_live), .fault_mask(result_fault), .address_lo(result_address),
    .memory_valid(memory_valid), .memory_ready(memory_ready), .memory_shared(memory_shared),
    .memory_lanes(memory_lanes), .memory_line(memory_line), .memory_last(memory_last)
  );
  /* verilator lint_on PINMISSING */

  // The bytes of the request's lanes. A pass of shared memory is a line as well, of a word from each bank.
  wire [3:0]    now_bytes = size[requesting] < 2 ? 4'h1 : size[requesting] < 4 ? 4'h3 : 4'hf;
  wire [1023:0] now_data = data[requesting];
  wire [511:0]  now_address = address[requesting];
  reg  [127:0]  mask;
  reg  [1023:0] merged;
  reg  [287:0]  rows;
  reg  [6:0]    place;
  integer lane, part;
  always @* begin
    mask = 128'd0;
    merged = 1024'd0;
    rows = 288'd0;
    place = 7'd0;
    // The highest lane comes last: its data stays.
    for (lane = 0; lane < 32; lane = lane + 1)
      if (memory_lanes[lane]) begin
        rows[9*now_address[16*lane + 2 +: 5] +: 9] = now_address[16*lane + 7 +: 9];
        for (part = 0; part < 4; part = part + 1)
          if (now_bytes[part]) begin
            place = now_address[16*lane +: 7] | part[6:0];
            mask[place] = 1'b1;
            merged[8*place +: 8] = now_data[32*lane + 8*part +: 8];
          end
      end
  end

  // Loads of global memory that are not answered. A request that waits keeps its slot.
  reg         mem_waits;
  reg  [2:0]  mem_slot;
  reg  [7:0]  pending;
  reg  [1:0]  slot_warp [0:7];
  reg  [31:0] slot_lanes [0:7];
  reg  [2:0]  slot;
  integer each;
  always @* begin
    slot = 3'd0;
    for (each = 0; each < 8; each = each + 1) if (~pending[each]) slot = each[2:0];
    if (mem_waits) slot = mem_slot;
  end

  // Requests of the oldest warp that has some. The results of all its lanes have come.
  wire now_store = store[requesting];
  wire is_next = resolved[requesting] & ~requested[requesting];
  wire has_none = is_next & (live[requesting] == 32'd0);
  wire turn = is_next & ~has_none;
  wire may_leave = now_store | (pending != 8'hff);
  assign mem_valid = memory_valid & turn & ~memory_shared & may_leave;
  assign mem_store = now_store;
  assign mem_tag = slot;
  assign mem_lanes = memory_lanes;
  assign mem_address = {memory_line, 7'd0};
  assign mem_mask = mask;
  assign mem_data = merged;
  assign memory_ready = turn & (memory_shared | mem_ready & may_leave);
  wire leaves = memory_valid & memory_ready;

  // Shared memory gives a pass in the next cycle, before any answer of global memory.
  reg           pass_valid;
  reg  [1:0]    pass_warp;
  reg  [31:0]   pass_lanes;
  wire [1023:0] pass_line;
  shared_memory shared (
    .clock(clock), .enable(leaves & memory_shared), .store(now_store), .rows(rows), .mask(mask),
    .data(merged), .line(pass_line)
  );
  assign ans_ready = ~pass_valid;
  assign wb_valid = pass_valid | ans_valid;
  wire answered = ans_valid & ans_ready;

  // Each lane's bytes in the line, extended.
  wire [1:0]    wb_warp = pass_valid ? pass_warp : slot_warp[ans_tag];
  wire [1023:0] line = pass_valid ? pass_line : ans_data;
  wire [2:0]    wb_size = size[wb_warp];
  wire [511:0]  wb_address = address[wb_warp];
  assign wb_tag = tag[wb_warp];
  assign wb_lanes = pass_valid ? pass_lanes : slot_lanes[ans_tag];
  reg  [31:0]   word;
  integer to;
  always @* begin
    word = 32'd0;
    for (to = 0; to < 32; to = to + 1) begin
      word = line[32*wb_address[16*to + 2 +: 5] +: 32] >> {wb_address[16*to +: 2], 3'd0};
      wb_data[32*to +: 32] = wb_size < 2 ? {{24{wb_size[0] & word[7]}}, word[7:0]}
        : wb_size < 4 ? {{16{wb_size[0] & word[15]}}, word[15:0]} : word;
    end
  end

  // The response of a warp whose requests have left, and that waits for no lane. It stays while it waits.
  reg        rsp_waits;
  reg  [1:0] rsp_warp;
  reg  [3:0] done;
  integer of;
  always @* for (of = 0; of < 4; of = of + 1) done[of] = used[of] & requested[of] & (waiting[of] == 32'd0);
  wire [1:0] first = rsp_waits ? rsp_warp : done[0] ? 2'd0 : done[1] ? 2'd1 : done[2] ? 2'd2 : 2'd3;
  assign rsp_valid = done != 4'd0;
  assign rsp_tag = tag[first];
  assign rsp_store = store[first];
  assign rsp_live = live[first];
  assign rsp_fault = fault[first];

  always @(posedge clock) begin
    if (rsp_valid & rsp_ready) used[first] <= 1'b0;
    {rsp_waits, rsp_warp} <= {rsp_valid & ~rsp_ready, first};
    {mem_waits, mem_slot} <= {mem_valid & ~mem_ready, slot};
    if (accepted) begin
      {busy, beat, newest} <= {1'b1, 3'd0, newest + 2'd1};
      {op_store, op_shared, op_size, op_lanes} <= {req_store, req_shared, req_size, req_lanes};
      {op_immediate, op_base} <= {req_immediate, req_base};
      used[newest] <= 1'b1;
      resolved[newest] <= 1'b0;
      requested[newest] <= 1'b0;
      {store[newest], size[newest], tag[newest], data[newest]} <= {req_store, req_size, req_tag, req_data};
    end
    if (busy & agu_ready) begin
      {busy, beat} <= {beat != 3'd7, beat + 3'd1};
      {op_lanes, op_base} <= {op_lanes >> 4, op_base >> 128};
    end
    if (result_valid) begin
      address[resolving] <= {result_address[111:96], result_address[79:64], result_address[47:32],
        result_address[15:0], address[resolving][511:64]};
      live[resolving] <= {result_live, live[resolving][31:4]};
      fault[resolving] <= {result_fault, fault[resolving][31:4]};
      waiting[resolving] <= {result_live, waiting[resolving][31:4]};
      if (result_last) begin
        resolved[resolving] <= 1'b1;
        resolving <= resolving + 2'd1;
      end
    end
    if (leaves & memory_last | has_none) begin
      requested[requesting] <= 1'b1;
      requesting <= requesting + 2'd1;
    end
    if (leaves & now_store) waiting[requesting] <= waiting[requesting] & ~memory_lanes;
    if (mem_valid & mem_ready & ~mem_store) begin
      pending[slot] <= 1'b1;
      {slot_warp[slot], slot_lanes[slot]} <= {requesting, memory_lanes};
    end
    {pass_valid, pass_warp, pass_lanes} <= {leaves & memory_shared & ~now_store, requesting, memory_lanes};
    if (answered) pending[ans_tag] <= 1'b0;
    if (wb_valid) waiting[wb_warp] <= waiting[wb_warp] & ~wb_lanes;
    if (reset) begin
      {busy, newest, resolving, requesting, pass_valid} <= 8'd0;
      {rsp_waits, mem_waits} <= 2'd0;
      {used, resolved, requested, pending} <= 20'd0;
    end
  end
endmodule

// 32 banks of 512 words, each of which reads or writes one of its words.
module shared_memory (
  input  wire          clock, enable, store,
  input  wire [287:0]  rows,
  input  wire [127:0]  mask,
  input  wire [1023:0] data,
  output reg  [1023:0] line
);
`ifdef BUG
  // A store is written with the next one, and loads before it do not look for it here.
  wire          writes = enable & store & buffered;
  reg           buffered = 1'b0;
  reg  [287:0]  to;
  reg  [127:0]  enables;
  reg  [1023:0] bytes;
  always @(posedge clock) if (enable & store) {buffered, to, enables, bytes} <= {1'b1, rows, mask, data};
`else
  wire          writes = enable & store;
  wire [287:0]  to = rows;
  wire [127:0]  enables = mask;
  wire [1023:0] bytes = data;
`endif
  genvar bank, part;
  generate
    for (bank = 0; bank < 32; bank = bank + 1) begin : banks
      reg [31:0] words [0:511];
      integer row;
      initial for (row = 0; row < 512; row = row + 1) words[row] = 32'd0;
      for (part = 0; part < 4; part = part + 1) begin : parts
        always @(posedge clock)
          if (writes & enables[4*bank + part])
            words[to[9*bank +: 9]][8*part +: 8] <= bytes[32*bank + 8*part +: 8];
      end
      always @(posedge clock) if (enable) line[32*bank +: 32] <= words[rows[9*bank +: 9]];
    end
  endgenerate
endmodule
