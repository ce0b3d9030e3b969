// SPDX-License-Identifier: MIT OR Apache-2.0
// One lane of LEA.LO without a handshake: combinational behind one register.
module combinational (
  input  wire        clk,
  input  wire [31:0] x,
  input  wire [31:0] y,
  input  wire [4:0]  n,
  input  wire        minus,
  output reg  [31:0] z,
  output reg         zero,
  output reg         carry
);
`ifdef BUG
  // The negated offset carries into bit 32 before the sum.
  wire [32:0] offset = {1'b0, minus ? -y : y} << n;
`else
  wire [31:0] shifted = (minus ? -y : y) << n;
  wire [32:0] offset = {1'b0, shifted};
`endif
  wire [32:0] sum = {1'b0, x} + offset;
  always @(posedge clk) begin
    {carry, z} <= sum;
    zero <= sum[31:0] == 32'd0;
  end
endmodule
