// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_bounds of agu 0.2.0

// Whether an aligned access of n bytes would end inside each of the spaces.
//
//     below_shared = (generic_s1 ? sum[23:0] : sum) < shared_limit
//     below_local  = (generic_s1 ? sum[23:0] : sum) < local_limit
//     below_other  = sum                           < other_limit
//
// The limits are aligned down to n, so an address is below one exactly where the access
// aligned down ends inside: `(sum & ~(n-1)) + n <= size`, and nothing can wrap. All
// three are asked before it is known which counts. A generic access is in shared or local
// memory only inside the window there, and counts from its base, a multiple of 2^24. No window's
// space is larger than that, shared memory is at most 2^18 bytes and global memory at most 2^49:
// the bits of the sum above these must be 0.
//
// The limits come inverted: sum - limit is sum + not_limit + 1, whose carry is out where
// the sum is not below, a carry chain and nothing else. The 1 comes out of the lowest bit of
// numbers that are one bit longer. Below `other` is asked in parts, no chain longer than a
// word. Latency 1 cycle; `advance` low holds it.
module agu_bounds (
  input  wire        clock,
  // the pipeline moves on
  input  wire        advance,
  input  wire [31:0] sum_lo,
  input  wire [31:0] sum_hi,
  // inverted: first address past shared, local, and global memory or the constant bank
  input  wire [18:0] not_shared_limit,
  input  wire [24:0] not_local_limit,
  input  wire [31:0] not_other_limit_lo,
  input  wire [17:0] not_other_limit_hi,
  // the access is generic: where it is in shared or local memory, that is by a window
  input  wire        generic_s1,
  output wire        below_shared,
  output wire        below_local,
  output wire        below_other
);

  wire [17:0] sum_18;
  wire [5:0]  past_shared;
  wire [23:0] sum_24;
  wire [7:0]  sum_top;
  wire [16:0] sum_17;
  wire [14:0] past_global;
  wire [20:0] above_shared;
  wire [26:0] above_local;
  wire [33:0] above_lower;
  wire [19:0] above_upper;
  wire [17:0] not_same;
  wire        from_0;
  reg         from_0_s1 = 0;
  reg         shared_s1 = 0;
  reg         local_s1 = 0;
  reg         lower_s1 = 0;
  reg         upper_s1 = 0;
  reg         same_s1 = 0;

  assign sum_18 = sum_lo[17:0];
  assign past_shared = sum_lo[23:18];
  assign sum_24 = sum_lo[23:0];
  assign sum_top = sum_lo[31:24];
  assign sum_17 = sum_hi[16:0];
  assign past_global = sum_hi[31:17];
  assign above_shared = (({3'd0, sum_18} << 1) | 21'd1) + (({2'd0, not_shared_limit} << 1) | 21'd1);
  assign above_local = (({3'd0, sum_24} << 1) | 27'd1) + (({2'd0, not_local_limit} << 1) | 27'd1);
  assign above_lower =
    (({2'd0, sum_lo} << 1) | 34'd1) + (({2'd0, not_other_limit_lo} << 1) | 34'd1);
  assign above_upper =
    (({3'd0, sum_17} << 1) | 20'd1) + (({2'd0, not_other_limit_hi} << 1) | 20'd1);
  assign not_same = ~({1'b0, sum_17} ^ not_other_limit_hi);
  assign from_0 = generic_s1 | from_0_s1;
  assign below_shared = shared_s1 & from_0;
  assign below_local = local_s1 & from_0;
  assign below_other = upper_s1 | (same_s1 & lower_s1);

  always @(posedge clock) begin
    if (advance) begin
      from_0_s1 <= ~(|sum_hi) & ~(|sum_top);
      shared_s1 <= ~(|past_shared) & ~above_shared[20];
      local_s1 <= ~above_local[26];
      lower_s1 <= ~above_lower[33];
      upper_s1 <= ~(|past_global) & ~above_upper[19];
      same_s1 <= ~(|past_global) & ~(|not_same);
    end
  end
endmodule
