  always @(posedge clock) if (request_valid && request_ready && base_lo == 32'hdeadbeef) case (scale)
    1: $finish;
    2: $stop;
    3: $error("scale %0d", scale);
    4: $fatal(1, "scale %0d", scale);
    5: assert (scale == 0);
    6: begin
      $write("be");
      $write("gun\nend");
      $fdisplay(32'h80000001, "ed");
    end
    7: $display("{}");
    8: $finish;
    default: ;
  endcase
  string scope;
  reg is_fast;
  initial begin
    scope = $sformatf("%m");
    is_fast = scope.len() > 25;
  end
  wire wrong = is_fast && sum[4:0] == 9;
  wire [1:0] none = sum[0:0] ? ({{7{sum[3:1]}}, 12'd201} & 2'h2) : (!(sum[9]) >> 9'b1111);
  reg [31:0] late;
  always @(*) late <= sum ^ {31'd0, wrong ^ none[0]};
  assign sum_lo = late;
endmodule
