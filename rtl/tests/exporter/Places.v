module sample (
  input  wire [1:0]  n,
  input  wire [31:0] x,
  output wire [7:0]  y,
  output wire [15:0] z
);

  reg  [15:0] upper;
  integer j;

  assign y = x[{n, 3'd0} +: 8];
  assign z = upper;

  always @(*) begin
    for (j = 0; j < 4; j = j + 1) begin
      upper[4*j +: 4] = x[8*j + 4 +: 4];
    end
  end
endmodule
