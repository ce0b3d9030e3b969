module sample (
  input  wire        a,
  input  wire [31:0] x,
  input  wire [7:0]  y,
  output wire [3:0]  both
);

  reg  [3:0] same;
  integer j;

  assign both = same;

  always @(*) begin
    for (j = 0; j < 4; j = j + 1) begin
      same[j] = 1'b0;
    end
    if (a) begin
      for (j = 0; j < 4; j = j + 1) begin
        same[j] = x[8*j +: 8] == y;
      end
    end
  end
endmodule
