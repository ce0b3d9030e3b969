// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_uniform_adder of agu 0.2.0

// The part of an address that is the same in all lanes: uniform registers plus immediate.
//
//     U              = adds_uniform ? uniform_base : 0
//     sum_lo_s1      = access ? (U + immediate) mod 2^32 & {sum_mask, 0xffff} : 0
//     sum_hi_s3      = wide ? bits 63:32 of U + sext64(immediate) : 0
//
// Added once for all lanes. The lower word is there after stage 1, where a lane adds it to its
// base. The upper one is added in stage 2, and waits until a lane has the carry of its own lower
// word. `advance` low holds all stages.
module agu_uniform_adder (
  input  wire        clock,
  // the pipeline moves on
  input  wire        advance,
  // the beat that enters is an access
  input  wire        access,
  input  wire [63:0] uniform_base,
  input  wire        adds_uniform,
  // the extended immediate, 32 bits
  input  wire [31:0] immediate,
  // bits 31:16 of the lower word that stay
  input  wire [15:0] sum_mask,
  // of an access: the address has an upper word
  input  wire        wide,
  output wire [31:0] sum_lo_s1,
  output wire [31:0] sum_hi_s3
);

  localparam [31:0] LOWER_HALF = 32'hffff;

  wire        adds_upper;
  wire [31:0] lower_mask;
  wire [31:0] lower;
  wire [31:0] upper;
  wire [31:0] fill_mask;
  wire [31:0] kept;
  reg  [31:0] sum_lo_at_s1 = 0;
  reg  [31:0] upper_at_s1 = 0;
  reg  [15:0] mask_at_s1 = 0;
  reg         carry_at_s1 = 0;
  reg         fill_at_s1 = 0;
  reg  [31:0] sum_hi_at_s2 = 0;
  reg  [31:0] sum_hi_at_s3 = 0;
  wire [31:0] add_lo_sum;
  wire        add_lo_carry_out;
  wire [31:0] add_hi_sum;
  wire        unused_add_hi_carry_out;

  agu_add_with_carry add_lo (
    .a(lower & lower_mask),
    .above(1'b0),
    .b(immediate),
    .carry_in(1'b0),
    .takes_carry(1'b0),
    .sum(add_lo_sum),
    .carry_out(add_lo_carry_out)
  );

  agu_add_with_carry add_hi (
    .a(upper_at_s1),
    .above(1'b0),
    .b(fill_mask),
    .carry_in(carry_at_s1),
    .takes_carry(1'b1),
    .sum(add_hi_sum),
    .carry_out(unused_add_hi_carry_out)
  );

  assign adds_upper = adds_uniform & wide;
  assign lower_mask = {32{adds_uniform}};
  assign lower = uniform_base[31:0];
  assign upper = uniform_base[63:32];
  assign fill_mask = {32{fill_at_s1}};
  assign kept = ({16'd0, mask_at_s1} << 16) | LOWER_HALF;
  assign sum_lo_s1 = sum_lo_at_s1 & kept;
  assign sum_hi_s3 = sum_hi_at_s3;

  always @(posedge clock) begin
    if (advance) begin
      // stage 1
      sum_lo_at_s1 <= add_lo_sum;
      mask_at_s1 <= sum_mask;
      if (~access) begin
        sum_lo_at_s1 <= 32'd0;
      end
      upper_at_s1 <= upper;
      if (~adds_upper) begin
        upper_at_s1 <= 32'd0;
      end
      carry_at_s1 <= add_lo_carry_out & wide;
      fill_at_s1 <= immediate[31] & wide;

      // stage 2
      sum_hi_at_s2 <= add_hi_sum;

      // stage 3
      sum_hi_at_s3 <= sum_hi_at_s2;
    end
  end
endmodule
