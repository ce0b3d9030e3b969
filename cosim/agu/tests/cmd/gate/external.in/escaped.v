module \a.b (input wire base_lo);
endmodule
