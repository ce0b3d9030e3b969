`include "parts.v"
module unit; endmodule
