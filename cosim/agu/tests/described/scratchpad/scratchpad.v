// Loads and stores of four bytes in 64 words inside, warps of four lanes, one at a time. No memory port, no
// result port, no tag: a warp ends when its lanes are written. Lanes outside of the words get 0.
module scratchpad(input wire clk, rst, req_valid, output wire req_ready, input wire req_store,
  input wire [3:0] req_lanes, input wire [127:0] req_address, req_data,
  output wire wb_valid, input wire wb_ready, output wire [3:0] wb_lanes, output reg [127:0] wb_data);
  reg [31:0] words [0:63];
  reg busy;
  reg [3:0] lanes;
  reg [127:0] address;
  integer lane;
  assign req_ready = ~busy;
  assign wb_valid = busy;
  assign wb_lanes = lanes;
  always @* for (lane = 0; lane < 4; lane = lane + 1)
    wb_data[32*lane +: 32] = address[32*lane + 8 +: 24] == 0 ? words[address[32*lane + 2 +: 6]] : 32'd0;
  always @(posedge clk) begin
    if (wb_valid & wb_ready) busy <= 1'b0;
    if (req_valid & req_ready) begin
      busy <= ~req_store;
      lanes <= req_lanes;
      address <= req_address;
      for (lane = 0; lane < 4; lane = lane + 1)
`ifdef BUG
        // The last lane stores nothing if the first one does.
        if (req_store & req_lanes[lane] & ~(lane == 3 & req_lanes[0]) & req_address[32*lane + 8 +: 24] == 0)
`else
        if (req_store & req_lanes[lane] & req_address[32*lane + 8 +: 24] == 0)
`endif
          words[req_address[32*lane + 2 +: 6]] <= req_data[32*lane +: 32];
    end
    if (rst) busy <= 1'b0;
  end
endmodule
