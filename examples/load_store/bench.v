// SPDX-License-Identifier: MIT OR Apache-2.0
// Random warps through load_store, beside a model of both memories. The module global_memory is another file, so
// that other memory takes its place. Icarus and Verilator run it.
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
  wire          req_ready, rsp_valid, rsp_store, wb_valid;
  wire [3:0]    rsp_tag, wb_tag;
  wire [31:0]   rsp_live, rsp_fault, wb_lanes, mem_lanes;
  wire [1023:0] wb_data, mem_data, ans_data;
  wire          mem_valid, mem_ready, mem_store, ans_valid, ans_ready, broken;
  wire [2:0]    mem_tag, ans_tag;
  wire [48:0]   mem_address;
  wire [127:0]  mem_mask;
  load_store unit (
    .clock(clock), .reset(reset), .req_valid(req_valid), .req_ready(req_ready), .req_tag(req_tag),
    .req_store(req_store), .req_shared(req_shared), .req_size(req_size), .req_lanes(req_lanes),
    .req_immediate(req_immediate), .req_base(req_base), .req_data(req_data), .rsp_valid(rsp_valid),
    .rsp_ready(rsp_ready), .rsp_tag(rsp_tag), .rsp_store(rsp_store), .rsp_live(rsp_live),
    .rsp_fault(rsp_fault), .wb_valid(wb_valid), .wb_tag(wb_tag), .wb_lanes(wb_lanes), .wb_data(wb_data),
    .mem_valid(mem_valid), .mem_ready(mem_ready), .mem_store(mem_store), .mem_tag(mem_tag),
    .mem_lanes(mem_lanes), .mem_address(mem_address), .mem_mask(mem_mask), .mem_data(mem_data),
    .ans_valid(ans_valid), .ans_ready(ans_ready), .ans_tag(ans_tag), .ans_data(ans_data)
  );
  global_memory memory_side (
    .clock(clock), .reset(reset), .mem_valid(mem_valid), .mem_ready(mem_ready), .mem_store(mem_store),
    .mem_tag(mem_tag), .mem_address(mem_address), .mem_mask(mem_mask), .mem_data(mem_data),
    .ans_valid(ans_valid), .ans_ready(ans_ready), .ans_tag(ans_tag), .ans_data(ans_data), .broken(broken)
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

  initial for (at = 0; at < 2*BYTES; at = at + 1) model[at] = 8'd0;

  // Inputs change with the falling edge.
  reg taken = 1'b0;
  always @(negedge clock) begin
    reset = $time < 20;
    rsp_ready = $random;
    if (taken) {req_valid, req_tag} = {1'b0, req_tag + 4'd1};
    if (!reset && !req_valid && sent < WARPS && !used[req_tag]) draw;
  end

  always @(posedge clock) if (!reset) begin
    // The bus of the memory has rules of its own.
    if (broken) errors = errors + 1;
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
    taken = req_valid & req_ready;
    if (taken) model_takes;
    if (ended == WARPS | errors > 9 | $time > 4000 * WARPS) begin
      $display("%0d of %0d warps, %0d errors: %0s", ended, WARPS, errors,
        ended == WARPS & errors == 0 ? "passed" : "failed");
      $finish(0);
    end
  end
endmodule
