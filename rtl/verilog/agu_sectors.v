// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_sectors of agu 0.2.0, design 32a476b2ef160ac9

// The sectors of a line that its lanes touch.
//
//     sectors[s] = a lane of `lanes` has address[6:5] == s
//
// Combinational.
module agu_sectors (
  input  wire [31:0] lanes,
  // one bit a lane: `address[5]`, `address[6]`
  input  wire [31:0] sector_0,
  input  wire [31:0] sector_1,
  output wire [3:0]  sectors
);

  wire [31:0] upper;
  wire [31:0] lower;
  wire [3:0]  sectors_0;
  wire [3:0]  sectors_1;
  wire [3:0]  sectors_2;
  wire [3:0]  sectors_3;

  assign upper = lanes & sector_1;
  assign lower = lanes & ~sector_1;
  assign sectors_0 = |(lower & ~sector_0) ? 4'd1 : 4'd0;
  assign sectors_1 = |(lower & sector_0) ? 4'd2 : 4'd0;
  assign sectors_2 = |(upper & ~sector_0) ? 4'd4 : 4'd0;
  assign sectors_3 = |(upper & sector_0) ? 4'd8 : 4'd0;
  assign sectors = sectors_0 | sectors_1 | sectors_2 | sectors_3;
endmodule
