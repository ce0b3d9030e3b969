`include "both.v"
module two(input clk); endmodule
