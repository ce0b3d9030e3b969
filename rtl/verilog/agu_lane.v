// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_lane of agu 0.2.0

// One lane of the address unit: LEA, loads and stores, ADDR_ADD.
//
//     V           = {offset_hi, offset_lo}, the word of V << scale that is wanted
//     upper bits of V << 8 * scale[4:3]; base_lo ^ negated, or 0             stage 1
//     addend      = (the rest of V << scale) ^ negated                       stage 2
//     base        = base_lo + uniform_lo + the 1 of a negation; base_hi or 0 stage 2
//     sum_lo      = base + addend + carry_in                                 stage 3
//     sum_hi      = base_hi + uniform_hi + carry_lo                          stage 4
//     windows, limits, condition code                                        stage 5
//     address in its space, aligned; its bytes; of an ADDR_ADD bits 15:0     stage 6
//
// A new operand every cycle, results six cycles later; `advance` low holds every
// stage. Control that is the same for all lanes of a warp enters at the stage that
// uses it: the warp unit delays it once for all lanes. Of an access uniform_lo and uniform_hi
// are immediate and uniform registers, of an LEA 0. An access whose base is scaled has that as its
// offset and `based` low; others have no offset (`low` and `high` are 0). An ADDR_ADD is an LEA of
// scale 0 with only the low halves of its words. The 1 of a negated base is carry_in. What is one
// bit a lane goes out and comes back: the warp unit steers and finds faults for all lanes at once.
module agu_lane (
  input  wire        clock,
  // the pipeline moves on
  input  wire        advance,
  // operands, as they enter stage 1
  input  wire [31:0] base_lo,
  input  wire [31:0] base_hi,
  input  wire [31:0] offset_lo,
  input  wire [31:0] offset_hi,
  // control of the beat that enters stage 1; below has the bits of offset_lo that the
  // shift leaves below the upper word
  input  wire        low,
  input  wire        high,
  input  wire [1:0]  scale_bytes,
  input  wire        negate,
  input  wire        absolute,
  input  wire        inverts,
  input  wire        borrows,
  input  wire [31:0] below,
  input  wire        based,
  input  wire        negate_base,
  // control of the beat that enters stage 2
  input  wire [2:0]  scale_bits_s1,
  input  wire [31:0] uniform_lo_s1,
  input  wire        paired_s1,
  // control of the beat that enters stage 3
  input  wire        carry_in_s2,
  // control of the beat that enters stage 4
  input  wire [31:0] uniform_hi_s3,
  input  wire        wide_s3,
  input  wire        volta_s3,
  // control of the beat that enters stage 5, the windows, and the inverted limits,
  // aligned to its size
  input  wire        lea_s4,
  input  wire        volta_s4,
  input  wire        high_s4,
  input  wire        low_missed_s4,
  input  wire [7:0]  shared_base_lo,
  input  wire [31:0] shared_base_hi,
  input  wire [7:0]  local_base_lo,
  input  wire [31:0] local_base_hi,
  input  wire [18:0] not_shared_limit_s4,
  input  wire [24:0] not_local_limit_s4,
  input  wire [31:0] not_other_limit_lo_s4,
  input  wire [17:0] not_other_limit_hi_s4,
  // control of the beat that enters stage 6; offset_bits and bytes are 0 without an
  // access
  input  wire        narrow_s5,
  input  wire [3:0]  offset_bits_s5,
  input  wire [15:0] bytes_s5,
  input  wire        generic_s5,
  input  wire        window_s5,
  input  wire        space_0_s5,
  input  wire        space_1_s5,
  input  wire        fault_0_s5,
  input  wire        fault_1_s5,

  // base + addend + carry_in, mod 2^64; the upper word is 0 unless it is wide; of an
  // ADDR_ADD mod 2^16; the low word of an LEA is Rd
  output wire [31:0] sum_lo,
  output wire [31:0] sum_hi,
  // {OF, SF, ZF, CF}; OF, outside the shared window, from Volta on the carry, is also the
  // value of Plg
  output wire [3:0]  cc,
  // bits 48:0 of the address given out, aligned; without an access, of the sum
  output wire [31:0] address_lo,
  output wire [16:0] address_hi,
  output wire [15:0] byte_enable,
  // codes of the space and of the fault
  output wire [1:0]  space,
  output wire [1:0]  fault,
  // inside the windows
  output wire        in_shared_s5,
  output wire        in_local_s5,
  // below the limits
  output wire        below_shared_s5,
  output wire        below_local_s5,
  output wire        below_other_s5,
  output wire        misaligned_s5
);

  wire [31:0] based_mask;
  wire [31:0] negated_mask;
  wire [31:0] paired_mask;
  wire [31:0] narrow_mask;
  wire [31:0] narrowed_lo;
  wire [3:0]  block_offset;
  wire [1:0]  space_low;
  wire [1:0]  space_high;
  wire [1:0]  fault_low;
  wire [1:0]  fault_high;
  reg  [31:0] upper_s1 = 0;
  reg  [6:0]  lower_s1 = 0;
  reg         negated_s1 = 0;
  reg         increment_s1 = 0;
  reg  [31:0] base_lo_s1 = 0;
  reg  [31:0] base_hi_s1 = 0;
  reg  [31:0] addend_s2 = 0;
  reg         increment_s2 = 0;
  reg  [31:0] base_lo_s2 = 0;
  reg         base_above_s2 = 0;
  reg  [31:0] base_hi_s2 = 0;
  reg  [31:0] sum_lo_s4 = 0;
  reg  [31:0] sum_hi_s4 = 0;
  reg         carry_s4 = 0;
  reg  [31:0] sum_lo_s5 = 0;
  reg  [31:0] sum_hi_s5 = 0;
  reg  [3:0]  cc_s5 = 0;
  reg         shared_hit_s5 = 0;
  reg         local_hit_s5 = 0;
  reg  [31:0] sum_lo_s6 = 0;
  reg  [31:0] sum_hi_s6 = 0;
  reg  [3:0]  cc_s6 = 0;
  reg  [31:0] address_lo_s6 = 0;
  reg  [16:0] address_hi_s6 = 0;
  reg  [15:0] byte_enable_s6 = 0;
  reg  [1:0]  space_s6 = 0;
  reg  [1:0]  fault_s6 = 0;
  wire [31:0] shift_bytes_upper;
  wire [6:0]  shift_bytes_lower;
  wire        negation_negated;
  wire        negation_increment;
  wire [31:0] shift_bits_addend;
  wire [31:0] base_adder_sum;
  wire        base_adder_carry_out;
  wire [31:0] address_adder_sum_lo;
  wire [31:0] address_adder_sum_hi;
  wire        address_adder_carry_lo;
  wire        unused_address_adder_carry_hi;
  wire        window_compare_miss;
  wire        window_compare_in_shared;
  wire        window_compare_in_local;
  wire [3:0]  condition_code_cc;
  wire [31:0] space_address_address_lo;
  wire [16:0] space_address_address_hi;

  agu_shift_bytes shift_bytes (
    .offset_lo(offset_lo),
    .offset_hi(offset_hi),
    .low(low),
    .high(high),
    .bytes(scale_bytes),
    .upper(shift_bytes_upper),
    .lower(shift_bytes_lower)
  );

  agu_negation negation (
    .offset_lo(offset_lo),
    .negate(negate),
    .absolute(absolute),
    .inverts(inverts),
    .borrows(borrows),
    .below(below),
    .negated(negation_negated),
    .increment(negation_increment)
  );

  agu_shift_bits shift_bits (
    .upper(upper_s1),
    .lower(lower_s1),
    .invert(negated_s1),
    .bits(scale_bits_s1),
    .addend(shift_bits_addend)
  );

  agu_add_with_carry base_adder (
    .a(base_lo_s1),
    .above(increment_s1),
    .b(uniform_lo_s1),
    .carry_in(increment_s1),
    .takes_carry(1'b1),
    .sum(base_adder_sum),
    .carry_out(base_adder_carry_out)
  );

  agu_address_adder address_adder (
    .clock(clock),
    .advance(advance),
    .base_lo(base_lo_s2),
    .base_hi(base_hi_s2),
    .addend(addend_s2),
    .carry_in(carry_in_s2),
    .increment(increment_s2),
    .base_above(base_above_s2),
    .addend_hi_s1(uniform_hi_s3),
    .wide_s1(wide_s3),
    .volta_s1(volta_s3),
    .sum_lo(address_adder_sum_lo),
    .sum_hi(address_adder_sum_hi),
    .carry_lo(address_adder_carry_lo),
    .carry_hi(unused_address_adder_carry_hi)
  );

  agu_window_compare window_compare (
    .sum_lo(sum_lo_s4),
    .sum_hi(sum_hi_s4),
    .high(high_s4),
    .low_missed(low_missed_s4),
    .shared_base_lo(shared_base_lo),
    .shared_base_hi(shared_base_hi),
    .local_base_lo(local_base_lo),
    .local_base_hi(local_base_hi),
    .miss(window_compare_miss),
    .in_shared(window_compare_in_shared),
    .in_local(window_compare_in_local)
  );

  agu_condition_code condition_code (
    .result(sum_lo_s4),
    .carry(carry_s4),
    .miss(window_compare_miss),
    .volta(volta_s4),
    .lea(lea_s4),
    .cc(condition_code_cc)
  );

  agu_bounds bounds (
    .clock(clock),
    .advance(advance),
    .sum_lo(sum_lo_s4),
    .sum_hi(sum_hi_s4),
    .not_shared_limit(not_shared_limit_s4),
    .not_local_limit(not_local_limit_s4),
    .not_other_limit_lo(not_other_limit_lo_s4),
    .not_other_limit_hi(not_other_limit_hi_s4),
    .generic_s1(generic_s5),
    .below_shared(below_shared_s5),
    .below_local(below_local_s5),
    .below_other(below_other_s5)
  );

  agu_space_address space_address (
    .sum_lo(narrowed_lo),
    .sum_hi(sum_hi_s5[16:0]),
    .offset_bits(offset_bits_s5),
    .window(window_s5),
    .address_lo(space_address_address_lo),
    .address_hi(space_address_address_hi),
    .misaligned(misaligned_s5)
  );

  assign based_mask = {32{based}};
  assign negated_mask = {32{negate_base}};
  assign paired_mask = {32{paired_s1}};
  assign narrow_mask = narrow_s5 ? 32'hffff : 32'hffffffff;
  assign narrowed_lo = sum_lo_s5 & narrow_mask;
  assign block_offset = space_address_address_lo[3:0];
  assign space_low = space_0_s5 ? 2'd1 : 2'd0;
  assign space_high = space_1_s5 ? 2'd2 : 2'd0;
  assign fault_low = fault_0_s5 ? 2'd1 : 2'd0;
  assign fault_high = fault_1_s5 ? 2'd2 : 2'd0;
  assign sum_lo = sum_lo_s6;
  assign sum_hi = sum_hi_s6;
  assign cc = cc_s6;
  assign address_lo = address_lo_s6;
  assign address_hi = address_hi_s6;
  assign byte_enable = byte_enable_s6;
  assign space = space_s6;
  assign fault = fault_s6;
  assign in_shared_s5 = shared_hit_s5;
  assign in_local_s5 = local_hit_s5;

  always @(posedge clock) begin
    if (advance) begin
      // stage 1
      upper_s1 <= shift_bytes_upper;
      lower_s1 <= shift_bytes_lower;
      negated_s1 <= negation_negated;
      increment_s1 <= negation_increment;
      base_lo_s1 <= (base_lo & based_mask) ^ negated_mask;
      base_hi_s1 <= base_hi;

      // stage 2
      addend_s2 <= shift_bits_addend;
      increment_s2 <= increment_s1;
      base_lo_s2 <= base_adder_sum;
      base_above_s2 <= base_adder_carry_out;
      base_hi_s2 <= base_hi_s1 & paired_mask;

      // stage 4; stage 3 is in the adder
      sum_lo_s4 <= address_adder_sum_lo;
      sum_hi_s4 <= address_adder_sum_hi;
      carry_s4 <= address_adder_carry_lo;

      // stage 5; the comparisons with the limits are registered themselves
      sum_lo_s5 <= sum_lo_s4;
      sum_hi_s5 <= sum_hi_s4;
      cc_s5 <= condition_code_cc;
      shared_hit_s5 <= window_compare_in_shared;
      local_hit_s5 <= window_compare_in_local;

      // stage 6
      sum_lo_s6 <= narrowed_lo;
      sum_hi_s6 <= sum_hi_s5;
      cc_s6 <= cc_s5;
      address_lo_s6 <= space_address_address_lo;
      address_hi_s6 <= space_address_address_hi;
      byte_enable_s6 <= bytes_s5 << block_offset;
      space_s6 <= space_low | space_high;
      fault_s6 <= fault_low | fault_high;
    end
  end
endmodule
