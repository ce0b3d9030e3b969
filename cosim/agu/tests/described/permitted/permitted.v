// Loads and stores of one or four bytes in 64 KB, warps of four lanes, one at a time, a request a lane.
// Each macro makes it one of those units that need a key of the description; with BUG it is wrong though
// it has the key.
module permitted (
  input  wire clk, rst, req_valid, output wire req_ready, input wire req_store, req_byte, input wire [11:0] req_offset,
  input  wire [3:0] req_lanes, input wire [127:0] req_address, req_data,
  output wire rsp_valid, input wire rsp_ready, output wire rsp_store, output wire [3:0] rsp_lanes,
  output wire mem_valid, input wire mem_ready, output wire mem_store, output wire [3:0] mem_lanes,
  output wire [31:0] mem_address, output wire [3:0] mem_mask, output wire [31:0] mem_data,
  input  wire ans_valid, output wire ans_ready, input wire [31:0] ans_data,
  output wire wb_valid, input wire wb_ready, output wire [3:0] wb_lanes, output wire [127:0] wb_data
);
`ifdef SLOW
  // The reset comes a cycle late.
  reg clear;
  always @(posedge clk) clear <= rst;
`else
  wire clear = rst;
`endif

  reg busy, store, one_byte, waits, holds;
  reg [3:0] lanes, left;
  reg [127:0] address, data;
  reg [31:0] held;

`ifdef FULL
  // All lanes take part, whatever the mask.
  wire [3:0] taken = 4'hf;
`elsif PREFIX
  // The highest lane that is set gives the number of lanes.
  wire [3:0] taken = req_lanes[3] ? 4'hf : req_lanes[2] ? 4'h7 : req_lanes[1] ? 4'h3 : req_lanes;
`else
  wire [3:0] taken = req_lanes;
`endif
`ifdef ANY
  // Of the lanes that store a byte the lowest comes last.
  wire [1:0] lane = left[3] ? 2'd3 : left[2] ? 2'd2 : left[1] ? 2'd1 : 2'd0;
`else
  wire [1:0] lane = left[0] ? 2'd0 : left[1] ? 2'd1 : left[2] ? 2'd2 : 2'd3;
`endif
  wire [3:0] one = 4'd1 << lane;
  wire [15:0] place = address[32*lane +: 16];
  wire asks = busy & left != 0 & ~waits & ~holds;
`ifdef ODD
  // Of a word that is not aligned the bytes up to its end.
  wire [3:0] mask = (one_byte ? 4'd1 : 4'hf) << place[1:0];
`else
  wire [3:0] mask = one_byte ? 4'd1 << place[1:0] : 4'hf;
`endif

`ifdef AHEAD
  // After a load the next word as well, whose answer is dropped.
  reg next, dropped;
  reg [31:0] ahead;
  wire takes = ans_valid & ~dropped;
`ifdef BUG
  wire [31:0] word = ans_data ^ {31'd0, &place[6:2]};
`else
  wire [31:0] word = ans_data;
`endif
  assign mem_valid = next | asks & ~dropped;
  assign mem_store = ~next & store;
  assign mem_lanes = next ? 4'd0 : one;
  assign mem_address = next ? ahead : {16'd0, place[15:2], 2'd0};
  assign mem_mask = next ? 4'hf : mask;
  wire leaves = asks & ~dropped & ~next & mem_ready;
  always @(posedge clk) begin
    if (takes & ans_ready & ~store) begin next <= 1'b1; ahead <= {16'd0, place[15:2], 2'd0} + 32'd4; end
    if (next & mem_ready) begin next <= 1'b0; dropped <= 1'b1; end
    if (ans_valid & dropped) dropped <= 1'b0;
    if (clear) begin next <= 1'b0; dropped <= 1'b0; end
  end
  assign ans_ready = dropped | ~holds;
`else
  wire takes = ans_valid;
  wire [31:0] word = ans_data;
  wire leaves = asks & mem_ready;
  assign ans_ready = ~holds;
  assign mem_address = {16'd0, place[15:2], 2'd0};
`ifdef EMPTY
  // Without work a store of nothing.
  assign mem_valid = 1'b1;
  assign mem_store = asks ? store : 1'b1;
`ifdef BUG
  assign mem_mask = asks & ~(store & lane == 2) ? mask : 4'd0;
`else
  assign mem_mask = asks ? mask : 4'd0;
`endif
  assign mem_lanes = asks ? one : 4'd0;
`else
  assign mem_valid = asks;
  assign mem_store = store;
  assign mem_lanes = one;
`ifdef WHOLE
  // A load is for a whole word, and with the bug a store too.
`ifdef BUG
  assign mem_mask = 4'hf;
`else
  assign mem_mask = store ? mask : 4'hf;
`endif
`else
  assign mem_mask = mask;
`endif
`endif
`endif
`ifdef ANY
`ifdef BUG
  assign mem_data = one_byte ? {4{data[7:0]}} : data[32*lane +: 32];
`else
  assign mem_data = one_byte ? {4{data[32*lane +: 8]}} : data[32*lane +: 32];
`endif
`else
  assign mem_data = one_byte ? {4{data[32*lane +: 8]}} : data[32*lane +: 32];
`endif

  // Memory answers loads, and with this macro stores.
`ifdef ACK
  wire answered = 1'b1;
`else
  wire answered = ~store;
`endif
  wire [31:0] loaded = one_byte ? {24'd0, word[8*place[1:0] +: 8]} : word;
  assign req_ready = ~busy;
  assign wb_valid = holds;
  assign wb_lanes = one;
  assign wb_data = {4{held}};
  assign rsp_valid = busy & left == 0;
  assign rsp_store = store;
  assign rsp_lanes = lanes;
  always @(posedge clk) begin
    if (req_valid & req_ready) begin
      busy <= 1'b1;
      store <= req_store;
      one_byte <= req_byte;
      lanes <= taken;
      left <= taken;
      for (integer number = 0; number < 4; number = number + 1)
        address[32*number +: 32] <= req_address[32*number +: 32] + {{20{req_offset[11]}}, req_offset};
      data <= req_data;
    end
    if (leaves) begin
      waits <= answered;
      if (~answered) left[lane] <= 1'b0;
    end
    if (takes & ans_ready & waits) begin
      waits <= 1'b0;
      holds <= ~store;
      held <= loaded;
      if (store) left[lane] <= 1'b0;
    end
    if (holds & wb_ready) begin
      holds <= 1'b0;
      left[lane] <= 1'b0;
    end
    if (rsp_valid & rsp_ready) busy <= 1'b0;
    if (clear) begin busy <= 1'b0; waits <= 1'b0; holds <= 1'b0; left <= 4'd0; end
  end
endmodule
