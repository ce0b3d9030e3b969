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
  integer s;

  assign sectors = touches;

  always @(*) begin
    for (s = 0; s < 4; s = s + 1) begin
      touches[s] = |(lanes & sectors_of_lanes[32*s +: 32]);
    end
  end
endmodule
