// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_or_fold of agu 0.2.0

// The bitwise OR of 32 words.
//
//     any = words[31:0] | words[63:32] | ... | words[1023:992]
//
// One expression, so that a simulator takes the words where they are. Combinational.
module agu_or_fold (
  // 32 bits a word
  input  wire [1023:0] words,
  output reg  [31:0]   any
);

  always @(*) begin : make_any
    integer i;
    reg [31:0] value;
    value = 0;
    for (i = 0; i < 32; i = i + 1) begin
      value = value | words[32*i +: 32];
    end
    any = value;
  end
endmodule
