module sample (
  input  wire [1:0] x,
  output reg  [7:0] z
);

  reg  [7:0] y;

  always @(*) begin
    y = 8'd0;
    z = 8'd0;
    case (x)
      2'd0: begin
        y = 8'd1;
      end
      2'd1: begin
        y = 8'd2;
        z = y;
      end
      default: ;
    endcase
  end
endmodule
