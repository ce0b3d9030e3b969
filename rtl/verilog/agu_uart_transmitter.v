// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_uart_transmitter of agu 0.2.0, design 70f9b3547790b6d1

// Transmitter of a UART: one start bit, eight data bits, lowest first, one stop bit.
//
// A byte is taken at the clock edge where `valid` and `ready` are high.
module agu_uart_transmitter (
  input  wire        clock,
  input  wire [7:0]  data,
  input  wire        valid,
  // clock cycles of a bit, less one
  input  wire [15:0] last_clock,
  output wire        ready,
  // the line
  output wire        tx
);

  localparam [15:0] ZERO = 16'd0;
  localparam [3:0]  FRAME_BITS = 4'ha;

  wire        busy;
  // bits to come, inverted: without power-on reset the line is high from the start
  reg  [8:0]  shifted = 0;
  // clock cycles until the next bit
  reg  [15:0] count = 0;
  // bits left, 0 between bytes
  reg  [3:0]  left = 0;

  assign busy = |left;
  assign ready = ~busy;
  assign tx = ~shifted[0];

  always @(posedge clock) begin
    if (busy) begin
      count <= count - 16'd1;
    end
    if (busy & (count == ZERO)) begin
      count <= last_clock;
      left <= left - 4'd1;
      shifted <= shifted >> 1;
    end
    if (valid & ~busy) begin
      count <= last_clock;
      left <= FRAME_BITS;
      shifted <= ({1'b0, data} << 1) ^ 9'h1ff;
    end
  end
endmodule
