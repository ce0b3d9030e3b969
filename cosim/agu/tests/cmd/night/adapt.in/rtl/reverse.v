module reverse #(parameter N = 0) (output wire [31:0] x);
  if (N != 7) not_seven wrong();
  assign x = 0;
endmodule
