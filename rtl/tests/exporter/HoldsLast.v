module sample (
  input  wire       clock,
  input  wire [7:0] x,
  output wire [7:0] y
);

  reg  [7:0] r = 0;

  assign y = r;

  always @(posedge clock) begin
    r <= x;
    r <= r;
  end
endmodule
