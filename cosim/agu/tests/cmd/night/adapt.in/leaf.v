module leaf(input clk); endmodule
