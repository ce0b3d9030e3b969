// The sum of one lane, without a clock, that ends its simulation by the scale.
module ends(input wire [31:0] base, input wire [31:0] offset, input wire [4:0] n,
  output reg [31:0] sum);
  always @(*) if (n == 1) $finish;
  always @(*) if (n == 2) $stop;
  always @(*) if (n == 3) $error("scale %0d", n);
  always @(*) if (n == 4) $fatal(1, "scale %0d", n);
  always @(*) assert (n != 5);
  always @(*) if (n == 6) begin
    $write("be");
    $write("gun\nend");
    $fdisplay(32'h80000001, "ed");
  end
  // Never settles.
  wire again = n == 7 && !again;
  always @(*) sum = base + (offset << n) + {31'd0, again};
`ifdef INITIAL
  initial $finish;
`endif
`ifdef FINAL
  final $error("sum %0d", sum);
`endif
endmodule
