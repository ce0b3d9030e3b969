module sample (
  input  wire [7:0]  a,
  input  wire [3:0]  bits,
  input  wire [31:0] words,
  output wire [3:0]  mask,
  output wire [31:0] vector,
  output wire [5:0]  wider
);

  assign mask = bits;
  assign vector = words;
  assign wider = {2'd0, bits};
endmodule
