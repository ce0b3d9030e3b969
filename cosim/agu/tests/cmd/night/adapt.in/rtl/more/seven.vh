`define SEVEN 1'b1
