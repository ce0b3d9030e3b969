module leaf(input clk); endmodule
/* module x; */ module one(input clk);
  generate if (0) begin leaf l(clk); end endgenerate
endmodule
