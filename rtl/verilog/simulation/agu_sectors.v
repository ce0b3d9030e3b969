// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_sectors of agu 0.2.0

// The sectors of a line that its lanes touch.
//
//     sectors[s] = a lane of `lanes` has address[6:5] == s
//
// Combinational.
module agu_sectors (
  input  wire [31:0]  lanes,
  // 32 bits a sector, one bit a lane: `address[6:5]` is the sector
  input  wire [127:0] sectors_of_lanes,
  output wire [3:0]   sectors
);

  reg  [3:0] touches;

  assign sectors = touches;

  always @(*) begin : make_touches
    integer i;
    reg [31:0] lanes_now;
    reg [3:0] touches_mask;
    lanes_now = lanes;
    touches_mask = 0;
    for (i = 0; i < 4; i = i + 1) begin
      touches_mask = touches_mask | ({3'd0, |(lanes_now & sectors_of_lanes[32*i +: 32])} << i);
    end
    touches = touches_mask;
  end
endmodule
