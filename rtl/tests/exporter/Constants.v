module sample (
  output wire       y,
  output wire [7:0] z
);

  assign y = 1'b1;
  assign z = 8'hc8;
endmodule
