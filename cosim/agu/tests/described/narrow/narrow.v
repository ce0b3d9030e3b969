// Two lanes of a sum with a base of 16 bits, without a clock.
module narrow(input wire [31:0] base, input wire [63:0] offset, input wire [4:0] n,
  output wire [63:0] sum);
  assign sum[31:0] = {16'd0, base[15:0]} + (offset[31:0] << n);
  assign sum[63:32] = {16'd0, base[31:16]} + (offset[63:32] << n);
endmodule
