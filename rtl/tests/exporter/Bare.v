module sample (
  input  wire [7:0] a,
  input  wire [7:0] b,
  output wire       y
);

  assign y = (a & b) == b;
endmodule
