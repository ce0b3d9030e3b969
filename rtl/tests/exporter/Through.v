module agu_block (
  input  wire [23:0] words,
  output reg  [23:0] y
);
  integer i;

  always @(*) begin
    for (i = 0; i < 3; i = i + 1) begin
      y[8*i +: 8] = ~words[8*i +: 8];
    end
  end
endmodule

module sample (
  input  wire [23:0] x,
  output wire [23:0] y
);

  agu_block wide (
    .words(x),
    .y(y)
  );
endmodule
