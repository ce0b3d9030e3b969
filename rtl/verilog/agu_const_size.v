// SPDX-License-Identifier: MIT OR Apache-2.0
// Size of one constant bank.
//
// Takes `data` at the clock edge where `write` and `selected` are high. `write` is that of
// all banks, so that a simulator looks no further while it is low.
module agu_const_size (
  input  wire        clock,
  input  wire        write,
  input  wire        selected,
  input  wire [16:0] data,
  output wire [31:0] size
);

  reg  [16:0] bytes = 0;

  assign size = {15'd0, bytes};

  always @(posedge clock) begin
    if (write & selected) begin
      bytes <= data;
    end
  end
endmodule
