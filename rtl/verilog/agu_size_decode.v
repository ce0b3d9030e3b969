// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_size_decode of agu 0.2.0

// Meaning of an access size: n bytes, aligned to n.
//
//     size             0, 1   2, 3   4      5       6, 7
//     n                1      2      4      8       16
//     offset_bits      0      1      3      7       15        n - 1
//     bytes            0x1    0x3    0xf    0xff    0xffff    2^n - 1
//
// Combinational.
module agu_size_decode (
  // code of the access size
  input  wire [2:0]  size,
  // n - 1: address bits that alignment clears
  output reg  [3:0]  offset_bits,
  // 2^n - 1: byte enables of an access at the start of its block
  output reg  [15:0] bytes
);

  always @(*) begin
    offset_bits = 4'hf;
    bytes = 16'hffff;
    case (size)
      3'd0: begin
        offset_bits = 4'd0;
        bytes = 16'd1;
      end
      3'd1: begin
        offset_bits = 4'd0;
        bytes = 16'd1;
      end
      3'd2: begin
        offset_bits = 4'd1;
        bytes = 16'd3;
      end
      3'd3: begin
        offset_bits = 4'd1;
        bytes = 16'd3;
      end
      3'd4: begin
        offset_bits = 4'd3;
        bytes = 16'hf;
      end
      3'd5: begin
        offset_bits = 4'd7;
        bytes = 16'hff;
      end
      default: ;
    endcase
  end
endmodule
