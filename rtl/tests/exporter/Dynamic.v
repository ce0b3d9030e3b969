module sample (
  input  wire [7:0] a,
  input  wire [2:0] i,
  output wire       b
);

  assign b = a[i];
endmodule
