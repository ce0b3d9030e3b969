// SPDX-License-Identifier: MIT OR Apache-2.0
// Random warps through load_store, beside a model of both memories. Icarus and Verilator run it.
/* verilator lint_off BLKSEQ */ /* verilator lint_off WIDTH */ /* verilator lint_off UNUSEDSIGNAL */
module bench;
  localparam WARPS = 500;
  localparam BYTES = 8192;             // of each memory that the warps use
  reg clock = 1'b0, reset = 1'b1;
  always #5 clock = ~clock;

  reg           req_valid = 1'b0;
  reg  [3:0]    req_tag = 4'd0;
  reg           req_store, req_shared, rsp_ready;
  reg  [2:0]    req_size;
  reg  [31:0]   req_lanes;
  reg  [23:0]   req_immediate;
  reg  [1023:0] req_base, req_data;
  wire          req_ready, rsp_valid, rsp_store, wb_valid, mem_valid, mem_store, ans_ready;
  wire [3:0]    rsp_tag, wb_tag;
  wire [31:0]   rsp_live, rsp_fault, wb_lanes, mem_lanes;
  wire [1023:0] wb_data, mem_data;
  wire [2:0]    mem_tag;
  wire [48:0]   mem_address;
  wire [127:0]  mem_mask;
  reg           mem_ready, ans_valid = 1'b0;
  reg  [2:0]    ans_tag;
  load_store unit (
    .clock(clock), .reset(reset), .req_valid(req_valid), .req_ready(req_ready), .req_tag(req_tag),
    .req_store(req_store), .req_shared(req_shared), .req_size(req_size), .req_lanes(req_lanes),
    .req_immediate(req_immediate), .req_base(req_base), .req_data(req_data), .rsp_valid(rsp_valid),
    .rsp_ready(rsp_ready), .rsp_tag(rsp_tag), .rsp_store(rsp_store), .rsp_live(rsp_live),
    .rsp_fault(rsp_fault), .wb_valid(wb_valid), .wb_tag(wb_tag), .wb_lanes(wb_lanes), .wb_data(wb_data),
    .mem_valid(mem_valid), .mem_ready(mem_ready), .mem_store(mem_store), .mem_tag(mem_tag),
    .mem_lanes(mem_lanes), .mem_address(mem_address), .mem_mask(mem_mask), .mem_data(mem_data),
    .ans_valid(ans_valid), .ans_ready(ans_ready), .ans_tag(ans_tag), .ans_data(lines[ans_tag])
  );

  // The model: both memories after all warps that were taken, and the loads that are due.
  reg  [7:0]    model [0:2*BYTES-1];
  reg  [15:0]   used = 16'd0;
  reg  [31:0]   due [0:15], value;
  reg  [1023:0] expected [0:15];
  integer lane, part, at, bytes, sent = 0, ended = 0, errors = 0;
  task model_takes;
    begin
      bytes = req_size < 2 ? 1 : req_size < 4 ? 2 : 4;
      {used[req_tag], due[req_tag]} = {1'b1, req_store ? 32'd0 : req_lanes};
      sent = sent + 1;
      for (lane = 0; lane < 32; lane = lane + 1) if (req_lanes[lane]) begin
        at = (req_base[32*lane +: 32] + {8'd0, req_immediate}) & ~(bytes - 1);
        if (req_shared) at = at + BYTES;
        value = 32'd0;
        for (part = 0; part < bytes; part = part + 1)
          if (req_store) model[at + part] = req_data[32*lane + 8*part +: 8];
          else value[8*part +: 8] = model[at + part];
        if (req_size == 1 && value[7]) value[31:8] = 24'hffffff;
        if (req_size == 3 && value[15]) value[31:16] = 16'hffff;
        expected[req_tag][32*lane +: 32] = value;
      end
    end
  endtask

  // A warp whose lanes are in a row, apart by a stride, or anywhere.
  task draw;
    begin
      req_valid = 1'b1;
      {req_store, req_shared} = $random;
      req_size = $unsigned($random) % 5;
      req_lanes = $random | $random;
      req_immediate = $unsigned($random) % 256;
      at = $unsigned($random) % 4096;
      bytes = 1 << $unsigned($random) % 6;
      for (lane = 0; lane < 32; lane = lane + 1) begin
        req_base[32*lane +: 32] = bytes == 32 ? $unsigned($random) % 4096 : at + bytes * lane;
        req_data[32*lane +: 32] = $random;
      end
    end
  endtask

  // Global memory answers a load with its bytes of now, up to 32 cycles later or more, in any order.
  reg  [7:0]    memory [0:BYTES-1];
  reg  [1023:0] lines [0:7];
  reg  [4:0]    left [0:7];
  reg  [7:0]    waits = 8'd0;
  integer byte_of, slot;
  initial for (byte_of = 0; byte_of < BYTES; byte_of = byte_of + 1)
    {memory[byte_of], model[byte_of], model[BYTES + byte_of]} = 24'd0;
  task memory_takes;
    begin
      for (byte_of = 0; byte_of < 128; byte_of = byte_of + 1)
        if (!mem_store) lines[mem_tag][8*byte_of +: 8] = memory[mem_address[12:0] + byte_of];
        else if (mem_mask[byte_of]) memory[mem_address[12:0] + byte_of] = mem_data[8*byte_of +: 8];
      if (!mem_store) {waits[mem_tag], left[mem_tag]} = {1'b1, 5'd0} | $unsigned($random) % 32;
    end
  endtask

  // Inputs change with the falling edge.
  reg taken = 1'b0, answered = 1'b0;
  always @(negedge clock) begin
    reset = $time < 20;
    {rsp_ready, mem_ready} = $random;
    if (answered) waits[ans_tag] = 1'b0;
    if (answered | ~ans_valid) begin
      ans_valid = 1'b0;
      for (slot = 0; slot < 8; slot = slot + 1)
        if (waits[slot] && left[slot] == 5'd0) {ans_valid, ans_tag} = {1'b1, slot[2:0]};
    end
    for (slot = 0; slot < 8; slot = slot + 1) if (left[slot] != 5'd0) left[slot] = left[slot] - 5'd1;
    if (taken) {req_valid, req_tag} = {1'b0, req_tag + 4'd1};
    if (!reset && !req_valid && sent < WARPS && !used[req_tag]) draw;
  end

  always @(posedge clock) if (!reset) begin
    answered = ans_valid & ans_ready;
    if (wb_valid) begin
      for (lane = 0; lane < 32; lane = lane + 1)
        if (wb_lanes[lane] & (~due[wb_tag][lane]
            | wb_data[32*lane +: 32] !== expected[wb_tag][32*lane +: 32])) begin
          errors = errors + 1;
          $display("tag %0d: lane %0d gets %x", wb_tag, lane, wb_data[32*lane +: 32]);
        end
      due[wb_tag] = due[wb_tag] & ~wb_lanes;
    end
    if (rsp_valid & rsp_ready) begin
      // No lane is due, or has a fault.
      if (~used[rsp_tag] | (due[rsp_tag] | rsp_fault) != 32'd0) errors = errors + 1;
      used[rsp_tag] = 1'b0;
      ended = ended + 1;
    end
    if (mem_valid & mem_ready) memory_takes;
    taken = req_valid & req_ready;
    if (taken) model_takes;
    if (ended == WARPS | errors > 9 | $time > 1000 * WARPS) begin
      $display("%0d of %0d warps, %0d errors: %0s", ended, WARPS, errors,
        ended == WARPS & errors == 0 ? "passed" : "failed");
      $finish;
    end
  end
endmodule
