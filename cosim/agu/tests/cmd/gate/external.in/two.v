module one; endmodule
module two; endmodule
