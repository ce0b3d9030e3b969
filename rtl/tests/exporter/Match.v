module sample (
  input  wire [1:0] x,
  output reg  [7:0] y
);

  always @(*) begin
    y = 8'd7;
    case (x)
      2'd0: begin
        y = 8'd1;
      end
      2'd1: ;
      default: begin
        y = 8'd2;
      end
    endcase
  end
endmodule
