// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_uart_receiver of agu 0.2.0, design 43371f7124def4b4

// Receiver of a UART: one start bit, eight data bits, lowest first, one stop bit.
//
// `rx` is sampled in the middle of each bit, counted from the falling edge of the start
// bit. `valid` is high for one cycle with each byte; `broken` instead of it where there
// is no stop bit, which is how a break looks: a line that stays low for ten bits or more.
module agu_uart_receiver (
  input  wire        clock,
  // the line, not in step with the clock
  input  wire        rx,
  // clock cycles of a bit, less one
  input  wire [15:0] last_clock,
  output wire [7:0]  data,
  output wire        valid,
  output wire        broken
);

  localparam [15:0] ZERO = 16'd0;
  localparam [3:0]  ONE = 4'd1;
  localparam [3:0]  SAMPLES = 4'ha;

  wire        busy;
  wire        sample;
  wire        stop;
  reg         first = 0;
  reg         line = 0;
  reg         previous = 0;
  // clock cycles until the next sample
  reg  [15:0] count = 0;
  // samples left, 0 between bytes
  reg  [3:0]  left = 0;
  reg  [7:0]  shifted = 0;

  assign busy = |left;
  assign sample = busy & (count == ZERO);
  assign stop = sample & (left == ONE);
  assign data = shifted;
  assign valid = stop & line;
  assign broken = stop & ~line;

  always @(posedge clock) begin
    first <= rx;
    line <= first;
    previous <= line;
    if (busy) begin
      count <= count - 16'd1;
    end
    if (~busy & previous & ~line) begin
      count <= last_clock >> 1;
      left <= SAMPLES;
    end
    if (sample) begin
      count <= last_clock;
      left <= left - 4'd1;
      shifted <= shifted >> 1;
      if (line) begin
        shifted <= (shifted >> 1) | 8'h80;
      end
    end

    // the start bit was noise
    if (sample & (left == SAMPLES) & line) begin
      left <= 4'd0;
    end
  end
endmodule
