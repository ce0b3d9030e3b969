// SPDX-License-Identifier: MIT OR Apache-2.0
// Loads and stores of global memory, four lanes, with a coalescer that merges lanes that are next
// to each other alone, into lines of 2**LINE bytes with a mask of bytes. No access is wider than a line.
module merging #(parameter LINE = 6) (
  input  wire         clk,
  input  wire         rst,
  input  wire         req_valid,
  output wire         req_ready,
  input  wire         req_store,
  input  wire [2:0]   req_size,
  input  wire [3:0]   req_lanes,
  input  wire [127:0] req_address,
  output wire         rsp_valid,
  input  wire         rsp_ready,
  output wire         rsp_store,
  output wire [3:0]   rsp_lanes,
  output wire [127:0] rsp_address,
  output wire         mem_valid,
  input  wire         mem_ready,
  output wire         mem_store,
  output wire [31:0]  mem_address,
  output wire [(1 << LINE)-1:0] mem_mask
);
  // The beat: its result, and the lanes whose bytes are not asked for yet.
  reg         waits;
  reg         store;
  reg [4:0]   bytes;
  reg [3:0]   lanes, left;
  reg [127:0] address;
  assign req_ready = ~waits & (left == 4'd0);

  wire [4:0] size = req_size < 2 ? 5'd1 : req_size < 4 ? 5'd2 : req_size == 4 ? 5'd4 : req_size == 5 ? 5'd8 : 5'd16;
  wire [31:0] aligned = ~({27'd0, size} - 32'd1);

  // The lowest lane that is left and those next to it in its line.
  reg [3:0]  merged;
  reg [31:LINE] line;
  reg [(1 << LINE)-1:0] mask;
  reg        begun, ended;
  reg [(1 << LINE)-1:0] bytes_of_lane;
  integer lane;
  always @* begin
    merged = 4'd0;
    line = 0;
    mask = 0;
    begun = 1'b0;
    ended = 1'b0;
    bytes_of_lane = ({{(1 << LINE)-1{1'b0}}, 1'b1} << bytes) - 1'b1;
    for (lane = 0; lane < 4; lane = lane + 1) begin
      if (left[lane] & ~begun) begin
        begun = 1'b1;
        line = address[32*lane + LINE +: 32 - LINE];
      end
      if (begun & ~ended) begin
`ifdef BUG
        // Lanes that do not take part are merged as well.
        if (address[32*lane + LINE +: 32 - LINE] == line) begin
`else
        if (left[lane] & (address[32*lane + LINE +: 32 - LINE] == line)) begin
`endif
          merged[lane] = 1'b1;
          mask = mask | bytes_of_lane << address[32*lane +: LINE];
        end else begin
          ended = 1'b1;
        end
      end
    end
  end

  always @(posedge clk) begin
    if (req_valid & req_ready) begin
      waits <= 1'b1;
      store <= req_store;
      bytes <= size;
      lanes <= req_lanes;
      left <= req_lanes;
      address <= req_address & {4{aligned}};
    end
    if (rsp_valid & rsp_ready) waits <= 1'b0;
    if (mem_valid & mem_ready) left <= left & ~merged;
    if (rst) begin
      waits <= 1'b0;
      left <= 4'd0;
    end
  end

  assign rsp_valid = waits;
  assign rsp_store = store;
  assign rsp_lanes = lanes;
  assign rsp_address = address;
  assign mem_valid = left != 4'd0;
  assign mem_store = store;
  assign mem_address = {line, {LINE{1'b0}}};
  assign mem_mask = mask;
endmodule
