// SPDX-License-Identifier: MIT OR Apache-2.0
// The line that the lowest waiting lane of global memory asks for.
//
//     leader  = the lowest waiting lane
//     line    = address[39:7] of the leader
//     served  = waiting lanes with the same line
//     sectors = one bit for each value of address[6:5] among them
//
// Nothing is compared while nobody waits; then all outputs are 0. Combinational.
module agu_line_request (
  // lanes that wait for a line
  input  wire [31:0]   waiting,
  // 32 bits a lane: `address[38:7]`; one bit a lane: `address[39]`
  input  wire [1023:0] lines,
  input  wire [31:0]   tops,
  // 32 bits a lane: `address[23:2]`
  input  wire [1023:0] words,
  // there is a request
  output wire          due,
  output wire [32:0]   line,
  output wire [3:0]    sectors,
  output wire [31:0]   served
);

  wire        some;
  wire [31:0] leader_line;
  wire [0:0]  leader_top;
  reg  [31:0] same_line;
  reg  [31:0] sector_0;
  reg  [31:0] sector_1;
  wire [31:0] same_top;
  wire [31:0] joins;
  wire [31:0] upper;
  wire [31:0] lower;
  wire [3:0]  sectors_0;
  wire [3:0]  sectors_1;
  wire [3:0]  sectors_2;
  wire [3:0]  sectors_3;
  wire [31:0] unused_lowest_lane_lowest;
  wire [4:0]  lowest_lane_number;
  integer j;

  agu_lowest_lane lowest_lane (
    .mask(waiting),
    .lowest(unused_lowest_lane_lowest),
    .number(lowest_lane_number)
  );

  assign some = |waiting;
  assign leader_line = some ? lines[{lowest_lane_number, 5'd0} +: 32] : 32'd0;
  assign leader_top = some & tops[lowest_lane_number];
  assign same_top = some ? (tops[lowest_lane_number] ? tops : ~tops) : ~tops;
  assign joins = waiting & same_top & same_line;
  assign upper = joins & sector_1;
  assign lower = joins & ~upper;
  assign sectors_0 = |(lower & ~sector_0) ? 4'd1 : 4'd0;
  assign sectors_1 = |(lower & sector_0) ? 4'd2 : 4'd0;
  assign sectors_2 = |(upper & ~sector_0) ? 4'd4 : 4'd0;
  assign sectors_3 = |(upper & sector_0) ? 4'd8 : 4'd0;
  assign due = some;
  assign line = ({32'd0, leader_top} << 32) | {1'b0, leader_line};
  assign sectors = sectors_0 | sectors_1 | sectors_2 | sectors_3;
  assign served = joins;

  always @(*) begin
    for (j = 0; j < 32; j = j + 1) begin
      same_line[j] = 1'b0;
    end
    for (j = 0; j < 32; j = j + 1) begin
      sector_0[j] = 1'b0;
    end
    for (j = 0; j < 32; j = j + 1) begin
      sector_1[j] = 1'b0;
    end
    if (some) begin
      for (j = 0; j < 32; j = j + 1) begin
        same_line[j] = lines[32*j +: 32] == leader_line;
        sector_0[j] = words[32*j + 3];
        sector_1[j] = words[32*j + 4];
      end
    end
  end
endmodule
