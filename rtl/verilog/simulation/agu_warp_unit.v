// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_warp_unit of agu 0.2.0

// The warp unit: LANES lanes that work through a 32-lane warp in 32/LANES beats.
//
//     accepted = request_valid and request_ready
//     advance  = nothing is held beside the result port
//
// A new beat every cycle; a beat that is accepted at one clock edge is at the
// result port after the sixth edge that follows, in order. The port is a skid buffer: a
// result that is not taken stops the stages one cycle later (`advance` low), and what leaves
// the last of them meanwhile is held beside the port. So no input reaches the stages'
// enables, and `request_ready` depends on registers and `config_valid`. Lane i of beat b is
// lane b*LANES + i of the warp; control is given with every beat and must be the same in all
// beats of a warp.
//
// Configuration registers are written through the `config_` port. A write is taken
// when no beat is in the unit and no warp is half inside; while one waits, no new warp
// is accepted, so it takes effect between warps and never inside one.
//
// Reset is synchronous, empties the unit and restores the configuration's defaults.
module agu_warp_unit #(parameter LANES = 8) (
  input  wire                clock,
  // synchronous, active high
  input  wire                reset,

  // configuration write port
  input  wire                config_valid,
  output wire                config_ready,
  input  wire [5:0]          config_address,
  input  wire [63:0]         config_data,

  // one beat of a warp
  input  wire                request_valid,
  output wire                request_ready,
  // a load or a store, else an LEA or an ADDR_ADD; a MOV is an LEA without offset
  input  wire                access,
  // an LEA or an access of a part from Volta on
  input  wire                volta,
  // .X of an LEA: CC.CF is added, CC.OF takes part in the window test; with volta Pc is
  // added, and negations are inversions; .E of an access: the base is a register pair
  input  wire                extended,
  // lane l executes only where bit l mod 4 is set
  input  wire [3:0]          lane_mask,
  // register that an LEA writes, 255 (RZ) is none; data register of an access; address
  // variable of an ADDR_ADD
  input  wire [15:0]         destination,

  // LEA.HI, else LEA.LO
  input  wire                high,
  // the offset is negated
  input  wire                negate,
  // with volta: the base is negated
  input  wire                negate_base,
  // left shift of the offset, 0 to 31; with volta also of the base of an access, 0 or 2 to 4
  input  wire [4:0]          scale,
  // .CC: the condition code is written
  input  wire                write_cc,
  // predicate that is written; 7 (PT) is none
  input  wire [2:0]          predicate,

  // a store, else a load
  input  wire                store,
  // 0 generic, 1 global, 2 shared, 3 local, 4 constant
  input  wire [2:0]          access_space,
  // 0, 1: 1 byte; 2, 3: 2 bytes; 4: 4; 5: 8; 6, 7: 16
  input  wire [2:0]          access_size,
  // number of the base register; 255 (RZ) is none
  input  wire [7:0]          address_register,
  // with volta and extended: the base is Ra alone
  input  wire                base_word,
  // with volta: uniform_base is added
  input  wire                uniform_added,
  // uniform registers {UR+1, UR} of an address
  input  wire [63:0]         uniform_base,
  // raw field, zero-extended
  input  wire [31:0]         immediate,
  // 0: 32 bits; 1: 24 bits; 2: 16 bits, unsigned; 3: 16 bits
  input  wire [1:0]          immediate_kind,
  // constant bank
  input  wire [4:0]          bank,
  // the window compare steers, not steering_mask
  input  wire                steer_by_window,

  // an ADDR_ADD: channel i is lane i; neither masks nor any other control but negate
  // count
  input  wire                address_add,
  // the offset is a signed number whose magnitude counts, before negate
  input  wire                absolute,
  // log2 of the number of channels, 0 to 5; others have none
  input  wire [2:0]          exec_size,
  // M1 to M8 in bits 2:0, NoMask in bit 3
  input  wire [3:0]          channel_mask,
  // EM of the whole warp, one bit a channel
  input  wire [31:0]         execution_mask,
  // element of the address variable that channel 0 writes
  input  wire [4:0]          element,

  // one bit a lane: takes part at all
  input  wire [LANES-1:0]    active_mask,
  // one bit a lane: the guard predicate holds
  input  wire [LANES-1:0]    guard_mask,
  // one bit a lane: performs no generic or global store
  input  wire [LANES-1:0]    helper_mask,
  // one bit a lane: Plg, which steers a generic access away from shared memory
  input  wire [LANES-1:0]    steering_mask,
  // one bit a lane: CC.CF, with volta Pc, and CC.OF before the instruction
  input  wire [LANES-1:0]    carry_in,
  input  wire [LANES-1:0]    overflow_in,
  // 32 bits a lane; LEA: base is {0, Sb}, offset is {Rc, Ra}; access: base is {Ra+1, Ra},
  // and where it has a scale the offset is Ra; ADDR_ADD: bits 15:0 of base_lo are src0, of
  // offset_lo src1
  input  wire [32*LANES-1:0] base_lo,
  input  wire [32*LANES-1:0] base_hi,
  input  wire [32*LANES-1:0] offset_lo,
  input  wire [32*LANES-1:0] offset_hi,

  // one beat of results
  output wire                result_valid,
  input  wire                result_ready,
  // number of the beat in its warp
  output wire [4:0]          result_beat,
  output wire                result_last,
  output wire                result_access,
  output wire                result_address_add,
  output wire                result_store,
  output wire [2:0]          result_size,
  output wire [2:0]          result_predicate,
  output wire [15:0]         result_destination,
  output wire [4:0]          result_element,
  // one bit a lane: the lane writes Rd, or its element of the address variable; the
  // predicate; CC; 0 for an access
  output wire [LANES-1:0]    rd_write,
  output wire [LANES-1:0]    predicate_write,
  output wire [LANES-1:0]    cc_write,
  // one bit a lane: the lane executes
  output wire [LANES-1:0]    execute_mask,
  // one bit a lane of an access: accesses memory, accesses shared memory
  output wire [LANES-1:0]    live_mask,
  output wire [LANES-1:0]    shared_mask,
  // one bit a lane of an access: faults, was misaligned
  output wire [LANES-1:0]    fault_mask,
  output wire [LANES-1:0]    misaligned_mask,
  // of the warp up to this beat: all lanes that access memory access one place
  output wire                uniform,
  // of the warp up to this beat: the lowest lane that faults
  output wire                fault_valid,
  output wire [4:0]          fault_lane,
  // 32 bits a lane: an LEA's base + addend + carry, sum_lo is Rd; an access's address
  // before alignment; an ADDR_ADD's sum in bits 15:0 of sum_lo
  output wire [32*LANES-1:0] sum_lo,
  output wire [32*LANES-1:0] sum_hi,
  // 4 bits a lane: {OF, SF, ZF, CF}; OF, outside the shared window, is also the
  // value of Plg; with volta it is the carry, Pd
  output reg  [4*LANES-1:0]  cc,
  // 32 bits a lane: the address given out, aligned
  output wire [32*LANES-1:0] address_lo,
  output reg  [17*LANES-1:0] address_hi,
  // 16 bits a lane: bytes of the aligned 16-byte block
  output reg  [16*LANES-1:0] byte_enable,
  // 2 bits a lane: 0 global, 1 shared, 2 local, 3 constant
  output reg  [2*LANES-1:0]  space,
  // 2 bits a lane: 0 none, 1 OutsideWindow, 2 OutsideAllocation, 3 Misaligned
  output reg  [2*LANES-1:0]  fault,
  // 8 bits a lane: `address[9:2]`
  output reg  [8*LANES-1:0]  lock_index,
  // one bit a lane: the lane accesses global memory
  output wire [LANES-1:0]    global_mask,
  // 32 bits a lane: `address[38:7]`; `address[48:39]`; `address[23:2]`
  output wire [32*LANES-1:0] line,
  output wire [32*LANES-1:0] top,
  output wire [32*LANES-1:0] word
);

  generate
    if (LANES != 1 && LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : refused
      LANES_must_be_1_2_4_8_16_or_32 lanes ();
    end
  endgenerate

  localparam       LOG2_LANES = $clog2(LANES);
  localparam [4:0] LAST_BEAT = 5'h1f >> LOG2_LANES;
  // log2 of the number of lanes
  localparam [2:0] LANE_BITS = LOG2_LANES[2:0];

  wire                accepted;
  wire                advance;
  wire                idle;
  wire                low;
  wire [4:0]          first_lane;
  // channels from the first of the beat on; those behind its last are of no use here
  wire [31:0]         enabled_rest_unused;
  wire [3:0]          offset_bits_s5;
  wire [15:0]         bytes_s5;
  wire [LANES-1:0]    in_shared;
  wire [LANES-1:0]    in_local;
  wire [LANES-1:0]    below_shared;
  wire [LANES-1:0]    below_local;
  wire [LANES-1:0]    below_other;
  wire [LANES-1:0]    misaligned;
  wire [32*LANES-1:0] ones_lo;
  wire [32*LANES-1:0] ones_hi;
  wire [32*LANES-1:0] zeros_lo;
  wire [32*LANES-1:0] zeros_hi;
  wire [LANES-1:0]    live_shared;
  wire [LANES-1:0]    live_global;
  wire                last_s6;
  wire                beat_leaves;
  reg  [4:0]          next_beat = 0;
  reg  [LANES-1:0]    live_s6 = 0;
  reg  [LANES-1:0]    is_shared_s6 = 0;
  reg  [LANES-1:0]    is_global_s6 = 0;
  reg  [LANES-1:0]    faulted_s6 = 0;
  reg  [LANES-1:0]    misaligned_s6 = 0;
  wire [LANES-1:0]    lane_carry_in_s2;
  wire [LANES-1:0]    lane_low_missed_s4;
  wire [LANES-1:0]    lane_window_s5;
  wire [LANES-1:0]    lane_space_0_s5;
  wire [LANES-1:0]    lane_space_1_s5;
  wire [LANES-1:0]    lane_fault_0_s5;
  wire [LANES-1:0]    lane_fault_1_s5;
  wire [32*LANES-1:0] lane_sum_lo;
  wire [32*LANES-1:0] lane_sum_hi;
  wire [32*LANES-1:0] lane_cc;
  wire [32*LANES-1:0] lane_address_lo;
  wire [32*LANES-1:0] lane_address_hi;
  wire [32*LANES-1:0] lane_byte_enable;
  wire [32*LANES-1:0] lane_space;
  wire [32*LANES-1:0] lane_fault;
  wire [LANES-1:0]    lane_in_shared_s5;
  wire [LANES-1:0]    lane_in_local_s5;
  wire [LANES-1:0]    lane_below_shared_s5;
  wire [LANES-1:0]    lane_below_local_s5;
  wire [LANES-1:0]    lane_below_other_s5;
  wire [LANES-1:0]    lane_misaligned_s5;
  wire [31:0]         lane_based_mask;
  wire [31:0]         lane_negated_mask;
  wire [31:0]         lane_paired_mask;
  wire [31:0]         lane_narrow_mask;
  reg  [32*LANES-1:0] lane_narrowed_lo;
  reg  [32*LANES-1:0] lane_upper_s1 = 0;
  reg  [32*LANES-1:0] lane_lower_s1 = 0;
  reg  [LANES-1:0]    lane_negated_s1 = 0;
  reg  [LANES-1:0]    lane_increment_s1 = 0;
  reg  [32*LANES-1:0] lane_base_lo_s1 = 0;
  reg  [32*LANES-1:0] lane_base_hi_s1 = 0;
  reg  [32*LANES-1:0] lane_addend_s2 = 0;
  reg  [LANES-1:0]    lane_increment_s2 = 0;
  reg  [32*LANES-1:0] lane_base_lo_s2 = 0;
  reg  [LANES-1:0]    lane_base_above_s2 = 0;
  reg  [32*LANES-1:0] lane_base_hi_s2 = 0;
  reg  [32*LANES-1:0] lane_sum_lo_s4 = 0;
  reg  [32*LANES-1:0] lane_sum_hi_s4 = 0;
  reg  [LANES-1:0]    lane_carry_s4 = 0;
  reg  [32*LANES-1:0] lane_sum_lo_s5 = 0;
  reg  [32*LANES-1:0] lane_sum_hi_s5 = 0;
  reg  [32*LANES-1:0] lane_cc_s5 = 0;
  reg  [LANES-1:0]    lane_shared_hit_s5 = 0;
  reg  [LANES-1:0]    lane_local_hit_s5 = 0;
  reg  [32*LANES-1:0] lane_sum_lo_s6 = 0;
  reg  [32*LANES-1:0] lane_sum_hi_s6 = 0;
  reg  [32*LANES-1:0] lane_cc_s6 = 0;
  reg  [32*LANES-1:0] lane_address_lo_s6 = 0;
  reg  [32*LANES-1:0] lane_address_hi_s6 = 0;
  reg  [32*LANES-1:0] lane_byte_enable_s6 = 0;
  reg  [32*LANES-1:0] lane_space_s6 = 0;
  reg  [32*LANES-1:0] lane_fault_s6 = 0;
  wire [31:0]         lane_shift_bytes_low_mask;
  wire [31:0]         lane_shift_bytes_high_mask;
  wire [4:0]          lane_shift_bytes_shift;
  wire                lane_base_adder_takes_carry;
  wire [0:0]          lane_base_adder_takes_bit;
  wire [32*LANES-1:0] lane_address_adder_sum_lo;
  wire [LANES-1:0]    lane_address_adder_carry_lo;
  reg  [32*LANES-1:0] lane_address_adder_sum_lo_s1 = 0;
  reg  [LANES-1:0]    lane_address_adder_carry_s1 = 0;
  reg  [LANES-1:0]    lane_address_adder_void_s1 = 0;
  reg  [32*LANES-1:0] lane_address_adder_base_hi_s1 = 0;
  wire [LANES-1:0]    lane_address_adder_add_lo_above;
  wire                lane_address_adder_add_lo_takes_carry;
  wire [0:0]          lane_address_adder_add_lo_takes_bit;
  wire                lane_address_adder_add_hi_above;
  wire [0:0]          lane_address_adder_add_hi_takes_bit;
  wire [0:0]          lane_address_adder_add_hi_above_bit;
  wire [3:0]          lane_condition_code_lea_mask;
  wire [LANES-1:0]    lane_bounds_below_shared;
  wire [LANES-1:0]    lane_bounds_below_local;
  wire [LANES-1:0]    lane_bounds_below_other;
  wire [LANES-1:0]    lane_bounds_from_0;
  reg  [LANES-1:0]    lane_bounds_from_0_s1 = 0;
  reg  [LANES-1:0]    lane_bounds_shared_s1 = 0;
  reg  [LANES-1:0]    lane_bounds_local_s1 = 0;
  reg  [LANES-1:0]    lane_bounds_lower_s1 = 0;
  reg  [LANES-1:0]    lane_bounds_upper_s1 = 0;
  reg  [LANES-1:0]    lane_bounds_same_s1 = 0;
  reg  [LANES-1:0]    lane_space_address_misaligned;
  wire [LANES-1:0]    uniform_key_live;
  reg  [32*LANES-1:0] uniform_key_ones_lo;
  reg  [32*LANES-1:0] uniform_key_ones_hi;
  reg  [32*LANES-1:0] uniform_key_zeros_lo;
  reg  [32*LANES-1:0] uniform_key_zeros_hi;
  reg  [32*LANES-1:0] result_lane_line;
  reg  [32*LANES-1:0] result_lane_top;
  reg  [32*LANES-1:0] result_lane_word;
  wire [32*LANES-1:0] result_lane_sum_lo;
  wire [32*LANES-1:0] result_lane_sum_hi;
  wire [32*LANES-1:0] result_lane_cc;
  wire [32*LANES-1:0] result_lane_address_lo;
  wire [32*LANES-1:0] result_lane_address_hi;
  wire [32*LANES-1:0] result_lane_byte_enable;
  wire [32*LANES-1:0] result_lane_space;
  wire [32*LANES-1:0] result_lane_fault;
  reg  [32*LANES-1:0] result_lane_sum_lo_held = 0;
  reg  [32*LANES-1:0] result_lane_sum_hi_held = 0;
  reg  [32*LANES-1:0] result_lane_cc_held = 0;
  reg  [32*LANES-1:0] result_lane_address_lo_held = 0;
  reg  [32*LANES-1:0] result_lane_address_hi_held = 0;
  reg  [32*LANES-1:0] result_lane_byte_enable_held = 0;
  reg  [32*LANES-1:0] result_lane_space_held = 0;
  reg  [32*LANES-1:0] result_lane_fault_held = 0;
  reg  [32*LANES-1:0] result_lane_sum_lo_s7 = 0;
  reg  [32*LANES-1:0] result_lane_sum_hi_s7 = 0;
  reg  [32*LANES-1:0] result_lane_cc_s7 = 0;
  reg  [32*LANES-1:0] result_lane_address_lo_s7 = 0;
  reg  [32*LANES-1:0] result_lane_address_hi_s7 = 0;
  reg  [32*LANES-1:0] result_lane_byte_enable_s7 = 0;
  reg  [32*LANES-1:0] result_lane_space_s7 = 0;
  reg  [32*LANES-1:0] result_lane_fault_s7 = 0;
  wire [32*LANES-1:0] lane_base_hi_s1_next;
  wire [LANES-1:0]    lane_increment_s2_next;
  wire [32*LANES-1:0] lane_sum_lo_s4_next;
  wire [LANES-1:0]    lane_carry_s4_next;
  wire [32*LANES-1:0] lane_sum_lo_s5_next;
  wire [32*LANES-1:0] lane_sum_hi_s5_next;
  wire [32*LANES-1:0] lane_sum_lo_s6_next;
  wire [32*LANES-1:0] lane_sum_hi_s6_next;
  wire [32*LANES-1:0] lane_cc_s6_next;
  wire [32*LANES-1:0] lane_address_adder_base_hi_s1_next;
  wire [32*LANES-1:0] result_lane_sum_lo_held_next;
  wire [32*LANES-1:0] result_lane_sum_hi_held_next;
  wire [32*LANES-1:0] result_lane_cc_held_next;
  wire [32*LANES-1:0] result_lane_address_lo_held_next;
  wire [32*LANES-1:0] result_lane_address_hi_held_next;
  wire [32*LANES-1:0] result_lane_byte_enable_held_next;
  wire [32*LANES-1:0] result_lane_space_held_next;
  wire [32*LANES-1:0] result_lane_fault_held_next;
  wire [32*LANES-1:0] result_lane_sum_lo_s7_next;
  wire [32*LANES-1:0] result_lane_sum_hi_s7_next;
  wire [32*LANES-1:0] result_lane_cc_s7_next;
  wire [32*LANES-1:0] result_lane_address_lo_s7_next;
  wire [32*LANES-1:0] result_lane_address_hi_s7_next;
  wire [32*LANES-1:0] result_lane_byte_enable_s7_next;
  wire [32*LANES-1:0] result_lane_space_s7_next;
  wire [32*LANES-1:0] result_lane_fault_s7_next;
  wire [32*LANES-1:0] result_lane_sum_lo_s7_next_2;
  wire [32*LANES-1:0] result_lane_sum_hi_s7_next_2;
  wire [32*LANES-1:0] result_lane_cc_s7_next_2;
  wire [32*LANES-1:0] result_lane_address_lo_s7_next_2;
  wire [32*LANES-1:0] result_lane_address_hi_s7_next_2;
  wire [32*LANES-1:0] result_lane_byte_enable_s7_next_2;
  wire [32*LANES-1:0] result_lane_space_s7_next_2;
  wire [32*LANES-1:0] result_lane_fault_s7_next_2;
  wire [7:0]          configuration_shared_base_lo;
  wire [31:0]         configuration_shared_base_hi;
  wire [7:0]          configuration_local_base_lo;
  wire [31:0]         configuration_local_base_hi;
  wire [18:0]         configuration_shared_size;
  wire [24:0]         configuration_local_size;
  wire [49:0]         configuration_global_limit;
  wire [31:0]         configuration_const_size;
  wire [7:0]          configuration_register_count;
  wire                configuration_misaligned_is_error;
  wire                beat_control_lea;
  wire                beat_control_lea_high;
  wire                beat_control_low;
  wire                beat_control_negates;
  wire                beat_control_inverts;
  wire                beat_control_borrows;
  wire                beat_control_takes_magnitude;
  wire                beat_control_negates_base;
  wire                beat_control_increments_base;
  wire [1:0]          beat_control_scale_bytes;
  wire [31:0]         beat_control_below;
  wire                beat_control_occupied;
  wire [2:0]          beat_control_scale_bits_s1;
  wire                beat_control_access_s3;
  wire                beat_control_volta_s3;
  wire [2:0]          beat_control_size_s3;
  wire                beat_control_lea_s4;
  wire                beat_control_volta_s4;
  wire                beat_control_high_s4;
  wire                beat_control_access_s4;
  wire                beat_control_access_s5;
  wire                beat_control_address_add_s5;
  wire [2:0]          beat_control_size_s5;
  wire                beat_control_writes_rd_s5;
  wire                beat_control_writes_predicate_s5;
  wire                beat_control_writes_cc_s5;
  wire                beat_control_valid_s6;
  wire [4:0]          beat_control_beat_s6;
  wire                beat_control_access_s6;
  wire [34:0]         beat_control_tag_s6;
  wire                access_control_spares_helpers;
  wire                access_control_based;
  wire                access_control_scaled;
  wire                access_control_adds_uniform;
  wire [31:0]         access_control_immediate_word;
  wire [15:0]         access_control_sum_mask;
  wire                access_control_wide;
  wire                access_control_paired_s1;
  wire                access_control_wide_s3;
  wire [4:0]          access_control_bank_s2;
  wire                access_control_constant_form_s3;
  wire                access_control_generic_s4;
  wire                access_control_generic_s5;
  wire                access_control_shared_form_s5;
  wire                access_control_local_form_s5;
  wire                access_control_constant_form_s5;
  wire                access_control_steer_by_window_s4;
  wire [31:0]         uniform_adder_sum_lo_s1;
  wire [31:0]         uniform_adder_sum_hi_s3;
  wire [LANES-1:0]    lane_masks_carry_in_s2;
  wire [LANES-1:0]    lane_masks_low_missed_s4;
  wire [LANES-1:0]    lane_masks_may_be_shared_s5;
  wire [LANES-1:0]    lane_masks_may_be_local_s5;
  wire [LANES-1:0]    lane_masks_access_execute_s5;
  wire [LANES-1:0]    lane_masks_execute_s6;
  wire [LANES-1:0]    lane_masks_rd_write_s6;
  wire [LANES-1:0]    lane_masks_predicate_write_s6;
  wire [LANES-1:0]    lane_masks_cc_write_s6;
  wire [3:0]          size_s3_offset_bits;
  wire [15:0]         unused_size_s3_bytes;
  wire [18:0]         limits_not_shared_limit;
  wire [24:0]         limits_not_local_limit;
  wire [31:0]         limits_not_other_limit_lo;
  wire [17:0]         limits_not_other_limit_hi;
  wire [LANES-1:0]    space_steering_shared;
  wire [LANES-1:0]    space_steering_local_memory;
  wire [LANES-1:0]    space_steering_window;
  wire [LANES-1:0]    space_steering_outside;
  wire [LANES-1:0]    space_steering_space_0;
  wire [LANES-1:0]    space_steering_space_1;
  wire [3:0]          size_s5_offset_bits;
  wire [15:0]         size_s5_bytes;
  wire [LANES-1:0]    fault_decision_fault_0;
  wire [LANES-1:0]    fault_decision_fault_1;
  wire [LANES-1:0]    fault_decision_faulted;
  wire [LANES-1:0]    fault_decision_live;
  wire                uniform_place_one_space;
  wire [7:0]          uniform_place_differs;
  wire                first_fault_fault_valid;
  wire [4:0]          first_fault_fault_lane;
  wire                skid_buffer_out_valid;
  wire                skid_buffer_load;
  wire                skid_buffer_held;

  agu_configuration configuration (
    .clock(clock),
    .reset(reset),
    .write(config_valid & idle),
    .address(config_address),
    .data(config_data),
    .advance(advance),
    .bank(access_control_bank_s2),
    .shared_base_lo(configuration_shared_base_lo),
    .shared_base_hi(configuration_shared_base_hi),
    .local_base_lo(configuration_local_base_lo),
    .local_base_hi(configuration_local_base_hi),
    .shared_size(configuration_shared_size),
    .local_size(configuration_local_size),
    .global_limit(configuration_global_limit),
    .const_size(configuration_const_size),
    .register_count(configuration_register_count),
    .misaligned_is_error(configuration_misaligned_is_error)
  );

  agu_beat_control beat_control (
    .clock(clock),
    .reset(reset),
    .advance(advance),
    .accepted(accepted),
    .beat(next_beat),
    .access(access),
    .volta(volta),
    .extended(extended),
    .address_add(address_add),
    .store(store),
    .size(access_size),
    .destination(destination),
    .element(element),
    .predicate(predicate),
    .write_cc(write_cc),
    .high(high),
    .negate(negate),
    .negate_base(negate_base),
    .absolute(absolute),
    .scale(scale),
    .lea(beat_control_lea),
    .lea_high(beat_control_lea_high),
    .low(beat_control_low),
    .negates(beat_control_negates),
    .inverts(beat_control_inverts),
    .borrows(beat_control_borrows),
    .takes_magnitude(beat_control_takes_magnitude),
    .negates_base(beat_control_negates_base),
    .increments_base(beat_control_increments_base),
    .scale_bytes(beat_control_scale_bytes),
    .below(beat_control_below),
    .occupied(beat_control_occupied),
    .scale_bits_s1(beat_control_scale_bits_s1),
    .access_s3(beat_control_access_s3),
    .volta_s3(beat_control_volta_s3),
    .size_s3(beat_control_size_s3),
    .lea_s4(beat_control_lea_s4),
    .volta_s4(beat_control_volta_s4),
    .high_s4(beat_control_high_s4),
    .access_s4(beat_control_access_s4),
    .access_s5(beat_control_access_s5),
    .address_add_s5(beat_control_address_add_s5),
    .size_s5(beat_control_size_s5),
    .writes_rd_s5(beat_control_writes_rd_s5),
    .writes_predicate_s5(beat_control_writes_predicate_s5),
    .writes_cc_s5(beat_control_writes_cc_s5),
    .valid_s6(beat_control_valid_s6),
    .beat_s6(beat_control_beat_s6),
    .access_s6(beat_control_access_s6),
    .tag_s6(beat_control_tag_s6)
  );

  agu_access_control access_control (
    .clock(clock),
    .advance(advance),
    .access(access),
    .volta(volta),
    .extended(extended),
    .store(store),
    .access_space(access_space),
    .address_register(address_register),
    .scale(scale),
    .base_word(base_word),
    .uniform_added(uniform_added),
    .immediate(immediate),
    .immediate_kind(immediate_kind),
    .bank(bank),
    .steer_by_window(steer_by_window),
    .register_count(configuration_register_count),
    .access_s3(beat_control_access_s3),
    .access_s4(beat_control_access_s4),
    .spares_helpers(access_control_spares_helpers),
    .based(access_control_based),
    .scaled(access_control_scaled),
    .adds_uniform(access_control_adds_uniform),
    .immediate_word(access_control_immediate_word),
    .sum_mask(access_control_sum_mask),
    .wide(access_control_wide),
    .paired_s1(access_control_paired_s1),
    .wide_s3(access_control_wide_s3),
    .bank_s2(access_control_bank_s2),
    .constant_form_s3(access_control_constant_form_s3),
    .generic_s4(access_control_generic_s4),
    .generic_s5(access_control_generic_s5),
    .shared_form_s5(access_control_shared_form_s5),
    .local_form_s5(access_control_local_form_s5),
    .constant_form_s5(access_control_constant_form_s5),
    .steer_by_window_s4(access_control_steer_by_window_s4)
  );

  agu_uniform_adder uniform_adder (
    .clock(clock),
    .advance(advance),
    .access(access),
    .uniform_base(uniform_base),
    .adds_uniform(access_control_adds_uniform),
    .immediate(access_control_immediate_word),
    .sum_mask(access_control_sum_mask),
    .wide(access_control_wide),
    .sum_lo_s1(uniform_adder_sum_lo_s1),
    .sum_hi_s3(uniform_adder_sum_hi_s3)
  );

  agu_channel_enable channel_enable (
    .first_lane(first_lane),
    .exec_size(exec_size),
    .channel_mask(channel_mask),
    .execution_mask(execution_mask),
    .enable(enabled_rest_unused)
  );

  agu_lane_masks #(.LANES(LANES)) lane_masks (
    .clock(clock),
    .advance(advance),
    .lane_mask(lane_mask),
    .turn(first_lane[1:0]),
    .address_add(address_add),
    .channel_enable(enabled_rest_unused[LANES-1:0]),
    .active_mask(active_mask),
    .guard_mask(guard_mask),
    .helper_mask(helper_mask),
    .steering_mask(steering_mask),
    .carry_in(carry_in),
    .overflow_in(overflow_in),
    .spares_helpers(access_control_spares_helpers),
    .takes_carry(extended & beat_control_lea),
    .increments_base(beat_control_increments_base),
    .takes_overflow(extended & beat_control_lea_high),
    .generic_s4(access_control_generic_s4),
    .steer_by_window_s4(access_control_steer_by_window_s4),
    .access_s5(beat_control_access_s5),
    .writes_rd_s5(beat_control_writes_rd_s5),
    .writes_predicate_s5(beat_control_writes_predicate_s5),
    .writes_cc_s5(beat_control_writes_cc_s5),
    .carry_in_s2(lane_masks_carry_in_s2),
    .low_missed_s4(lane_masks_low_missed_s4),
    .may_be_shared_s5(lane_masks_may_be_shared_s5),
    .may_be_local_s5(lane_masks_may_be_local_s5),
    .access_execute_s5(lane_masks_access_execute_s5),
    .execute_s6(lane_masks_execute_s6),
    .rd_write_s6(lane_masks_rd_write_s6),
    .predicate_write_s6(lane_masks_predicate_write_s6),
    .cc_write_s6(lane_masks_cc_write_s6)
  );

  agu_size_decode size_s3 (
    .size(beat_control_size_s3),
    .offset_bits(size_s3_offset_bits),
    .bytes(unused_size_s3_bytes)
  );

  agu_limits limits (
    .clock(clock),
    .advance(advance),
    .shared_size(configuration_shared_size),
    .local_size(configuration_local_size),
    .global_limit(configuration_global_limit),
    .const_size(configuration_const_size),
    .constant_form(access_control_constant_form_s3),
    .offset_bits(size_s3_offset_bits),
    .not_shared_limit(limits_not_shared_limit),
    .not_local_limit(limits_not_local_limit),
    .not_other_limit_lo(limits_not_other_limit_lo),
    .not_other_limit_hi(limits_not_other_limit_hi)
  );

  agu_steering #(.LANES(LANES)) space_steering (
    .may_be_shared(lane_masks_may_be_shared_s5),
    .may_be_local(lane_masks_may_be_local_s5),
    .shared_form(access_control_shared_form_s5),
    .local_form(access_control_local_form_s5),
    .constant_form(access_control_constant_form_s5),
    .in_shared(in_shared),
    .in_local(in_local),
    .shared(space_steering_shared),
    .local_memory(space_steering_local_memory),
    .window(space_steering_window),
    .outside(space_steering_outside),
    .space_0(space_steering_space_0),
    .space_1(space_steering_space_1)
  );

  agu_size_decode size_s5 (
    .size(beat_control_size_s5),
    .offset_bits(size_s5_offset_bits),
    .bytes(size_s5_bytes)
  );

  agu_fault #(.LANES(LANES)) fault_decision (
    .execute(lane_masks_access_execute_s5),
    .outside(space_steering_outside),
    .shared(space_steering_shared),
    .local_memory(space_steering_local_memory),
    .below_shared(below_shared),
    .below_local(below_local),
    .below_other(below_other),
    .misaligned(misaligned),
    .misaligned_is_error(configuration_misaligned_is_error),
    .fault_0(fault_decision_fault_0),
    .fault_1(fault_decision_fault_1),
    .faulted(fault_decision_faulted),
    .live(fault_decision_live)
  );

  agu_uniform uniform_place (
    .clock(clock),
    .reset(reset),
    .leaves(beat_leaves),
    .last(last_s6),
    .live({{32-LANES{1'b0}}, live_s6}),
    .live_shared({{32-LANES{1'b0}}, live_shared}),
    .live_global({{32-LANES{1'b0}}, live_global}),
    .ones_lo({{1024-32*LANES{1'b0}}, ones_lo}),
    .ones_hi({{1024-32*LANES{1'b0}}, ones_hi}),
    .zeros_lo({{1024-32*LANES{1'b0}}, zeros_lo}),
    .zeros_hi({{1024-32*LANES{1'b0}}, zeros_hi}),
    .one_space(uniform_place_one_space),
    .differs(uniform_place_differs)
  );

  agu_first_fault first_fault (
    .clock(clock),
    .leaves(beat_leaves),
    .first(~(|beat_control_beat_s6)),
    .access(beat_control_access_s6),
    .faulted({{32-LANES{1'b0}}, faulted_s6}),
    .first_lane(beat_control_beat_s6 << LANE_BITS),
    .fault_valid(first_fault_fault_valid),
    .fault_lane(first_fault_fault_lane)
  );

  agu_skid_buffer skid_buffer (
    .clock(clock),
    .reset(reset),
    .valid(beat_control_valid_s6),
    .ready(advance),
    .out_valid(skid_buffer_out_valid),
    .out_ready(result_ready),
    .load(skid_buffer_load),
    .held(skid_buffer_held)
  );

  agu_result_beat #(.LANES(LANES)) result_port (
    .clock(clock),
    .load(skid_buffer_load),
    .held(skid_buffer_held),
    .tag_s6(beat_control_tag_s6),
    .last_s6(last_s6),
    .rd_write_s6(lane_masks_rd_write_s6),
    .predicate_write_s6(lane_masks_predicate_write_s6),
    .cc_write_s6(lane_masks_cc_write_s6),
    .execute_mask_s6(lane_masks_execute_s6),
    .live_mask_s6(live_s6),
    .shared_mask_s6(live_shared),
    .global_mask_s6(live_global),
    .fault_mask_s6(faulted_s6),
    .misaligned_mask_s6(misaligned_s6),
    .one_space_s6(uniform_place_one_space),
    .differs_s6(uniform_place_differs),
    .fault_valid_s6(first_fault_fault_valid),
    .fault_lane_s6(first_fault_fault_lane),
    .result_beat(result_beat),
    .result_address_add(result_address_add),
    .result_access(result_access),
    .result_size(result_size),
    .result_store(result_store),
    .result_element(result_element),
    .result_predicate(result_predicate),
    .result_destination(result_destination),
    .uniform(uniform),
    .result_last(result_last),
    .rd_write(rd_write),
    .predicate_write(predicate_write),
    .cc_write(cc_write),
    .execute_mask(execute_mask),
    .live_mask(live_mask),
    .shared_mask(shared_mask),
    .global_mask(global_mask),
    .fault_mask(fault_mask),
    .misaligned_mask(misaligned_mask),
    .fault_valid(fault_valid),
    .fault_lane(fault_lane)
  );

  assign idle = ~((|next_beat) | beat_control_occupied | skid_buffer_out_valid);
  assign config_ready = idle;
  assign request_ready = advance & ((|next_beat) | ~config_valid);
  assign accepted = request_valid & request_ready;
  assign first_lane = next_beat << LANE_BITS;
  assign low = beat_control_low | access_control_scaled;
  assign offset_bits_s5 = beat_control_access_s5 ? size_s5_offset_bits : 4'd0;
  assign bytes_s5 = beat_control_access_s5 ? size_s5_bytes : 16'd0;
  assign live_shared = live_s6 & is_shared_s6;
  assign live_global = live_s6 & is_global_s6;
  assign beat_leaves = advance & beat_control_valid_s6;
  assign last_s6 = beat_control_beat_s6 == LAST_BEAT;
  assign result_valid = skid_buffer_out_valid;
  assign lane_based_mask = {32{access_control_based}};
  assign lane_negated_mask = {32{beat_control_negates_base}};
  assign lane_base_adder_takes_carry = 1'b1;
  assign lane_paired_mask = {32{access_control_paired_s1}};
  assign lane_narrow_mask = beat_control_address_add_s5 ? 32'hffff : 32'hffffffff;
  assign lane_shift_bytes_low_mask = {32{low}};
  assign lane_shift_bytes_high_mask = {32{beat_control_lea_high}};
  assign lane_shift_bytes_shift = {3'd0, beat_control_scale_bytes} << 3;
  assign lane_base_adder_takes_bit = lane_base_adder_takes_carry;
  assign lane_address_adder_add_lo_takes_carry = 1'b1;
  assign lane_address_adder_add_hi_above = 1'b0;
  assign lane_address_adder_add_lo_takes_bit = lane_address_adder_add_lo_takes_carry;
  assign lane_address_adder_add_hi_takes_bit = access_control_wide_s3;
  assign lane_address_adder_add_hi_above_bit = lane_address_adder_add_hi_above;
  assign lane_condition_code_lea_mask = {4{beat_control_lea_s4}};

  assign lane_carry_in_s2 = lane_masks_carry_in_s2;
  assign lane_low_missed_s4 = lane_masks_low_missed_s4;
  assign in_shared = lane_in_shared_s5;
  assign in_local = lane_in_local_s5;
  assign below_shared = lane_below_shared_s5;
  assign below_local = lane_below_local_s5;
  assign below_other = lane_below_other_s5;
  assign misaligned = lane_misaligned_s5;
  assign lane_window_s5 = space_steering_window;
  assign lane_space_0_s5 = space_steering_space_0;
  assign lane_space_1_s5 = space_steering_space_1;
  assign lane_fault_0_s5 = fault_decision_fault_0;
  assign lane_fault_1_s5 = fault_decision_fault_1;
  assign uniform_key_live = live_s6;
  assign ones_lo = uniform_key_ones_lo;
  assign ones_hi = uniform_key_ones_hi;
  assign zeros_lo = uniform_key_zeros_lo;
  assign zeros_hi = uniform_key_zeros_hi;
  assign sum_lo = result_lane_sum_lo;
  assign sum_hi = result_lane_sum_hi;
  assign address_lo = result_lane_address_lo;
  assign line = result_lane_line;
  assign top = result_lane_top;
  assign word = result_lane_word;
  assign lane_base_hi_s1_next = base_hi;
  assign lane_increment_s2_next = lane_increment_s1;
  assign lane_sum_lo_s4_next = lane_address_adder_sum_lo;
  assign lane_carry_s4_next = lane_address_adder_carry_lo;
  assign lane_sum_lo_s5_next = lane_sum_lo_s4;
  assign lane_sum_hi_s5_next = lane_sum_hi_s4;
  assign lane_sum_lo_s6_next = lane_narrowed_lo;
  assign lane_sum_hi_s6_next = lane_sum_hi_s5;
  assign lane_cc_s6_next = lane_cc_s5;
  assign lane_sum_lo = lane_sum_lo_s6;
  assign lane_sum_hi = lane_sum_hi_s6;
  assign lane_cc = lane_cc_s6;
  assign lane_address_lo = lane_address_lo_s6;
  assign lane_address_hi = lane_address_hi_s6;
  assign lane_byte_enable = lane_byte_enable_s6;
  assign lane_space = lane_space_s6;
  assign lane_fault = lane_fault_s6;
  assign lane_in_shared_s5 = lane_shared_hit_s5;
  assign lane_in_local_s5 = lane_local_hit_s5;
  assign lane_below_shared_s5 = lane_bounds_below_shared;
  assign lane_below_local_s5 = lane_bounds_below_local;
  assign lane_below_other_s5 = lane_bounds_below_other;
  assign lane_misaligned_s5 = lane_space_address_misaligned;
  assign lane_address_adder_add_lo_above = lane_base_above_s2 ^ lane_increment_s2;
  assign lane_address_adder_base_hi_s1_next = lane_base_hi_s2;
  assign lane_address_adder_sum_lo = lane_address_adder_sum_lo_s1;
  assign lane_address_adder_carry_lo = lane_address_adder_carry_s1 ^ (lane_address_adder_void_s1 & ~({LANES{beat_control_volta_s3}} & lane_address_adder_carry_s1));
  assign lane_bounds_from_0 = {LANES{access_control_generic_s5}} | lane_bounds_from_0_s1;
  assign lane_bounds_below_shared = lane_bounds_shared_s1 & lane_bounds_from_0;
  assign lane_bounds_below_local = lane_bounds_local_s1 & lane_bounds_from_0;
  assign lane_bounds_below_other = lane_bounds_upper_s1 | (lane_bounds_same_s1 & lane_bounds_lower_s1);
  assign result_lane_sum_lo_held_next = lane_sum_lo;
  assign result_lane_sum_hi_held_next = lane_sum_hi;
  assign result_lane_cc_held_next = lane_cc;
  assign result_lane_address_lo_held_next = lane_address_lo;
  assign result_lane_address_hi_held_next = lane_address_hi;
  assign result_lane_byte_enable_held_next = lane_byte_enable;
  assign result_lane_space_held_next = lane_space;
  assign result_lane_fault_held_next = lane_fault;
  assign result_lane_sum_lo_s7_next = lane_sum_lo;
  assign result_lane_sum_hi_s7_next = lane_sum_hi;
  assign result_lane_cc_s7_next = lane_cc;
  assign result_lane_address_lo_s7_next = lane_address_lo;
  assign result_lane_address_hi_s7_next = lane_address_hi;
  assign result_lane_byte_enable_s7_next = lane_byte_enable;
  assign result_lane_space_s7_next = lane_space;
  assign result_lane_fault_s7_next = lane_fault;
  assign result_lane_sum_lo_s7_next_2 = result_lane_sum_lo_held;
  assign result_lane_sum_hi_s7_next_2 = result_lane_sum_hi_held;
  assign result_lane_cc_s7_next_2 = result_lane_cc_held;
  assign result_lane_address_lo_s7_next_2 = result_lane_address_lo_held;
  assign result_lane_address_hi_s7_next_2 = result_lane_address_hi_held;
  assign result_lane_byte_enable_s7_next_2 = result_lane_byte_enable_held;
  assign result_lane_space_s7_next_2 = result_lane_space_held;
  assign result_lane_fault_s7_next_2 = result_lane_fault_held;
  assign result_lane_sum_lo = result_lane_sum_lo_s7;
  assign result_lane_sum_hi = result_lane_sum_hi_s7;
  assign result_lane_cc = result_lane_cc_s7;
  assign result_lane_address_lo = result_lane_address_lo_s7;
  assign result_lane_address_hi = result_lane_address_hi_s7;
  assign result_lane_byte_enable = result_lane_byte_enable_s7;
  assign result_lane_space = result_lane_space_s7;
  assign result_lane_fault = result_lane_fault_s7;

  always @(*) begin : make_cc
    integer i;
    for (i = 0; i < LANES; i = i + 1) begin
      cc[4*i +: 4] = result_lane_cc[32*i +: 4];
    end
  end

  always @(*) begin : make_address_hi
    integer i;
    for (i = 0; i < LANES; i = i + 1) begin
      address_hi[17*i +: 17] = result_lane_address_hi[32*i +: 17];
    end
  end

  always @(*) begin : make_byte_enable
    integer i;
    for (i = 0; i < LANES; i = i + 1) begin
      byte_enable[16*i +: 16] = result_lane_byte_enable[32*i +: 16];
    end
  end

  always @(*) begin : make_space
    integer i;
    for (i = 0; i < LANES; i = i + 1) begin
      space[2*i +: 2] = result_lane_space[32*i +: 2];
    end
  end

  always @(*) begin : make_fault
    integer i;
    for (i = 0; i < LANES; i = i + 1) begin
      fault[2*i +: 2] = result_lane_fault[32*i +: 2];
    end
  end

  always @(*) begin : make_lock_index
    integer i;
    reg [7:0] result_lane_lock_index;
    result_lane_lock_index = 0;
    for (i = 0; i < LANES; i = i + 1) begin
      result_lane_lock_index = result_lane_address_lo_s7[32*i + 2 +: 8];
      lock_index[8*i +: 8] = result_lane_lock_index;
    end
  end

  always @(*) begin : make_lane_narrowed_lo
    integer i;
    reg [31:0] lane_narrow_mask_now;
    lane_narrow_mask_now = lane_narrow_mask;
    for (i = 0; i < LANES; i = i + 1) begin
      lane_narrowed_lo[32*i +: 32] = lane_sum_lo_s5[32*i +: 32] & lane_narrow_mask_now;
    end
  end

  always @(*) begin : make_lane_space_address_misaligned
    integer i;
    reg [3:0] offset_bits_s5_now;
    reg [31:0] lane_space_address_offset;
    reg [LANES-1:0] lane_space_address_misaligned_mask;
    offset_bits_s5_now = offset_bits_s5;
    lane_space_address_offset = 0;
    lane_space_address_misaligned_mask = 0;
    for (i = 0; i < LANES; i = i + 1) begin
      lane_space_address_offset = lane_narrowed_lo[32*i +: 32] & {28'd0, offset_bits_s5_now};
      lane_space_address_misaligned_mask = lane_space_address_misaligned_mask | ({{LANES-1{1'b0}}, |lane_space_address_offset} << i);
    end
    lane_space_address_misaligned = lane_space_address_misaligned_mask;
  end

  always @(*) begin : make_uniform_key_ones_lo
    integer i;
    reg [LANES-1:0] uniform_key_live_now;
    reg [31:0] uniform_key_mask_lo;
    uniform_key_live_now = uniform_key_live;
    uniform_key_mask_lo = 0;
    for (i = 0; i < LANES; i = i + 1) begin
      uniform_key_mask_lo = {32{uniform_key_live_now[i]}};
      uniform_key_ones_lo[32*i +: 32] = lane_address_lo[32*i +: 32] & uniform_key_mask_lo;
      uniform_key_zeros_lo[32*i +: 32] = ~lane_address_lo[32*i +: 32] & uniform_key_mask_lo;
    end
  end

  always @(*) begin : make_uniform_key_ones_hi
    integer i;
    reg [LANES-1:0] uniform_key_live_now;
    reg [31:0] uniform_key_high_word;
    reg [31:0] uniform_key_mask_lo;
    reg [31:0] uniform_key_mask_hi;
    uniform_key_live_now = uniform_key_live;
    uniform_key_high_word = 0;
    uniform_key_mask_lo = 0;
    uniform_key_mask_hi = 0;
    for (i = 0; i < LANES; i = i + 1) begin
      uniform_key_high_word = {15'd0, lane_address_hi[32*i +: 17]};
      uniform_key_mask_lo = {32{uniform_key_live_now[i]}};
      uniform_key_mask_hi = uniform_key_mask_lo & 32'h1ffff;
      uniform_key_ones_hi[32*i +: 32] = uniform_key_high_word & uniform_key_mask_hi;
      uniform_key_zeros_hi[32*i +: 32] = ~uniform_key_high_word & uniform_key_mask_hi;
    end
  end

  always @(*) begin : make_result_lane_line
    integer i;
    reg [6:0] result_lane_line_upper;
    reg [24:0] result_lane_line_lower;
    result_lane_line_upper = 0;
    result_lane_line_lower = 0;
    for (i = 0; i < LANES; i = i + 1) begin
      result_lane_line_upper = result_lane_address_hi_s7[32*i + 0 +: 7];
      result_lane_line_lower = result_lane_address_lo_s7[32*i + 7 +: 25];
      result_lane_line[32*i +: 32] = ({25'd0, result_lane_line_upper} << 25) | {7'd0, result_lane_line_lower};
    end
  end

  always @(*) begin : make_result_lane_top
    integer i;
    reg [9:0] result_lane_top_bits;
    result_lane_top_bits = 0;
    for (i = 0; i < LANES; i = i + 1) begin
      result_lane_top_bits = result_lane_address_hi_s7[32*i + 7 +: 10];
      result_lane_top[32*i +: 32] = {22'd0, result_lane_top_bits};
    end
  end

  always @(*) begin : make_result_lane_word
    integer i;
    reg [21:0] result_lane_word_bits;
    result_lane_word_bits = 0;
    for (i = 0; i < LANES; i = i + 1) begin
      result_lane_word_bits = result_lane_address_lo_s7[32*i + 2 +: 22];
      result_lane_word[32*i +: 32] = {10'd0, result_lane_word_bits};
    end
  end

  always @(posedge clock) begin : update_lane_shift_bytes_upper
    reg [32*LANES-1:0] lane_shift_bytes_upper;
    reg [32*LANES-1:0] lane_shift_bytes_lower;
    reg [LANES-1:0] lane_negation_increment;
    reg [LANES-1:0] lane_negation_negative;
    reg [32*LANES-1:0] lane_shift_bits_addend;
    reg [32*LANES-1:0] lane_base_adder_sum;
    reg [LANES-1:0] lane_base_adder_carry_out;
    reg [32*LANES-1:0] lane_address_adder_add_lo_sum;
    reg [LANES-1:0] lane_address_adder_add_lo_carry_out;
    reg [32*LANES-1:0] lane_address_adder_add_hi_sum;
    reg [LANES-1:0] lane_window_compare_miss;
    reg [LANES-1:0] lane_window_compare_in_shared;
    reg [LANES-1:0] lane_window_compare_in_local;
    reg [LANES-1:0] lane_window_compare_shared_lo;
    reg [LANES-1:0] lane_window_compare_shared_hi;
    reg [LANES-1:0] lane_window_compare_result_hi;
    reg [LANES-1:0] lane_window_compare_local_lo;
    reg [LANES-1:0] lane_window_compare_local_hi;
    reg [32*LANES-1:0] lane_condition_code_cc;
    reg [LANES-1:0] lane_condition_code_overflow;
    reg [32*LANES-1:0] lane_space_address_address_lo;
    reg [32*LANES-1:0] lane_space_address_address_hi;
    reg [32*LANES-1:0] lane_base_lo_s1_next;
    reg [32*LANES-1:0] lane_base_hi_s2_next;
    reg [32*LANES-1:0] lane_byte_enable_s6_next;
    reg [32*LANES-1:0] lane_space_s6_next;
    reg [32*LANES-1:0] lane_fault_s6_next;
    reg [LANES-1:0] lane_address_adder_void_s1_next;
    reg [LANES-1:0] lane_bounds_from_0_s1_next;
    reg [LANES-1:0] lane_bounds_shared_s1_next;
    reg [LANES-1:0] lane_bounds_local_s1_next;
    reg [LANES-1:0] lane_bounds_lower_s1_next;
    reg [LANES-1:0] lane_bounds_upper_s1_next;
    reg [LANES-1:0] lane_bounds_same_s1_next;
    integer i;
    reg [31:0] lane_based_mask_now;
    reg [31:0] lane_negated_mask_now;
    reg [31:0] lane_paired_mask_now;
    reg [LANES-1:0] lane_space_0_s5_now;
    reg [LANES-1:0] lane_space_1_s5_now;
    reg [1:0] lane_space_low;
    reg [1:0] lane_space_high;
    reg [LANES-1:0] lane_fault_0_s5_now;
    reg [LANES-1:0] lane_fault_1_s5_now;
    reg [1:0] lane_fault_low;
    reg [1:0] lane_fault_high;
    reg [31:0] lane_shift_bytes_high_mask_now;
    reg [31:0] lane_shift_bytes_low_mask_now;
    reg [4:0] lane_shift_bytes_shift_now;
    reg [31:0] lane_shift_bytes_upper_word;
    reg [31:0] lane_shift_bytes_lower_word;
    reg [63:0] lane_shift_bytes_words;
    reg [63:0] lane_shift_bytes_shifted;
    reg [0:0] beat_control_negates_now;
    reg [0:0] beat_control_takes_magnitude_now;
    reg [LANES-1:0] lane_negation_negative_mask;
    reg [31:0] beat_control_below_now;
    reg [0:0] beat_control_borrows_now;
    reg [0:0] beat_control_inverts_now;
    reg [LANES-1:0] lane_negation_negative_now;
    reg [31:0] lane_negation_rest;
    reg [LANES-1:0] lane_negation_increment_mask;
    reg [2:0] beat_control_scale_bits_s1_now;
    reg [LANES-1:0] lane_negated_s1_now;
    reg [38:0] lane_shift_bits_invert_mask;
    reg [38:0] lane_shift_bits_words;
    reg [38:0] lane_shift_bits_shifted;
    reg [0:0] lane_base_adder_takes_bit_now;
    reg [LANES-1:0] lane_increment_s1_now;
    reg [31:0] uniform_adder_sum_lo_s1_now;
    reg lane_base_adder_above_bit;
    reg [33:0] lane_base_adder_left;
    reg lane_base_adder_carry_bit;
    reg [33:0] lane_base_adder_right;
    reg [33:0] lane_base_adder_total;
    reg [LANES-1:0] lane_base_adder_carry_out_mask;
    reg [LANES-1:0] lane_increment_s2_now;
    reg [LANES-1:0] lane_address_adder_void_s1_next_mask;
    reg [LANES-1:0] lane_address_adder_add_lo_above_now;
    reg [0:0] lane_address_adder_add_lo_takes_bit_now;
    reg [LANES-1:0] lane_carry_in_s2_now;
    reg lane_address_adder_add_lo_above_bit;
    reg [33:0] lane_address_adder_add_lo_left;
    reg lane_address_adder_add_lo_carry_bit;
    reg [33:0] lane_address_adder_add_lo_right;
    reg [33:0] lane_address_adder_add_lo_total;
    reg [LANES-1:0] lane_address_adder_add_lo_carry_out_mask;
    reg [0:0] lane_address_adder_add_hi_above_bit_now;
    reg [0:0] lane_address_adder_add_hi_takes_bit_now;
    reg [LANES-1:0] lane_address_adder_carry_s1_now;
    reg [31:0] uniform_adder_sum_hi_s3_now;
    reg [33:0] lane_address_adder_add_hi_left;
    reg lane_address_adder_add_hi_carry_bit;
    reg [33:0] lane_address_adder_add_hi_right;
    reg [33:0] lane_address_adder_add_hi_total;
    reg [7:0] configuration_shared_base_lo_now;
    reg [7:0] lane_window_compare_upper;
    reg [LANES-1:0] lane_window_compare_shared_lo_mask;
    reg [31:0] configuration_shared_base_hi_now;
    reg [LANES-1:0] lane_window_compare_shared_hi_mask;
    reg [LANES-1:0] lane_window_compare_result_hi_mask;
    reg [7:0] configuration_local_base_lo_now;
    reg [LANES-1:0] lane_window_compare_local_lo_mask;
    reg [31:0] configuration_local_base_hi_now;
    reg [LANES-1:0] lane_window_compare_local_hi_mask;
    reg [7:0] lane_bounds_sum_top;
    reg [LANES-1:0] lane_bounds_from_0_s1_next_mask;
    reg [18:0] limits_not_shared_limit_now;
    reg [5:0] lane_bounds_past_shared;
    reg [17:0] lane_bounds_sum_18;
    reg [20:0] lane_bounds_above_shared;
    reg [LANES-1:0] lane_bounds_shared_s1_next_mask;
    reg [24:0] limits_not_local_limit_now;
    reg [23:0] lane_bounds_sum_24;
    reg [26:0] lane_bounds_above_local;
    reg [LANES-1:0] lane_bounds_local_s1_next_mask;
    reg [31:0] limits_not_other_limit_lo_now;
    reg [33:0] lane_bounds_above_lower;
    reg [LANES-1:0] lane_bounds_lower_s1_next_mask;
    reg [17:0] limits_not_other_limit_hi_now;
    reg [14:0] lane_bounds_past_global;
    reg [16:0] lane_bounds_sum_17;
    reg [19:0] lane_bounds_above_upper;
    reg [17:0] lane_bounds_not_same;
    reg [LANES-1:0] lane_bounds_upper_s1_next_mask;
    reg [LANES-1:0] lane_bounds_same_s1_next_mask;
    reg [LANES-1:0] lane_window_s5_now;
    reg [3:0] offset_bits_s5_now;
    reg [31:0] lane_space_address_offset;
    reg [31:0] lane_space_address_top_mask;
    reg [15:0] bytes_s5_now;
    reg [3:0] lane_block_offset;
    reg [16:0] lane_space_address_sum_hi;
    reg [16:0] lane_space_address_high_mask;
    reg [LANES-1:0] lane_carry_s4_now;
    reg [3:0] lane_condition_code_lea_mask_now;
    reg [LANES-1:0] lane_condition_code_overflow_now;
    reg lane_condition_code_overflow_bit;
    reg lane_condition_code_sign;
    reg lane_condition_code_zero;
    reg lane_condition_code_carry_bit;
    reg [3:0] lane_condition_code_flags;
    i = 0;
    lane_based_mask_now = 0;
    lane_negated_mask_now = 0;
    lane_paired_mask_now = 0;
    lane_space_0_s5_now = 0;
    lane_space_1_s5_now = 0;
    lane_space_low = 0;
    lane_space_high = 0;
    lane_fault_0_s5_now = 0;
    lane_fault_1_s5_now = 0;
    lane_fault_low = 0;
    lane_fault_high = 0;
    lane_shift_bytes_high_mask_now = 0;
    lane_shift_bytes_low_mask_now = 0;
    lane_shift_bytes_shift_now = 0;
    lane_shift_bytes_upper_word = 0;
    lane_shift_bytes_lower_word = 0;
    lane_shift_bytes_words = 0;
    lane_shift_bytes_shifted = 0;
    beat_control_negates_now = 0;
    beat_control_takes_magnitude_now = 0;
    lane_negation_negative_mask = 0;
    beat_control_below_now = 0;
    beat_control_borrows_now = 0;
    beat_control_inverts_now = 0;
    lane_negation_negative_now = 0;
    lane_negation_rest = 0;
    lane_negation_increment_mask = 0;
    beat_control_scale_bits_s1_now = 0;
    lane_negated_s1_now = 0;
    lane_shift_bits_invert_mask = 0;
    lane_shift_bits_words = 0;
    lane_shift_bits_shifted = 0;
    lane_base_adder_takes_bit_now = 0;
    lane_increment_s1_now = 0;
    uniform_adder_sum_lo_s1_now = 0;
    lane_base_adder_above_bit = 0;
    lane_base_adder_left = 0;
    lane_base_adder_carry_bit = 0;
    lane_base_adder_right = 0;
    lane_base_adder_total = 0;
    lane_base_adder_carry_out_mask = 0;
    lane_increment_s2_now = 0;
    lane_address_adder_void_s1_next_mask = 0;
    lane_address_adder_add_lo_above_now = 0;
    lane_address_adder_add_lo_takes_bit_now = 0;
    lane_carry_in_s2_now = 0;
    lane_address_adder_add_lo_above_bit = 0;
    lane_address_adder_add_lo_left = 0;
    lane_address_adder_add_lo_carry_bit = 0;
    lane_address_adder_add_lo_right = 0;
    lane_address_adder_add_lo_total = 0;
    lane_address_adder_add_lo_carry_out_mask = 0;
    lane_address_adder_add_hi_above_bit_now = 0;
    lane_address_adder_add_hi_takes_bit_now = 0;
    lane_address_adder_carry_s1_now = 0;
    uniform_adder_sum_hi_s3_now = 0;
    lane_address_adder_add_hi_left = 0;
    lane_address_adder_add_hi_carry_bit = 0;
    lane_address_adder_add_hi_right = 0;
    lane_address_adder_add_hi_total = 0;
    configuration_shared_base_lo_now = 0;
    lane_window_compare_upper = 0;
    lane_window_compare_shared_lo_mask = 0;
    configuration_shared_base_hi_now = 0;
    lane_window_compare_shared_hi_mask = 0;
    lane_window_compare_result_hi_mask = 0;
    configuration_local_base_lo_now = 0;
    lane_window_compare_local_lo_mask = 0;
    configuration_local_base_hi_now = 0;
    lane_window_compare_local_hi_mask = 0;
    lane_bounds_sum_top = 0;
    lane_bounds_from_0_s1_next_mask = 0;
    limits_not_shared_limit_now = 0;
    lane_bounds_past_shared = 0;
    lane_bounds_sum_18 = 0;
    lane_bounds_above_shared = 0;
    lane_bounds_shared_s1_next_mask = 0;
    limits_not_local_limit_now = 0;
    lane_bounds_sum_24 = 0;
    lane_bounds_above_local = 0;
    lane_bounds_local_s1_next_mask = 0;
    limits_not_other_limit_lo_now = 0;
    lane_bounds_above_lower = 0;
    lane_bounds_lower_s1_next_mask = 0;
    limits_not_other_limit_hi_now = 0;
    lane_bounds_past_global = 0;
    lane_bounds_sum_17 = 0;
    lane_bounds_above_upper = 0;
    lane_bounds_not_same = 0;
    lane_bounds_upper_s1_next_mask = 0;
    lane_bounds_same_s1_next_mask = 0;
    lane_window_s5_now = 0;
    offset_bits_s5_now = 0;
    lane_space_address_offset = 0;
    lane_space_address_top_mask = 0;
    bytes_s5_now = 0;
    lane_block_offset = 0;
    lane_space_address_sum_hi = 0;
    lane_space_address_high_mask = 0;
    lane_carry_s4_now = 0;
    lane_condition_code_lea_mask_now = 0;
    lane_condition_code_overflow_now = 0;
    lane_condition_code_overflow_bit = 0;
    lane_condition_code_sign = 0;
    lane_condition_code_zero = 0;
    lane_condition_code_carry_bit = 0;
    lane_condition_code_flags = 0;
    if (advance) begin
      lane_based_mask_now = lane_based_mask;
      lane_negated_mask_now = lane_negated_mask;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_base_lo_s1_next[32*i +: 32] = (base_lo[32*i +: 32] & lane_based_mask_now) ^ lane_negated_mask_now;
      end
      lane_paired_mask_now = lane_paired_mask;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_base_hi_s2_next[32*i +: 32] = lane_base_hi_s1[32*i +: 32] & lane_paired_mask_now;
      end
      lane_space_0_s5_now = lane_space_0_s5;
      lane_space_1_s5_now = lane_space_1_s5;
      lane_space_low = 0;
      lane_space_high = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_space_low = lane_space_0_s5_now[i] ? 2'd1 : 2'd0;
        lane_space_high = lane_space_1_s5_now[i] ? 2'd2 : 2'd0;
        lane_space_s6_next[32*i +: 32] = {30'd0, lane_space_low | lane_space_high};
      end
      lane_fault_0_s5_now = lane_fault_0_s5;
      lane_fault_1_s5_now = lane_fault_1_s5;
      lane_fault_low = 0;
      lane_fault_high = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_fault_low = lane_fault_0_s5_now[i] ? 2'd1 : 2'd0;
        lane_fault_high = lane_fault_1_s5_now[i] ? 2'd2 : 2'd0;
        lane_fault_s6_next[32*i +: 32] = {30'd0, lane_fault_low | lane_fault_high};
      end
      lane_shift_bytes_high_mask_now = lane_shift_bytes_high_mask;
      lane_shift_bytes_low_mask_now = lane_shift_bytes_low_mask;
      lane_shift_bytes_shift_now = lane_shift_bytes_shift;
      lane_shift_bytes_upper_word = 0;
      lane_shift_bytes_lower_word = 0;
      lane_shift_bytes_words = 0;
      lane_shift_bytes_shifted = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_shift_bytes_upper_word = (offset_hi[32*i +: 32] & lane_shift_bytes_high_mask_now) | (offset_lo[32*i +: 32] & lane_shift_bytes_low_mask_now);
        lane_shift_bytes_lower_word = offset_lo[32*i +: 32] & lane_shift_bytes_high_mask_now;
        lane_shift_bytes_words = ({32'd0, lane_shift_bytes_upper_word} << 32) | {32'd0, lane_shift_bytes_lower_word};
        lane_shift_bytes_shifted = lane_shift_bytes_words << lane_shift_bytes_shift_now;
        lane_shift_bytes_upper[32*i +: 32] = lane_shift_bytes_shifted[63:32];
        lane_shift_bytes_lower[32*i +: 32] = {25'd0, lane_shift_bytes_shifted[31:25]};
      end
      beat_control_negates_now = beat_control_negates;
      beat_control_takes_magnitude_now = beat_control_takes_magnitude;
      lane_negation_negative_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_negation_negative_mask = lane_negation_negative_mask | ({{LANES-1{1'b0}}, beat_control_negates_now ^ (beat_control_takes_magnitude_now & offset_lo[32*i + 15])} << i);
      end
      lane_negation_negative = lane_negation_negative_mask;
      beat_control_below_now = beat_control_below;
      beat_control_borrows_now = beat_control_borrows;
      beat_control_inverts_now = beat_control_inverts;
      lane_negation_negative_now = lane_negation_negative;
      lane_negation_rest = 0;
      lane_negation_increment_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_negation_rest = offset_lo[32*i +: 32] & beat_control_below_now;
        lane_negation_increment_mask = lane_negation_increment_mask | ({{LANES-1{1'b0}}, lane_negation_negative_now[i] & ~beat_control_inverts_now & ~(beat_control_borrows_now & (|lane_negation_rest))} << i);
      end
      lane_negation_increment = lane_negation_increment_mask;
      beat_control_scale_bits_s1_now = beat_control_scale_bits_s1;
      lane_negated_s1_now = lane_negated_s1;
      lane_shift_bits_invert_mask = 0;
      lane_shift_bits_words = 0;
      lane_shift_bits_shifted = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_shift_bits_invert_mask = {39{lane_negated_s1_now[i]}};
        lane_shift_bits_words = (({7'd0, lane_upper_s1[32*i +: 32]} << 7) | {32'd0, lane_lower_s1[32*i +: 7]}) ^ lane_shift_bits_invert_mask;
        lane_shift_bits_shifted = lane_shift_bits_words << beat_control_scale_bits_s1_now;
        lane_shift_bits_addend[32*i +: 32] = lane_shift_bits_shifted[38:7];
      end
      lane_base_adder_takes_bit_now = lane_base_adder_takes_bit;
      lane_increment_s1_now = lane_increment_s1;
      uniform_adder_sum_lo_s1_now = uniform_adder_sum_lo_s1;
      lane_base_adder_above_bit = 0;
      lane_base_adder_left = 0;
      lane_base_adder_carry_bit = 0;
      lane_base_adder_right = 0;
      lane_base_adder_total = 0;
      lane_base_adder_carry_out_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_base_adder_above_bit = lane_increment_s1_now[i];
        lane_base_adder_left = ({33'd0, lane_base_adder_above_bit} << 33) | ({2'd0, lane_base_lo_s1[32*i +: 32]} << 1) | {33'd0, lane_base_adder_takes_bit_now};
        lane_base_adder_carry_bit = lane_increment_s1_now[i];
        lane_base_adder_right = ({2'd0, uniform_adder_sum_lo_s1_now} << 1) | {33'd0, lane_base_adder_carry_bit};
        lane_base_adder_total = lane_base_adder_left + lane_base_adder_right;
        lane_base_adder_sum[32*i +: 32] = lane_base_adder_total[32:1];
        lane_base_adder_carry_out_mask = lane_base_adder_carry_out_mask | ({{LANES-1{1'b0}}, lane_base_adder_total[33]} << i);
      end
      lane_base_adder_carry_out = lane_base_adder_carry_out_mask;
      lane_increment_s2_now = lane_increment_s2;
      lane_address_adder_void_s1_next_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_address_adder_void_s1_next_mask = lane_address_adder_void_s1_next_mask | ({{LANES-1{1'b0}}, lane_increment_s2_now[i] & (&lane_addend_s2[32*i +: 32])} << i);
      end
      lane_address_adder_void_s1_next = lane_address_adder_void_s1_next_mask;
      lane_address_adder_add_lo_above_now = lane_address_adder_add_lo_above;
      lane_address_adder_add_lo_takes_bit_now = lane_address_adder_add_lo_takes_bit;
      lane_carry_in_s2_now = lane_carry_in_s2;
      lane_address_adder_add_lo_above_bit = 0;
      lane_address_adder_add_lo_left = 0;
      lane_address_adder_add_lo_carry_bit = 0;
      lane_address_adder_add_lo_right = 0;
      lane_address_adder_add_lo_total = 0;
      lane_address_adder_add_lo_carry_out_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_address_adder_add_lo_above_bit = lane_address_adder_add_lo_above_now[i];
        lane_address_adder_add_lo_left = ({33'd0, lane_address_adder_add_lo_above_bit} << 33) | ({2'd0, lane_base_lo_s2[32*i +: 32]} << 1) | {33'd0, lane_address_adder_add_lo_takes_bit_now};
        lane_address_adder_add_lo_carry_bit = lane_carry_in_s2_now[i];
        lane_address_adder_add_lo_right = ({2'd0, lane_addend_s2[32*i +: 32]} << 1) | {33'd0, lane_address_adder_add_lo_carry_bit};
        lane_address_adder_add_lo_total = lane_address_adder_add_lo_left + lane_address_adder_add_lo_right;
        lane_address_adder_add_lo_sum[32*i +: 32] = lane_address_adder_add_lo_total[32:1];
        lane_address_adder_add_lo_carry_out_mask = lane_address_adder_add_lo_carry_out_mask | ({{LANES-1{1'b0}}, lane_address_adder_add_lo_total[33]} << i);
      end
      lane_address_adder_add_lo_carry_out = lane_address_adder_add_lo_carry_out_mask;
      lane_address_adder_add_hi_above_bit_now = lane_address_adder_add_hi_above_bit;
      lane_address_adder_add_hi_takes_bit_now = lane_address_adder_add_hi_takes_bit;
      lane_address_adder_carry_s1_now = lane_address_adder_carry_s1;
      uniform_adder_sum_hi_s3_now = uniform_adder_sum_hi_s3;
      lane_address_adder_add_hi_left = 0;
      lane_address_adder_add_hi_carry_bit = 0;
      lane_address_adder_add_hi_right = 0;
      lane_address_adder_add_hi_total = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_address_adder_add_hi_left = ({33'd0, lane_address_adder_add_hi_above_bit_now} << 33) | ({2'd0, lane_address_adder_base_hi_s1[32*i +: 32]} << 1) | {33'd0, lane_address_adder_add_hi_takes_bit_now};
        lane_address_adder_add_hi_carry_bit = lane_address_adder_carry_s1_now[i];
        lane_address_adder_add_hi_right = ({2'd0, uniform_adder_sum_hi_s3_now} << 1) | {33'd0, lane_address_adder_add_hi_carry_bit};
        lane_address_adder_add_hi_total = lane_address_adder_add_hi_left + lane_address_adder_add_hi_right;
        lane_address_adder_add_hi_sum[32*i +: 32] = lane_address_adder_add_hi_total[32:1];
      end
      configuration_shared_base_lo_now = configuration_shared_base_lo;
      lane_window_compare_upper = 0;
      lane_window_compare_shared_lo_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_window_compare_upper = lane_sum_lo_s4[32*i + 24 +: 8];
        lane_window_compare_shared_lo_mask = lane_window_compare_shared_lo_mask | ({{LANES-1{1'b0}}, lane_window_compare_upper == configuration_shared_base_lo_now} << i);
      end
      lane_window_compare_shared_lo = lane_window_compare_shared_lo_mask;
      configuration_shared_base_hi_now = configuration_shared_base_hi;
      lane_window_compare_shared_hi_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_window_compare_shared_hi_mask = lane_window_compare_shared_hi_mask | ({{LANES-1{1'b0}}, lane_sum_hi_s4[32*i +: 32] == configuration_shared_base_hi_now} << i);
      end
      lane_window_compare_shared_hi = lane_window_compare_shared_hi_mask;
      configuration_shared_base_hi_now = configuration_shared_base_hi;
      lane_window_compare_result_hi_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_window_compare_result_hi_mask = lane_window_compare_result_hi_mask | ({{LANES-1{1'b0}}, lane_sum_lo_s4[32*i +: 32] == configuration_shared_base_hi_now} << i);
      end
      lane_window_compare_result_hi = lane_window_compare_result_hi_mask;
      configuration_local_base_lo_now = configuration_local_base_lo;
      lane_window_compare_upper = 0;
      lane_window_compare_local_lo_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_window_compare_upper = lane_sum_lo_s4[32*i + 24 +: 8];
        lane_window_compare_local_lo_mask = lane_window_compare_local_lo_mask | ({{LANES-1{1'b0}}, lane_window_compare_upper == configuration_local_base_lo_now} << i);
      end
      lane_window_compare_local_lo = lane_window_compare_local_lo_mask;
      configuration_local_base_hi_now = configuration_local_base_hi;
      lane_window_compare_local_hi_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_window_compare_local_hi_mask = lane_window_compare_local_hi_mask | ({{LANES-1{1'b0}}, lane_sum_hi_s4[32*i +: 32] == configuration_local_base_hi_now} << i);
      end
      lane_window_compare_local_hi = lane_window_compare_local_hi_mask;
      lane_bounds_sum_top = 0;
      lane_bounds_from_0_s1_next_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_bounds_sum_top = lane_sum_lo_s4[32*i + 24 +: 8];
        lane_bounds_from_0_s1_next_mask = lane_bounds_from_0_s1_next_mask | ({{LANES-1{1'b0}}, ~(|lane_sum_hi_s4[32*i +: 32]) & ~(|lane_bounds_sum_top)} << i);
      end
      lane_bounds_from_0_s1_next = lane_bounds_from_0_s1_next_mask;
      limits_not_shared_limit_now = limits_not_shared_limit;
      lane_bounds_past_shared = 0;
      lane_bounds_sum_18 = 0;
      lane_bounds_above_shared = 0;
      lane_bounds_shared_s1_next_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_bounds_past_shared = lane_sum_lo_s4[32*i + 18 +: 6];
        lane_bounds_sum_18 = lane_sum_lo_s4[32*i + 0 +: 18];
        lane_bounds_above_shared = (({3'd0, lane_bounds_sum_18} << 1) | 21'd1) + (({2'd0, limits_not_shared_limit_now} << 1) | 21'd1);
        lane_bounds_shared_s1_next_mask = lane_bounds_shared_s1_next_mask | ({{LANES-1{1'b0}}, ~(|lane_bounds_past_shared) & ~lane_bounds_above_shared[20]} << i);
      end
      lane_bounds_shared_s1_next = lane_bounds_shared_s1_next_mask;
      limits_not_local_limit_now = limits_not_local_limit;
      lane_bounds_sum_24 = 0;
      lane_bounds_above_local = 0;
      lane_bounds_local_s1_next_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_bounds_sum_24 = lane_sum_lo_s4[32*i + 0 +: 24];
        lane_bounds_above_local = (({3'd0, lane_bounds_sum_24} << 1) | 27'd1) + (({2'd0, limits_not_local_limit_now} << 1) | 27'd1);
        lane_bounds_local_s1_next_mask = lane_bounds_local_s1_next_mask | ({{LANES-1{1'b0}}, ~lane_bounds_above_local[26]} << i);
      end
      lane_bounds_local_s1_next = lane_bounds_local_s1_next_mask;
      limits_not_other_limit_lo_now = limits_not_other_limit_lo;
      lane_bounds_above_lower = 0;
      lane_bounds_lower_s1_next_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_bounds_above_lower = (({2'd0, lane_sum_lo_s4[32*i +: 32]} << 1) | 34'd1) + (({2'd0, limits_not_other_limit_lo_now} << 1) | 34'd1);
        lane_bounds_lower_s1_next_mask = lane_bounds_lower_s1_next_mask | ({{LANES-1{1'b0}}, ~lane_bounds_above_lower[33]} << i);
      end
      lane_bounds_lower_s1_next = lane_bounds_lower_s1_next_mask;
      limits_not_other_limit_hi_now = limits_not_other_limit_hi;
      lane_bounds_past_global = 0;
      lane_bounds_sum_17 = 0;
      lane_bounds_above_upper = 0;
      lane_bounds_not_same = 0;
      lane_bounds_upper_s1_next_mask = 0;
      lane_bounds_same_s1_next_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_bounds_past_global = lane_sum_hi_s4[32*i + 17 +: 15];
        lane_bounds_sum_17 = lane_sum_hi_s4[32*i + 0 +: 17];
        lane_bounds_above_upper = (({3'd0, lane_bounds_sum_17} << 1) | 20'd1) + (({2'd0, limits_not_other_limit_hi_now} << 1) | 20'd1);
        lane_bounds_not_same = ~({1'b0, lane_bounds_sum_17} ^ limits_not_other_limit_hi_now);
        lane_bounds_upper_s1_next_mask = lane_bounds_upper_s1_next_mask | ({{LANES-1{1'b0}}, ~(|lane_bounds_past_global) & ~lane_bounds_above_upper[19]} << i);
        lane_bounds_same_s1_next_mask = lane_bounds_same_s1_next_mask | ({{LANES-1{1'b0}}, ~(|lane_bounds_past_global) & ~(|lane_bounds_not_same)} << i);
      end
      lane_bounds_upper_s1_next = lane_bounds_upper_s1_next_mask;
      lane_bounds_same_s1_next = lane_bounds_same_s1_next_mask;
      lane_window_s5_now = lane_window_s5;
      offset_bits_s5_now = offset_bits_s5;
      lane_space_address_offset = 0;
      lane_space_address_top_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_space_address_offset = lane_narrowed_lo[32*i +: 32] & {28'd0, offset_bits_s5_now};
        lane_space_address_top_mask = lane_window_s5_now[i] ? 32'hffffff : 32'hffffffff;
        lane_space_address_address_lo[32*i +: 32] = (lane_narrowed_lo[32*i +: 32] ^ lane_space_address_offset) & lane_space_address_top_mask;
      end
      bytes_s5_now = bytes_s5;
      lane_block_offset = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_block_offset = lane_space_address_address_lo[32*i + 0 +: 4];
        lane_byte_enable_s6_next[32*i +: 32] = {16'd0, bytes_s5_now << lane_block_offset};
      end
      lane_window_s5_now = lane_window_s5;
      lane_space_address_sum_hi = 0;
      lane_space_address_high_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_space_address_sum_hi = lane_sum_hi_s5[32*i + 0 +: 17];
        lane_space_address_high_mask = lane_window_s5_now[i] ? 17'd0 : 17'h1ffff;
        lane_space_address_address_hi[32*i +: 32] = {15'd0, lane_space_address_sum_hi & lane_space_address_high_mask};
      end
      lane_window_compare_in_shared = lane_window_compare_shared_lo & lane_window_compare_shared_hi;
      lane_window_compare_in_local = lane_window_compare_local_lo & lane_window_compare_local_hi;
      lane_window_compare_miss = (({LANES{beat_control_high_s4}} & ~lane_window_compare_result_hi) | (~{LANES{beat_control_high_s4}} & ~lane_window_compare_shared_lo)) | lane_low_missed_s4;
      lane_condition_code_overflow = ({LANES{beat_control_volta_s4}} & lane_carry_s4) | (~{LANES{beat_control_volta_s4}} & lane_window_compare_miss);
      lane_carry_s4_now = lane_carry_s4;
      lane_condition_code_lea_mask_now = lane_condition_code_lea_mask;
      lane_condition_code_overflow_now = lane_condition_code_overflow;
      lane_condition_code_overflow_bit = 0;
      lane_condition_code_sign = 0;
      lane_condition_code_zero = 0;
      lane_condition_code_carry_bit = 0;
      lane_condition_code_flags = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_condition_code_overflow_bit = lane_condition_code_overflow_now[i];
        lane_condition_code_sign = lane_sum_lo_s4[32*i + 31 +: 1];
        lane_condition_code_zero = lane_sum_lo_s4[32*i +: 32] == 32'd0;
        lane_condition_code_carry_bit = lane_carry_s4_now[i];
        lane_condition_code_flags = ({3'd0, lane_condition_code_overflow_bit} << 3) | ({3'd0, lane_condition_code_sign} << 2) | ({3'd0, lane_condition_code_zero} << 1) | {3'd0, lane_condition_code_carry_bit};
        lane_condition_code_cc[32*i +: 32] = {28'd0, lane_condition_code_flags & lane_condition_code_lea_mask_now};
      end
      lane_upper_s1 <= lane_shift_bytes_upper;
      lane_lower_s1 <= lane_shift_bytes_lower;
      lane_negated_s1 <= lane_negation_negative;
      lane_increment_s1 <= lane_negation_increment;
      lane_base_lo_s1 <= lane_base_lo_s1_next;
      lane_addend_s2 <= lane_shift_bits_addend;
      lane_base_lo_s2 <= lane_base_adder_sum;
      lane_base_above_s2 <= lane_base_adder_carry_out;
      lane_base_hi_s2 <= lane_base_hi_s2_next;
      lane_sum_hi_s4 <= lane_address_adder_add_hi_sum;
      lane_cc_s5 <= lane_condition_code_cc;
      lane_shared_hit_s5 <= lane_window_compare_in_shared;
      lane_local_hit_s5 <= lane_window_compare_in_local;
      lane_address_lo_s6 <= lane_space_address_address_lo;
      lane_address_hi_s6 <= lane_space_address_address_hi;
      lane_byte_enable_s6 <= lane_byte_enable_s6_next;
      lane_space_s6 <= lane_space_s6_next;
      lane_fault_s6 <= lane_fault_s6_next;
      lane_address_adder_sum_lo_s1 <= lane_address_adder_add_lo_sum;
      lane_address_adder_carry_s1 <= lane_address_adder_add_lo_carry_out;
      lane_address_adder_void_s1 <= lane_address_adder_void_s1_next;
      lane_bounds_from_0_s1 <= lane_bounds_from_0_s1_next;
      lane_bounds_shared_s1 <= lane_bounds_shared_s1_next;
      lane_bounds_local_s1 <= lane_bounds_local_s1_next;
      lane_bounds_lower_s1 <= lane_bounds_lower_s1_next;
      lane_bounds_upper_s1 <= lane_bounds_upper_s1_next;
      lane_bounds_same_s1 <= lane_bounds_same_s1_next;
    end
  end

  always @(posedge clock) begin
    // beats of the warp that enters
    if (accepted) begin
      if (next_beat == LAST_BEAT) begin
        next_beat <= 5'd0;
      end else begin
        next_beat <= next_beat + 5'd1;
      end
    end
    if (reset) begin
      next_beat <= 5'd0;
    end
    if (advance) begin
      live_s6 <= fault_decision_live;
      is_shared_s6 <= space_steering_space_0 & ~space_steering_space_1;
      is_global_s6 <= ~(space_steering_space_0 | space_steering_space_1);
      faulted_s6 <= fault_decision_faulted;
      misaligned_s6 <= lane_masks_access_execute_s5 & misaligned;
    end
    if (advance) begin
      // stage 1
      lane_base_hi_s1 <= lane_base_hi_s1_next;

      // stage 2
      lane_increment_s2 <= lane_increment_s2_next;

      // stage 4; stage 3 is in the adder
      lane_sum_lo_s4 <= lane_sum_lo_s4_next;
      lane_carry_s4 <= lane_carry_s4_next;

      // stage 5; the comparisons with the limits are registered themselves
      lane_sum_lo_s5 <= lane_sum_lo_s5_next;
      lane_sum_hi_s5 <= lane_sum_hi_s5_next;

      // stage 6
      lane_sum_lo_s6 <= lane_sum_lo_s6_next;
      lane_sum_hi_s6 <= lane_sum_hi_s6_next;
      lane_cc_s6 <= lane_cc_s6_next;
    end
    if (advance) begin
      lane_address_adder_base_hi_s1 <= lane_address_adder_base_hi_s1_next;
    end
    if (~skid_buffer_held) begin
      result_lane_sum_lo_held <= result_lane_sum_lo_held_next;
      result_lane_sum_hi_held <= result_lane_sum_hi_held_next;
      result_lane_cc_held <= result_lane_cc_held_next;
      result_lane_address_lo_held <= result_lane_address_lo_held_next;
      result_lane_address_hi_held <= result_lane_address_hi_held_next;
      result_lane_byte_enable_held <= result_lane_byte_enable_held_next;
      result_lane_space_held <= result_lane_space_held_next;
      result_lane_fault_held <= result_lane_fault_held_next;
    end
    if (skid_buffer_load) begin
      result_lane_sum_lo_s7 <= result_lane_sum_lo_s7_next;
      result_lane_sum_hi_s7 <= result_lane_sum_hi_s7_next;
      result_lane_cc_s7 <= result_lane_cc_s7_next;
      result_lane_address_lo_s7 <= result_lane_address_lo_s7_next;
      result_lane_address_hi_s7 <= result_lane_address_hi_s7_next;
      result_lane_byte_enable_s7 <= result_lane_byte_enable_s7_next;
      result_lane_space_s7 <= result_lane_space_s7_next;
      result_lane_fault_s7 <= result_lane_fault_s7_next;
      if (skid_buffer_held) begin
        result_lane_sum_lo_s7 <= result_lane_sum_lo_s7_next_2;
        result_lane_sum_hi_s7 <= result_lane_sum_hi_s7_next_2;
        result_lane_cc_s7 <= result_lane_cc_s7_next_2;
        result_lane_address_lo_s7 <= result_lane_address_lo_s7_next_2;
        result_lane_address_hi_s7 <= result_lane_address_hi_s7_next_2;
        result_lane_byte_enable_s7 <= result_lane_byte_enable_s7_next_2;
        result_lane_space_s7 <= result_lane_space_s7_next_2;
        result_lane_fault_s7 <= result_lane_fault_s7_next_2;
      end
    end
  end
endmodule
