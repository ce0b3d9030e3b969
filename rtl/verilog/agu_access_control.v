// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_access_control of agu 0.2.0

// Operands and space of a beat: the part of its control that accesses need.
//
//     by_count       = generic or global form, before Volta
//     past_count     = by_count and address_register >= register_count
//     at_zero        = not by_count and address_register is RZ
//     absolute       = access and (past_count or at_zero)
//     has_scale      = access and volta and scale != 0
//     scaled         = has_scale and not at_zero
//     based          = not absolute and not has_scale
//     paired         = access and extended and not absolute and not (volta and base_word)
//     adds_uniform   = volta and uniform_added
//     wide           = access and extended and (adds_uniform or not absolute)
//     immediate_word = the immediate, extended as at_zero says
//     sum_mask       = the bits 31:16 of the sum that past_count leaves
//
// `based` and `paired` say which words of the base are added, `scaled` that the offset, which is
// shifted, is the base. An access by count has no scale and no uniform registers, so that its count
// reaches masks alone: of the words of the base, and of an extended sign in the sum. The sum has an
// upper word where it is `wide`. The suffix of a port is the stage that holds the beat.
module agu_access_control (
  input  wire        clock,
  // the pipeline moves on
  input  wire        advance,
  // the beat that enters
  input  wire        access,
  input  wire        volta,
  input  wire        extended,
  input  wire        store,
  input  wire [2:0]  access_space,
  input  wire [7:0]  address_register,
  input  wire [4:0]  scale,
  input  wire        base_word,
  input  wire        uniform_added,
  input  wire [31:0] immediate,
  input  wire [1:0]  immediate_kind,
  input  wire [4:0]  bank,
  input  wire        steer_by_window,
  // configuration
  input  wire [7:0]  register_count,
  // the beat in stage 3, 4 is an access
  input  wire        access_s3,
  input  wire        access_s4,

  // helper lanes do not execute it: a generic or global store
  output wire        spares_helpers,
  output wire        based,
  output wire        scaled,
  output wire        adds_uniform,
  output wire [31:0] immediate_word,
  output wire [15:0] sum_mask,
  output wire        wide,
  output wire        paired_s1,
  output wire        wide_s3,
  output wire [4:0]  bank_s2,
  output wire        constant_form_s3,
  // one of these for an access, none for an LEA or a global form
  output wire        generic_s4,
  output wire        generic_s5,
  output wire        shared_form_s5,
  output wire        local_form_s5,
  output wire        constant_form_s5,
  output wire        steer_by_window_s4
);

  localparam [7:0] NO_REGISTER = 8'hff;

  wire       by_count;
  wire       past_count;
  wire       at_zero;
  wire       absolute;
  wire       volta_access;
  wire       has_scale;
  wire       is_uniform;
  wire       is_wide;
  wire       spared_form;
  wire       is_generic;
  reg        paired_at_s1 = 0;
  reg        wide_at_s1 = 0;
  reg        wide_at_s2 = 0;
  reg        wide_at_s3 = 0;
  reg  [2:0] space_at_s1 = 0;
  reg  [2:0] space_at_s2 = 0;
  reg  [2:0] space_at_s3 = 0;
  reg  [2:0] space_at_s4 = 0;
  reg  [4:0] bank_at_s1 = 0;
  reg  [4:0] bank_at_s2 = 0;
  reg        steer_at_s1 = 0;
  reg        steer_at_s2 = 0;
  reg        steer_at_s3 = 0;
  reg        steer_at_s4 = 0;
  reg        shared_at_s5 = 0;
  reg        local_memory_at_s5 = 0;
  reg        generic_at_s5 = 0;
  reg        constant_at_s5 = 0;

  agu_immediate_extension extension (
    .immediate(immediate),
    .kind(immediate_kind),
    .at_zero(at_zero),
    .past_count(past_count),
    .extended(immediate_word),
    .sum_mask(sum_mask)
  );

  // what enters
  assign spared_form = (access_space == 3'd0) | (access_space == 3'd1);
  assign by_count = spared_form & ~volta;
  assign past_count = by_count & (address_register >= register_count);
  assign at_zero = ~by_count & (address_register == NO_REGISTER);
  assign absolute = access & (past_count | at_zero);
  assign volta_access = access & volta;
  assign has_scale = volta_access & (|scale);
  assign scaled = has_scale & ~at_zero;
  assign based = ~absolute & ~has_scale;
  assign is_uniform = volta & uniform_added;
  assign adds_uniform = is_uniform;
  assign is_wide = access & extended & (is_uniform | ~absolute);
  assign wide = is_wide;
  assign spares_helpers = access & store & spared_form;
  assign is_generic = access_s4 & (space_at_s4 == 3'd0);

  // what leaves
  assign paired_s1 = paired_at_s1;
  assign wide_s3 = wide_at_s3;
  assign bank_s2 = bank_at_s2;
  assign constant_form_s3 = access_s3 & (space_at_s3 == 3'd4);
  assign generic_s4 = is_generic;
  assign generic_s5 = generic_at_s5;
  assign shared_form_s5 = shared_at_s5;
  assign local_form_s5 = local_memory_at_s5;
  assign constant_form_s5 = constant_at_s5;
  assign steer_by_window_s4 = steer_at_s4;

  always @(posedge clock) begin
    if (advance) begin
      // stage 1
      paired_at_s1 <= access & extended & ~absolute & ~(volta & base_word);
      wide_at_s1 <= is_wide;
      space_at_s1 <= access_space;
      bank_at_s1 <= bank;
      steer_at_s1 <= steer_by_window;

      // stage 2
      wide_at_s2 <= wide_at_s1;
      space_at_s2 <= space_at_s1;
      bank_at_s2 <= bank_at_s1;
      steer_at_s2 <= steer_at_s1;

      // stage 3
      wide_at_s3 <= wide_at_s2;
      space_at_s3 <= space_at_s2;
      steer_at_s3 <= steer_at_s2;

      // stage 4
      space_at_s4 <= space_at_s3;
      steer_at_s4 <= steer_at_s3;

      // stage 5
      generic_at_s5 <= is_generic;
      shared_at_s5 <= access_s4 & (space_at_s4 == 3'd2);
      local_memory_at_s5 <= access_s4 & (space_at_s4 == 3'd3);
      constant_at_s5 <= access_s4 & (space_at_s4 == 3'd4);
    end
  end
endmodule
