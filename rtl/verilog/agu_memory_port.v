// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_memory_port of agu 0.2.0

// The memory port: a skid buffer, so that what makes the requests stops on a register.
//
//     ready    = nothing is held beside the port
//
// A request that comes in is at the port after the next edge, where the port is empty or
// its request is taken; else it is held beside it. All data of the port is 0 while there is no
// request. Reset is synchronous, and drops both.
module agu_memory_port (
  input  wire        clock,
  input  wire        reset,
  // a request comes in, at an edge where `ready` is high
  input  wire        valid,
  input  wire        shared,
  input  wire        store,
  input  wire [41:0] line,
  input  wire [3:0]  sectors,
  input  wire [31:0] lanes,
  input  wire [4:0]  pass,
  input  wire        last,
  output wire        ready,
  output wire        memory_valid,
  input  wire        memory_ready,
  output wire        memory_shared,
  output wire        memory_store,
  output wire [41:0] memory_line,
  output wire [3:0]  memory_sectors,
  output wire [31:0] memory_lanes,
  output wire [4:0]  memory_pass,
  output wire        memory_last
);

  wire [41:0] request_line;
  wire [4:0]  request_pass;
  reg         shared_held = 0;
  reg         store_held = 0;
  reg  [41:0] line_held = 0;
  reg  [3:0]  sectors_held = 0;
  reg  [31:0] lanes_held = 0;
  reg  [4:0]  pass_held = 0;
  reg         last_held = 0;
  reg         shared_out = 0;
  reg         store_out = 0;
  reg  [41:0] line_out = 0;
  reg  [3:0]  sectors_out = 0;
  reg  [31:0] lanes_out = 0;
  reg  [4:0]  pass_out = 0;
  reg         last_out = 0;
  wire        skid_buffer_load;
  wire        skid_buffer_held;

  agu_skid_buffer skid_buffer (
    .clock(clock),
    .reset(reset),
    .valid(valid),
    .ready(ready),
    .out_valid(memory_valid),
    .out_ready(memory_ready),
    .load(skid_buffer_load),
    .held(skid_buffer_held)
  );

  assign request_line = valid ? (shared ? 42'd0 : line) : 42'd0;
  assign request_pass = valid ? (shared ? pass : 5'd0) : 5'd0;
  assign memory_shared = shared_out;
  assign memory_store = store_out;
  assign memory_line = line_out;
  assign memory_sectors = sectors_out;
  assign memory_lanes = lanes_out;
  assign memory_pass = pass_out;
  assign memory_last = last_out;

  always @(posedge clock) begin
    if (~skid_buffer_held) begin
      shared_held <= valid & shared;
      store_held <= valid & store;
      line_held <= request_line;
      sectors_held <= sectors;
      lanes_held <= lanes;
      pass_held <= request_pass;
      last_held <= valid & last;
    end
    if (skid_buffer_load) begin
      shared_out <= valid & shared;
      store_out <= valid & store;
      line_out <= request_line;
      sectors_out <= sectors;
      lanes_out <= lanes;
      pass_out <= request_pass;
      last_out <= valid & last;
      if (skid_buffer_held) begin
        shared_out <= shared_held;
        store_out <= store_held;
        line_out <= line_held;
        sectors_out <= sectors_held;
        lanes_out <= lanes_held;
        pass_out <= pass_held;
        last_out <= last_held;
      end
    end
    if (reset) begin
      shared_out <= 1'b0;
      store_out <= 1'b0;
      line_out <= 42'd0;
      sectors_out <= 4'd0;
      lanes_out <= 32'd0;
      pass_out <= 5'd0;
      last_out <= 1'b0;
    end
  end
endmodule
