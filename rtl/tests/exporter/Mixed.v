module sample (
  input  wire       clock,
  input  wire       a,
  input  wire [7:0] x,
  output wire       seen,
  output wire [7:0] old
);

  reg  [7:0] r = 0;
  reg  [7:0] s = 0;

  assign seen = a;
  assign old = r ^ s;

  always @(posedge clock) begin
    if (~a) begin
      r <= x;
    end
    case (x)
      8'd0: begin
        s <= 8'd1;
      end
      8'd1: ;
      default: begin
        s <= 8'd2;
      end
    endcase
  end
endmodule
