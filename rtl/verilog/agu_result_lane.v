// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_result_lane of agu 0.2.0

// A lane's part of the result port: the data of the skid buffer, stage 7.
//
//     at an edge where held is low:   held data = stage 6
//     at an edge where load is high:  port = held ? held data : stage 6
//     lock_index = address[9:2],  line = address[38:7],  top = address[48:39],  word = address[23:2]
//
// The control is the skid buffer's of the warp unit.
module agu_result_lane (
  input  wire        clock,
  // control of the skid buffer
  input  wire        load,
  input  wire        held,
  // the beat in stage 6
  input  wire [31:0] sum_lo_s6,
  input  wire [31:0] sum_hi_s6,
  input  wire [3:0]  cc_s6,
  input  wire [31:0] address_lo_s6,
  input  wire [16:0] address_hi_s6,
  input  wire [15:0] byte_enable_s6,
  input  wire [1:0]  space_s6,
  input  wire [1:0]  fault_s6,
  // the beat at the result port
  output wire [7:0]  lock_index,
  // for the coalescer
  output wire [31:0] line,
  output wire [31:0] top,
  output wire [31:0] word,
  output wire [31:0] sum_lo,
  output wire [31:0] sum_hi,
  output wire [3:0]  cc,
  output wire [31:0] address_lo,
  output wire [16:0] address_hi,
  output wire [15:0] byte_enable,
  output wire [1:0]  space,
  output wire [1:0]  fault
);

  wire [6:0]  line_upper;
  wire [24:0] line_lower;
  wire [9:0]  top_bits;
  wire [21:0] word_bits;
  reg  [31:0] sum_lo_held = 0;
  reg  [31:0] sum_hi_held = 0;
  reg  [3:0]  cc_held = 0;
  reg  [31:0] address_lo_held = 0;
  reg  [16:0] address_hi_held = 0;
  reg  [15:0] byte_enable_held = 0;
  reg  [1:0]  space_held = 0;
  reg  [1:0]  fault_held = 0;
  reg  [31:0] sum_lo_s7 = 0;
  reg  [31:0] sum_hi_s7 = 0;
  reg  [3:0]  cc_s7 = 0;
  reg  [31:0] address_lo_s7 = 0;
  reg  [16:0] address_hi_s7 = 0;
  reg  [15:0] byte_enable_s7 = 0;
  reg  [1:0]  space_s7 = 0;
  reg  [1:0]  fault_s7 = 0;

  assign sum_lo = sum_lo_s7;
  assign sum_hi = sum_hi_s7;
  assign cc = cc_s7;
  assign address_lo = address_lo_s7;
  assign address_hi = address_hi_s7;
  assign byte_enable = byte_enable_s7;
  assign space = space_s7;
  assign fault = fault_s7;
  assign lock_index = address_lo_s7[9:2];
  assign line_upper = address_hi_s7[6:0];
  assign line_lower = address_lo_s7[31:7];
  assign line = ({25'd0, line_upper} << 25) | {7'd0, line_lower};
  assign top_bits = address_hi_s7[16:7];
  assign word_bits = address_lo_s7[23:2];
  assign top = {22'd0, top_bits};
  assign word = {10'd0, word_bits};

  always @(posedge clock) begin
    if (~held) begin
      sum_lo_held <= sum_lo_s6;
      sum_hi_held <= sum_hi_s6;
      cc_held <= cc_s6;
      address_lo_held <= address_lo_s6;
      address_hi_held <= address_hi_s6;
      byte_enable_held <= byte_enable_s6;
      space_held <= space_s6;
      fault_held <= fault_s6;
    end
    if (load) begin
      sum_lo_s7 <= sum_lo_s6;
      sum_hi_s7 <= sum_hi_s6;
      cc_s7 <= cc_s6;
      address_lo_s7 <= address_lo_s6;
      address_hi_s7 <= address_hi_s6;
      byte_enable_s7 <= byte_enable_s6;
      space_s7 <= space_s6;
      fault_s7 <= fault_s6;
      if (held) begin
        sum_lo_s7 <= sum_lo_held;
        sum_hi_s7 <= sum_hi_held;
        cc_s7 <= cc_held;
        address_lo_s7 <= address_lo_held;
        address_hi_s7 <= address_hi_held;
        byte_enable_s7 <= byte_enable_held;
        space_s7 <= space_held;
        fault_s7 <= fault_held;
      end
    end
  end
endmodule
