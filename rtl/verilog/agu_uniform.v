// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_uniform of agu 0.2.0

// Whether all live lanes of a warp access one place.
//
//     spaces    = {some lane is in another space, in shared, in global memory}, of the beat and
//                 of the warp's beats before
//     one_space = spaces has one bit
//     first     = the ones of the first beat of the warp with a live lane
//     compares  = a lane of the beat is live, and one of the warp's beats before was
//     differing = (ones & zeros) | (compares ? ones ^ first : 0)
//     differs   = OR of the bytes of differing, of the beat and of the warp's beats before
//
// ones and zeros are the OR of those of the lanes. A bit that is a 1 in one lane and a 0 in another
// tells two addresses of a beat apart; without one, the ones are the address of each. An access is
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

  wire [2:0]  in_global;
  wire [2:0]  in_shared;
  wire [2:0]  elsewhere;
  wire [2:0]  spaces;
  wire        lives;
  wire        seen;
  wire        compares;
  wire [31:0] compare_mask;
  wire [31:0] differing_lo;
  wire [31:0] differing_hi;
  wire [7:0]  differs_now;
  reg  [2:0]  kept_spaces = 0;
  reg  [7:0]  kept_differs = 0;
  reg  [31:0] first_lo = 0;
  reg  [31:0] first_hi = 0;
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

  assign in_global = |live_global ? 3'd1 : 3'd0;
  assign in_shared = |live_shared ? 3'd2 : 3'd0;
  assign elsewhere = |(live & ~(live_shared | live_global)) ? 3'd4 : 3'd0;
  assign spaces = in_global | in_shared | elsewhere | kept_spaces;
  assign one_space = (spaces == 3'd1) | (spaces == 3'd2) | (spaces == 3'd4);
  assign lives = |live;
  assign seen = |kept_spaces;
  assign compares = lives & seen;
  assign compare_mask = {32{compares}};
  assign differing_lo =
    (fold_ones_lo_any & fold_zeros_lo_any)
    | ((fold_ones_lo_any ^ first_lo) & compare_mask);
  assign differing_hi =
    (fold_ones_hi_any & fold_zeros_hi_any)
    | ((fold_ones_hi_any ^ first_hi) & compare_mask);
  assign differs_now =
    differing_lo[7:0]
    | differing_lo[15:8]
    | differing_lo[23:16]
    | differing_lo[31:24]
    | differing_hi[7:0]
    | differing_hi[15:8]
    | differing_hi[23:16]
    | differing_hi[31:24]
    | kept_differs;
  assign differs = differs_now;

  always @(posedge clock) begin
    if (leaves) begin
      kept_spaces <= spaces;
      kept_differs <= differs_now;
      if (~seen) begin
        first_lo <= fold_ones_lo_any;
        first_hi <= fold_ones_hi_any;
      end
    end
    if ((leaves & last) | reset) begin
      kept_spaces <= 3'd0;
      kept_differs <= 8'd0;
    end
  end
endmodule
