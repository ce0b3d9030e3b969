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
  output wire [4*LANES-1:0]  cc,
  // 32 bits a lane: the address given out, aligned
  output wire [32*LANES-1:0] address_lo,
  output wire [17*LANES-1:0] address_hi,
  // 16 bits a lane: bytes of the aligned 16-byte block
  output wire [16*LANES-1:0] byte_enable,
  // 2 bits a lane: 0 global, 1 shared, 2 local, 3 constant
  output wire [2*LANES-1:0]  space,
  // 2 bits a lane: 0 none, 1 OutsideWindow, 2 OutsideAllocation, 3 Misaligned
  output wire [2*LANES-1:0]  fault,
  // 8 bits a lane: `address[9:2]`
  output wire [8*LANES-1:0]  lock_index,
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
  wire [32*LANES-1:0] lane_sum_lo;
  wire [32*LANES-1:0] lane_sum_hi;
  wire [4*LANES-1:0]  lane_cc;
  wire [32*LANES-1:0] lane_address_lo;
  wire [17*LANES-1:0] lane_address_hi;
  wire [16*LANES-1:0] lane_byte_enable;
  wire [2*LANES-1:0]  lane_space;
  wire [2*LANES-1:0]  lane_fault;
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

  genvar i;
  generate
    for (i = 0; i < LANES; i = i + 1) begin : lanes
      agu_lane lane (
        .clock(clock),
        .advance(advance),
        .base_lo(base_lo[32*i +: 32]),
        .base_hi(base_hi[32*i +: 32]),
        .offset_lo(offset_lo[32*i +: 32]),
        .offset_hi(offset_hi[32*i +: 32]),
        .low(low),
        .high(beat_control_lea_high),
        .scale_bytes(beat_control_scale_bytes),
        .negate(beat_control_negates),
        .absolute(beat_control_takes_magnitude),
        .inverts(beat_control_inverts),
        .borrows(beat_control_borrows),
        .below(beat_control_below),
        .based(access_control_based),
        .negate_base(beat_control_negates_base),
        .scale_bits_s1(beat_control_scale_bits_s1),
        .uniform_lo_s1(uniform_adder_sum_lo_s1),
        .paired_s1(access_control_paired_s1),
        .carry_in_s2(lane_masks_carry_in_s2[i]),
        .uniform_hi_s3(uniform_adder_sum_hi_s3),
        .wide_s3(access_control_wide_s3),
        .volta_s3(beat_control_volta_s3),
        .lea_s4(beat_control_lea_s4),
        .volta_s4(beat_control_volta_s4),
        .high_s4(beat_control_high_s4),
        .low_missed_s4(lane_masks_low_missed_s4[i]),
        .shared_base_lo(configuration_shared_base_lo),
        .shared_base_hi(configuration_shared_base_hi),
        .local_base_lo(configuration_local_base_lo),
        .local_base_hi(configuration_local_base_hi),
        .not_shared_limit_s4(limits_not_shared_limit),
        .not_local_limit_s4(limits_not_local_limit),
        .not_other_limit_lo_s4(limits_not_other_limit_lo),
        .not_other_limit_hi_s4(limits_not_other_limit_hi),
        .narrow_s5(beat_control_address_add_s5),
        .offset_bits_s5(offset_bits_s5),
        .bytes_s5(bytes_s5),
        .generic_s5(access_control_generic_s5),
        .window_s5(space_steering_window[i]),
        .space_0_s5(space_steering_space_0[i]),
        .space_1_s5(space_steering_space_1[i]),
        .fault_0_s5(fault_decision_fault_0[i]),
        .fault_1_s5(fault_decision_fault_1[i]),
        .sum_lo(lane_sum_lo[32*i +: 32]),
        .sum_hi(lane_sum_hi[32*i +: 32]),
        .cc(lane_cc[4*i +: 4]),
        .address_lo(lane_address_lo[32*i +: 32]),
        .address_hi(lane_address_hi[17*i +: 17]),
        .byte_enable(lane_byte_enable[16*i +: 16]),
        .space(lane_space[2*i +: 2]),
        .fault(lane_fault[2*i +: 2]),
        .in_shared_s5(in_shared[i]),
        .in_local_s5(in_local[i]),
        .below_shared_s5(below_shared[i]),
        .below_local_s5(below_local[i]),
        .below_other_s5(below_other[i]),
        .misaligned_s5(misaligned[i])
      );
    end
  endgenerate

  generate
    for (i = 0; i < LANES; i = i + 1) begin : uniform_keys
      agu_uniform_key uniform_key (
        .live(live_s6[i]),
        .address_lo(lane_address_lo[32*i +: 32]),
        .address_hi(lane_address_hi[17*i +: 17]),
        .ones_lo(ones_lo[32*i +: 32]),
        .ones_hi(ones_hi[32*i +: 32]),
        .zeros_lo(zeros_lo[32*i +: 32]),
        .zeros_hi(zeros_hi[32*i +: 32])
      );
    end
  endgenerate

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

  generate
    for (i = 0; i < LANES; i = i + 1) begin : result_lanes
      agu_result_lane result_lane (
        .clock(clock),
        .load(skid_buffer_load),
        .held(skid_buffer_held),
        .sum_lo_s6(lane_sum_lo[32*i +: 32]),
        .sum_hi_s6(lane_sum_hi[32*i +: 32]),
        .cc_s6(lane_cc[4*i +: 4]),
        .address_lo_s6(lane_address_lo[32*i +: 32]),
        .address_hi_s6(lane_address_hi[17*i +: 17]),
        .byte_enable_s6(lane_byte_enable[16*i +: 16]),
        .space_s6(lane_space[2*i +: 2]),
        .fault_s6(lane_fault[2*i +: 2]),
        .lock_index(lock_index[8*i +: 8]),
        .line(line[32*i +: 32]),
        .top(top[32*i +: 32]),
        .word(word[32*i +: 32]),
        .sum_lo(sum_lo[32*i +: 32]),
        .sum_hi(sum_hi[32*i +: 32]),
        .cc(cc[4*i +: 4]),
        .address_lo(address_lo[32*i +: 32]),
        .address_hi(address_hi[17*i +: 17]),
        .byte_enable(byte_enable[16*i +: 16]),
        .space(space[2*i +: 2]),
        .fault(fault[2*i +: 2])
      );
    end
  endgenerate

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
  end
endmodule
