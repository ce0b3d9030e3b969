module u(input clk,
  inout io); endmodule
