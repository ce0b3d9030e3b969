// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_skid_buffer of agu 0.2.0

// The control of a skid buffer: two places, so that `ready` is a register.
//
//     ready = not held
//     load  = out_ready or not out_valid     the output register takes
//     at an edge where load is high:         out_valid = held ? held_valid : valid
//     else where held is low:                held_valid = valid, held = 1
//
// The input at the edge at which the output stops is held beside it, valid or not; after
// that `ready` is low until the output moves on. The data goes along in registers elsewhere, of
// which `load` and `held` are the control:
//
//     at an edge where held is low:          held data = data
//     at an edge where load is high:         out data = held ? held data : data
//
// Reset is synchronous.
module agu_skid_buffer (
  input  wire clock,
  input  wire reset,
  // something comes in at the edge, where `ready` is high
  input  wire valid,
  output wire ready,
  output wire out_valid,
  input  wire out_ready,
  // the output registers take what comes in, or what is held
  output wire load,
  output wire held
);

  reg  is_held = 0;
  reg  held_valid = 0;
  reg  valid_out = 0;

  assign ready = ~is_held;
  assign held = is_held;
  assign out_valid = valid_out;
  assign load = out_ready | ~valid_out;

  always @(posedge clock) begin
    if (~is_held) begin
      held_valid <= valid;
    end
    if (out_ready | ~valid_out) begin
      is_held <= 1'b0;
      valid_out <= valid;
      if (is_held) begin
        valid_out <= held_valid;
      end
    end else begin
      is_held <= 1'b1;
    end
    if (reset) begin
      is_held <= 1'b0;
      valid_out <= 1'b0;
    end
  end
endmodule
