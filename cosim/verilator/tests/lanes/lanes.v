// Ten lanes with what the exported Verilog has in its own: the C++ of three versions of Verilator
// is made of this.
module lane (
  input  wire        clock,
  input  wire        advance,
  input  wire [31:0] base,
  input  wire [31:0] offset,
  input  wire [2:0]  scale,
  input  wire        carry_in,
  output wire [31:0] sum,
  output wire [1:0]  flags
);
  reg [31:0] base_s1 = 0;
  reg [31:0] addend_s1 = 0;
  reg [31:0] sum_s2 = 0;
  reg        carry_s2 = 0;
  wire [38:0] shifted = {7'd0, offset} << scale;
  wire [33:0] total = ({2'd0, base_s1} << 1) + {1'd0, addend_s1, carry_in};
  assign sum = sum_s2;
  assign flags = {carry_s2, ~(|sum_s2)};
  always @(posedge clock) begin
    if (advance) begin
      base_s1 <= base;
      addend_s1 <= shifted[31:0];
      sum_s2 <= total[32:1];
      carry_s2 <= total[33];
    end
  end
endmodule

module lanes (
  input  wire         clock,
  input  wire         advance,
  input  wire [319:0] base,
  input  wire [319:0] offset,
  input  wire [2:0]   scale,
  input  wire [31:0]  carry_in,
  output wire [319:0] sum,
  output wire [19:0]  flags
);
  genvar i;
  generate
    for (i = 0; i < 10; i = i + 1) begin : lanes
      lane lane (
        .clock(clock),
        .advance(advance),
        .base(base[32*i +: 32]),
        .offset(offset[32*i +: 32]),
        .scale(scale),
        .carry_in(carry_in[i]),
        .sum(sum[32*i +: 32]),
        .flags(flags[2*i +: 2])
      );
    end
  endgenerate
endmodule
