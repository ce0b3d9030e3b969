module sample (
  input  wire [7:0] a,
  output wire       wraps
);

  assign wraps = (a + 8'd1) == 8'd0;
endmodule
