// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_window_compare of agu 0.2.0

// Window of an address: the shared one, the local one, or neither.
//
//     shared_lo = sum_lo[31:24] == shared_base[31:24]
//     shared_hi = sum_hi        == shared_base[63:32]
//     result_hi = sum_lo        == shared_base[63:32]
//     in_shared = shared_lo and shared_hi
//     in_local  = likewise with local_base
//     LEA.LO    miss = not shared_lo
//     LEA.HI    miss = not result_hi  or  low_missed
//
// The result of an LEA.HI is itself the upper word of an address. `low_missed`
// carries the low word's verdict into LEA.HI.X and is 0 elsewhere. Combinational.
module agu_window_compare (
  input  wire [31:0] sum_lo,
  input  wire [31:0] sum_hi,
  // LEA.HI; 0 for an access
  input  wire        high,
  // the low word of the same address was outside
  input  wire        low_missed,
  // bits 31:24 and 63:32 of the windows' bases
  input  wire [7:0]  shared_base_lo,
  input  wire [31:0] shared_base_hi,
  input  wire [7:0]  local_base_lo,
  input  wire [31:0] local_base_hi,
  // LEA: outside the shared window
  output wire        miss,
  // an access: inside the windows
  output wire        in_shared,
  output wire        in_local
);

  wire [7:0] upper;
  wire       shared_lo;
  wire       shared_hi;
  wire       result_hi;
  wire       local_lo;
  wire       local_hi;

  assign upper = sum_lo[31:24];
  assign shared_lo = upper == shared_base_lo;
  assign shared_hi = sum_hi == shared_base_hi;
  assign result_hi = sum_lo == shared_base_hi;
  assign local_lo = upper == local_base_lo;
  assign local_hi = sum_hi == local_base_hi;
  assign in_shared = shared_lo & shared_hi;
  assign in_local = local_lo & local_hi;
  assign miss = (high & ~result_hi) | (~high & ~shared_lo) | low_missed;
endmodule
