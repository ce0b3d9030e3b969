module sample (
  input  wire       a,
  input  wire       b,
  input  wire [7:0] x,
  output wire [7:0] mask,
  output wire [7:0] both,
  output wire [7:0] either
);

  assign mask = {8{a}};
  assign both = {8{a & b}};
  assign either = (x == 8'd3) ? (x + 8'd1) : x;
endmodule
