interface bus; logic a; endinterface
module u(input clk, bus b); endmodule
