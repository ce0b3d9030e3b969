// SPDX-License-Identifier: MIT OR Apache-2.0
// Loads and stores of global memory, warps of four lanes, with a table of four warps. A request is
// for a line of 16 bytes, and serves all lanes in it. Memory answers loads in any order, and each
// answer goes to registers at once. The result of a warp leaves when its last answer has come. Of
// lanes that store the same byte the highest one's data stays.
module responding (
  input  wire         clk,
  input  wire         rst,
  input  wire         req_valid,
  output wire         req_ready,
  input  wire [3:0]   req_tag,
  input  wire         req_store,
  input  wire [2:0]   req_size,
  input  wire [3:0]   req_lanes,
  input  wire [127:0] req_address,
  input  wire [511:0] req_data,
  output wire         rsp_valid,
  input  wire         rsp_ready,
  output wire [3:0]   rsp_tag,
  output wire         rsp_store,
  output wire [3:0]   rsp_lanes,
  output wire [127:0] rsp_address,
  output wire         mem_valid,
  input  wire         mem_ready,
  output wire         mem_store,
  output wire [5:0]   mem_tag,
  output wire [3:0]   mem_lanes,
  output wire [31:0]  mem_address,
  output wire [15:0]  mem_mask,
  output wire [127:0] mem_data,
  input  wire         ans_valid,
  output wire         ans_ready,
  input  wire [5:0]   ans_tag,
  input  wire [127:0] ans_data,
  output wire         wb_valid,
  input  wire         wb_ready,
  output wire [3:0]   wb_tag,
  output wire [3:0]   wb_lanes,
  output wire [511:0] wb_data
);
  // The table: the lanes of each warp, and those that memory has not served.
  reg  [3:0]   used;
  reg  [3:0]   tag [0:3];
  reg          store [0:3];
  reg  [4:0]   bytes [0:3];
  reg  [2:0]   code [0:3];
  reg  [3:0]   lanes [0:3], waiting [0:3];
  reg  [127:0] address [0:3];
  reg  [511:0] data [0:3];

  // The entry whose requests are being made, and the lanes that are left.
  reg  [1:0] now;
  reg  [3:0] left;

  wire [1:0] free = ~used[0] ? 2'd0 : ~used[1] ? 2'd1 : ~used[2] ? 2'd2 : 2'd3;
  assign req_ready = (used != 4'hf) & (left == 4'd0);
  wire accepted = req_valid & req_ready;
  wire [4:0] size = req_size < 2 ? 5'd1 : req_size < 4 ? 5'd2 : req_size == 4 ? 5'd4 : req_size == 5 ? 5'd8 : 5'd16;

  // The lowest lane that is left, and all lanes in its line.
  reg  [3:0]  picked;
  reg  [27:0] line;
  reg  [15:0] mask, bytes_of_lane, stored;
  reg  [127:0] line_data, data_of_lane;
  integer lane, place;
  always @* begin
    picked = 4'd0;
    line = 28'd0;
    mask = 16'd0;
    line_data = 128'd0;
    bytes_of_lane = (16'd1 << bytes[now]) - 16'd1;
    for (lane = 0; lane < 4; lane = lane + 1) begin
      if (left[lane]) begin
        if (picked == 4'd0) line = address[now][32*lane + 4 +: 28];
        if (address[now][32*lane + 4 +: 28] == line) begin
          picked[lane] = 1'b1;
          stored = bytes_of_lane << address[now][32*lane +: 4];
          data_of_lane = data[now][128*lane +: 128] << {address[now][32*lane +: 4], 3'd0};
          for (place = 0; place < 16; place = place + 1)
`ifdef BUG_MERGE
            // The lowest lane's data stays.
            if (stored[place] & ~mask[place])
`else
            if (stored[place])
`endif
              line_data[8*place +: 8] = data_of_lane[8*place +: 8];
          mask = mask | stored;
        end
      end
    end
  end
  assign mem_valid = left != 4'd0;
  assign mem_store = store[now];
  assign mem_tag = {picked, now};
  assign mem_lanes = picked;
  assign mem_address = {line, 4'd0};
  assign mem_mask = mask;
  assign mem_data = line_data;

  // An answer names its entry and its lanes, whose bytes go to registers at once.
  assign ans_ready = wb_ready;
  wire answered = ans_valid & ans_ready;
  wire [1:0] entry = ans_tag[1:0];
  wire [3:0] served = ans_tag[5:2];
  assign wb_valid = ans_valid;
  assign wb_tag = tag[entry];
  assign wb_lanes = served;
  genvar out;
  generate
    for (out = 0; out < 4; out = out + 1) begin : registers
      wire [127:0] loaded = ans_data >> {address[entry][32*out +: 4], 3'd0};
`ifdef BUG_SIGN
      // A byte is extended as if it had a sign, whatever the load.
      wire [31:0] of_byte = {{24{loaded[7]}}, loaded[7:0]};
`else
      wire [31:0] of_byte = {{24{code[entry][0] & loaded[7]}}, loaded[7:0]};
`endif
      wire [31:0] of_half = {{16{code[entry][0] & loaded[15]}}, loaded[15:0]};
      assign wb_data[128*out +: 128] =
        code[entry] < 2 ? {96'd0, of_byte} : code[entry] < 4 ? {96'd0, of_half} : loaded;
    end
  endgenerate

  // The lowest entry that is done. A result that waits stays at the port.
  reg        rsp_waits;
  reg  [1:0] offered;
  reg  [3:0] done;
  integer each;
  always @* begin
    for (each = 0; each < 4; each = each + 1)
      done[each] = used[each] & (waiting[each] == 4'd0) & ~((left != 4'd0) & (now == each[1:0]));
  end
  wire [1:0] first = rsp_waits ? offered : done[0] ? 2'd0 : done[1] ? 2'd1 : done[2] ? 2'd2 : 2'd3;
  assign rsp_valid = done != 4'd0;
  assign rsp_tag = tag[first];
  assign rsp_store = store[first];
  assign rsp_lanes = lanes[first];
  assign rsp_address = address[first];

  always @(posedge clk) begin
    if (mem_valid & mem_ready) left <= left & ~picked;
    if (rsp_valid & rsp_ready) used[first] <= 1'b0;
    rsp_waits <= rsp_valid & ~rsp_ready;
    offered <= first;
`ifdef BUG
    // The table has one port for writes: an answer beside a new warp is lost.
    if (answered & ~accepted) waiting[entry] <= waiting[entry] & ~served;
`else
    if (answered) waiting[entry] <= waiting[entry] & ~served;
`endif
    if (accepted) begin
      used[free] <= 1'b1;
      tag[free] <= req_tag;
      store[free] <= req_store;
      bytes[free] <= size;
      code[free] <= req_size;
      lanes[free] <= req_lanes;
      waiting[free] <= req_store ? 4'd0 : req_lanes;
      address[free] <= req_address & {4{~({27'd0, size} - 32'd1)}};
      data[free] <= req_data;
      now <= free;
      left <= req_lanes;
    end
    if (rst) begin
      used <= 4'd0;
      left <= 4'd0;
      rsp_waits <= 1'b0;
    end
  end
endmodule
