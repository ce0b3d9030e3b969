// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_uniform of agu 0.2.0

// Whether all live lanes of a warp access one place.
//
//     ones      = OR of the lanes' ones  | those of the warp's beats before
//     zeros     = OR of the lanes' zeros | those of the warp's beats before
//     spaces    = {some lane is in another space, in shared, in global memory}, likewise
//     one_space = spaces has one bit
//     differs   = OR of the bytes of ones & zeros
//
// A bit that is a 1 in one lane and a 0 in another tells two addresses apart: an access is
// uniform where `one_space` is high and `differs` is 0, which the result port works out, so
// that no path goes through all of it. Local memory and the constant banks share one bit: no
// warp reaches both. Combinational; what a beat leaves to the later ones is kept at the clock
// edge where `leaves` is high. The last beat of a warp, and reset, leave nothing.
module agu_uniform (
  input  wire          clock,
  input  wire          reset,
  // a beat, no bubble, goes at this edge
  input  wire          leaves,
  // the beat is the last of its warp
  input  wire          last,
  // one bit a lane: accesses memory, shared memory, global memory
  input  wire [31:0]   live,
  input  wire [31:0]   live_shared,
  input  wire [31:0]   live_global,
  // 32 bits a lane: bits of a live lane's address that are 1, that are 0
  input  wire [1023:0] ones_lo,
  input  wire [1023:0] ones_hi,
  input  wire [1023:0] zeros_lo,
  input  wire [1023:0] zeros_hi,
  output wire          one_space,
  output wire [7:0]    differs
);

  wire [31:0] all_ones_lo;
  wire [31:0] all_ones_hi;
  wire [31:0] all_zeros_lo;
  wire [31:0] all_zeros_hi;
  wire [2:0]  in_global;
  wire [2:0]  in_shared;
  wire [2:0]  elsewhere;
  wire [2:0]  spaces;
  wire [31:0] differs_lo;
  wire [16:0] ones_upper;
  wire [16:0] zeros_upper;
  wire [16:0] differs_hi;
  wire [0:0]  differs_top;
  reg  [31:0] kept_ones_lo = 0;
  reg  [31:0] kept_ones_hi = 0;
  reg  [31:0] kept_zeros_lo = 0;
  reg  [31:0] kept_zeros_hi = 0;
  reg  [2:0]  kept_spaces = 0;
  wire [31:0] fold_ones_lo_any;
  wire [31:0] fold_ones_hi_any;
  wire [31:0] fold_zeros_lo_any;
  wire [31:0] fold_zeros_hi_any;

  agu_or_fold fold_ones_lo (
    .words(ones_lo),
    .any(fold_ones_lo_any)
  );

  agu_or_fold fold_ones_hi (
    .words(ones_hi),
    .any(fold_ones_hi_any)
  );

  agu_or_fold fold_zeros_lo (
    .words(zeros_lo),
    .any(fold_zeros_lo_any)
  );

  agu_or_fold fold_zeros_hi (
    .words(zeros_hi),
    .any(fold_zeros_hi_any)
  );

  assign all_ones_lo = fold_ones_lo_any | kept_ones_lo;
  assign all_ones_hi = fold_ones_hi_any | kept_ones_hi;
  assign all_zeros_lo = fold_zeros_lo_any | kept_zeros_lo;
  assign all_zeros_hi = fold_zeros_hi_any | kept_zeros_hi;
  assign in_global = |live_global ? 3'd1 : 3'd0;
  assign in_shared = |live_shared ? 3'd2 : 3'd0;
  assign elsewhere = |(live & ~(live_shared | live_global)) ? 3'd4 : 3'd0;
  assign spaces = in_global | in_shared | elsewhere | kept_spaces;
  assign one_space = (spaces == 3'd1) | (spaces == 3'd2) | (spaces == 3'd4);
  assign differs_lo = all_ones_lo & all_zeros_lo;
  assign ones_upper = all_ones_hi[16:0];
  assign zeros_upper = all_zeros_hi[16:0];
  assign differs_hi = ones_upper & zeros_upper;
  assign differs_top = differs_hi[16:16];
  assign differs =
    differs_lo[7:0]
    | differs_lo[15:8]
    | differs_lo[23:16]
    | differs_lo[31:24]
    | differs_hi[7:0]
    | differs_hi[15:8]
    | {7'd0, differs_top};

  always @(posedge clock) begin
    if (leaves) begin
      kept_ones_lo <= all_ones_lo;
      kept_ones_hi <= all_ones_hi;
      kept_zeros_lo <= all_zeros_lo;
      kept_zeros_hi <= all_zeros_hi;
      kept_spaces <= spaces;
    end
    if ((leaves & last) | reset) begin
      kept_ones_lo <= 32'd0;
      kept_ones_hi <= 32'd0;
      kept_zeros_lo <= 32'd0;
      kept_zeros_hi <= 32'd0;
      kept_spaces <= 3'd0;
    end
  end
endmodule
