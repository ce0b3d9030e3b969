module u(input [3:0] words [0:1], output a [0:1]); endmodule
