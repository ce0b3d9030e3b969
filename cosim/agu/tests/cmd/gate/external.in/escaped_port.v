module escaped_port (input wire clk, input wire \a.b );
endmodule
