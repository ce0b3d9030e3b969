// SPDX-License-Identifier: MIT OR Apache-2.0
// Loads and stores of global and of shared memory, warps of four lanes, a memory port for each space.
// A request of global memory is for a line of 16 bytes, and serves all lanes in it. A request of shared
// memory is a pass over four banks of four bytes, unless BANKED is 0: it serves each lane, from the
// lowest on, whose words are in no bank that another word of the pass uses.
module steering #(parameter BANKED = 1) (
  input  wire         clk,
  input  wire         rst,
  input  wire         req_valid,
  output wire         req_ready,
  input  wire         req_store,
  input  wire [2:0]   req_space,
  input  wire [2:0]   req_size,
  input  wire [3:0]   req_lanes,
  input  wire [127:0] req_address,
  output wire         rsp_valid,
  input  wire         rsp_ready,
  output wire         rsp_store,
  output wire         rsp_shared,
  output wire [3:0]   rsp_ok,
  output wire [3:0]   rsp_bad,
  output wire [127:0] rsp_address,
  output wire         gmem_valid,
  input  wire         gmem_ready,
  output wire         smem_valid,
  input  wire         smem_ready,
  output wire         mem_store,
  output wire [3:0]   mem_lanes,
  output wire [31:0]  mem_address,
  output wire [15:0]  mem_mask
);
  // Bytes of shared memory, and the code of its space.
  localparam [32:0] SHARED_SIZE = 33'd49152;
  localparam [2:0] SHARED = 3'd2;

  // The warp: its result, and the lanes whose bytes are not requested yet.
  reg         waits;
  reg         store, shared;
  reg [4:0]   bytes;
  reg [3:0]   ok, bad, left;
  reg [127:0] address;
  assign req_ready = ~waits & (left == 4'd0);

  wire [4:0] size = req_size < 2 ? 5'd1 : req_size < 4 ? 5'd2 : req_size == 4 ? 5'd4 : req_size == 5 ? 5'd8 : 5'd16;
  wire [127:0] aligned = req_address & {4{~({27'd0, size} - 32'd1)}};
  reg [3:0] outside;
  integer each;
  always @* begin
    for (each = 0; each < 4; each = each + 1)
      outside[each] = (req_space == SHARED) & ({1'b0, aligned[32*each +: 32]} + {28'd0, size} > SHARED_SIZE);
  end

  // The lowest lane that is left, and all lanes that are served with it.
  wire       in_banks = shared & (BANKED != 0);
  wire [1:0] wide = bytes > 8 ? 2'b00 : bytes > 4 ? 2'b10 : 2'b11;
  reg [3:0]  picked;
  reg        clash;
  reg [27:0] line;
  reg [15:0] mask, bytes_of_lane;
  integer lane, other;
  always @* begin
    picked = 4'd0;
    line = 28'd0;
    mask = 16'd0;
    bytes_of_lane = (16'd1 << bytes) - 16'd1;
    clash = 1'b0;
    for (lane = 0; lane < 4; lane = lane + 1) begin
      if (left[lane]) begin
        if (picked == 4'd0) line = address[32*lane + 4 +: 28];
        clash = 1'b0;
        for (other = 0; other < lane; other = other + 1)
`ifdef BUG_BANK
          // Only the lane before is compared.
          if (picked[other] & (other + 1 == lane))
`else
          if (picked[other])
`endif
            clash = clash | (address[32*other + 4 +: 28] != address[32*lane + 4 +: 28])
              & (((address[32*other + 2 +: 2] ^ address[32*lane + 2 +: 2]) & wide) == 2'd0);
        if (in_banks ? ~clash : address[32*lane + 4 +: 28] == line) begin
          picked[lane] = 1'b1;
          mask = mask | bytes_of_lane << address[32*lane +: 4];
        end
      end
    end
  end

`ifdef BUG
  // The space of the next warp steers the requests of this one.
  wire to_shared = req_space == SHARED;
`else
  wire to_shared = shared;
`endif
  assign gmem_valid = (left != 4'd0) & ~to_shared;
  assign smem_valid = (left != 4'd0) & to_shared;
  wire leaves = gmem_valid & gmem_ready | smem_valid & smem_ready;

  always @(posedge clk) begin
    if (req_valid & req_ready) begin
      waits <= 1'b1;
      store <= req_store;
      shared <= req_space == SHARED;
      bytes <= size;
      ok <= req_lanes & ~outside;
      bad <= req_lanes & outside;
      left <= req_lanes & ~outside;
      address <= aligned;
    end
    if (rsp_valid & rsp_ready) waits <= 1'b0;
    if (leaves) left <= left & ~picked;
    if (rst) begin
      waits <= 1'b0;
      left <= 4'd0;
    end
  end

  assign rsp_valid = waits;
  assign rsp_store = store;
  assign rsp_shared = shared;
  assign rsp_ok = ok;
  assign rsp_bad = bad;
  assign rsp_address = address;
  assign mem_store = store;
  assign mem_lanes = picked;
  assign mem_address = {line, 4'd0};
  assign mem_mask = mask;
endmodule
