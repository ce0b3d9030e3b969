// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_core of agu 0.2.0

// The core: the instruction decoder in front of the address unit.
//
//     passed         = a record is there that is not illegal
//     operands_ready = passed, and the unit takes a beat
//     record leaves  = illegal, or its last beat of operands is taken
//
// A word goes in first. In the cycle after it is taken, its record is at the outputs
// and says what to fetch. Operands come beat by beat, each taken where `operands_valid`
// and `operands_ready` meet, the first one as early as in that cycle. The record stays
// until the last beat is taken, so operands always meet their own control. The next
// record follows without a gap: a word every 32/LANES cycles. An illegal word takes no
// operands and never reaches the unit; it stays for one cycle, with `illegal` set.
//
// Results are the unit's. Reset is synchronous and empties all of it.
module agu_core #(parameter LANES = 8) (
  input  wire                clock,
  // synchronous, active high
  input  wire                reset,

  // configuration write port
  input  wire                config_valid,
  output wire                config_ready,
  input  wire [5:0]          config_address,
  input  wire [63:0]         config_data,

  // one instruction word
  input  wire                word_valid,
  output wire                word_ready,
  // the word, of Maxwell and Fermi in bits 63:0; or bytes 0 to 15 of an ADDR_ADD, byte 0
  // lowest
  input  wire [127:0]        word,
  // bytes 16 to 24 of an ADDR_ADD; those after it mean nothing
  input  wire [71:0]         tail,
  // 0 a Maxwell word, 1 a Fermi word, 2 an ADDR_ADD of vISA; a word of 3 sm_70, 4 sm_75,
  // 5 sm_80 to sm_89, 6 sm_90, 7 sm_100 to sm_110, 8 sm_120 on; above illegal
  input  wire [3:0]          isa,
  // address variables have 32 elements, else 16
  input  wire                native_simd32,

  // the word's record: what its operands are, and what becomes of its result
  output wire                record_valid,
  // the word is no instruction, or illegal to execute; all other fields are 0 then
  output wire                illegal,
  // predicate that guard_mask holds
  output wire [2:0]          guard,
  // an ADDR_ADD, else what access says
  output wire                address_add,
  // a load or a store, else an LEA or a MOV
  output wire                access,
  // an LEA or an access from Volta on
  output wire                volta,
  // a ULEA, a ULDC or an LDCU: lane 0 alone, registers and predicates are uniform ones
  output wire                uniform_form,
  // .E of an access: the base is a register pair, but with base_word; .X of an LEA
  output wire                extended,
  // data register of an access, of as many as access_size says; address variable of an
  // ADDR_ADD
  output wire [15:0]         destination,
  // predicate that an LEA from Volta on adds with .X: carry_in is it, or its inversion
  output wire [2:0]          carry_predicate,
  output wire                carry_inverted,
  output wire                store,
  output wire [2:0]          access_size,
  // base of an access
  output wire [7:0]          address_register,
  output wire                base_word,
  // uniform_base is {UR+1, UR} of uniform_register with .E, else UR
  output wire                uniform_added,
  // uniform register that is added to an address, or that is the base of an LEA
  output wire [7:0]          uniform_register,
  // Plg of a generic access, predicate that steering_mask holds
  output wire [2:0]          steering_predicate,
  // the access competes for a lock, frees one, tells in a predicate who got it
  output wire                lock_acquire,
  output wire                lock_release,
  output wire [2:0]          lock_predicate,
  // base of an LEA or a MOV: 0 source_register, 1 the constant at constant_offset of
  // bank, 2 immediate, 6 uniform_register; src0 of an ADDR_ADD: 3 elements of the address
  // variable source_variable, 4 address of a general one, 5 of a state one
  output wire [2:0]          source_kind,
  output wire [7:0]          source_register,
  output wire [4:0]          bank,
  output wire [15:0]         constant_offset,
  output wire [31:0]         immediate,
  // offset of an LEA: its low word, its high word
  output wire [7:0]          offset_register,
  output wire [7:0]          offset_high_register,
  // that high word: 0 the register, 1 immediate, 2 the sign of the low word
  output wire [1:0]          offset_high_kind,
  // bytes of an ADDR_ADD, code of its exec size
  output wire [4:0]          length,
  output wire [2:0]          exec_size,
  // src0: its variable; first element, row, or bytes past the variable's address
  output wire [31:0]         source_variable,
  output wire [7:0]          source_offset,
  output wire [7:0]          source_column,
  // code of the width of src0 that is an address operand
  output wire [2:0]          source_width,
  // src0 of a state variable: a sampler, else a surface
  output wire                source_sampler,
  // src1: 1 elements of offset_variable through a region, 2 immediate
  output wire [1:0]          offset_kind,
  output wire [31:0]         offset_variable,
  // the region's first element, its codes
  output wire [7:0]          offset_row,
  output wire [7:0]          offset_column,
  output wire [2:0]          vertical_stride,
  output wire [2:0]          region_width,
  output wire [2:0]          horizontal_stride,

  // operands of one beat of the warp
  input  wire                operands_valid,
  output wire                operands_ready,
  // one bit a lane: takes part at all
  input  wire [LANES-1:0]    active_mask,
  // one bit a lane: the predicate guard; the core inverts it where the word says so
  input  wire [LANES-1:0]    guard_mask,
  // one bit a lane: performs no generic or global store
  input  wire [LANES-1:0]    helper_mask,
  // one bit a lane: the predicate steering_predicate
  input  wire [LANES-1:0]    steering_mask,
  // one bit a lane: CC.CF, of an LEA from Volta on carry_predicate, and CC.OF before the
  // instruction
  input  wire [LANES-1:0]    carry_in,
  input  wire [LANES-1:0]    overflow_in,
  // EM of the whole warp, one bit a channel of an ADDR_ADD
  input  wire [31:0]         execution_mask,
  // uniform registers that are added to an address
  input  wire [63:0]         uniform_base,
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

  // one memory request of a warp; the data is 0 while there is none
  output wire                memory_valid,
  input  wire                memory_ready,
  // a pass of shared memory, else a 128-byte line of global memory
  output wire                memory_shared,
  output wire                memory_store,
  // `address[48:7]` of the line
  output wire [41:0]         memory_line,
  // 32-byte sectors of the line that are touched
  output wire [3:0]          memory_sectors,
  // one bit a lane of the warp: served by this request
  output wire [31:0]         memory_lanes,
  // number of the pass
  output wire [4:0]          memory_pass,
  // the last request of its warp
  output wire                memory_last
);

  generate
    if (LANES != 1 && LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : refused
      LANES_must_be_1_2_4_8_16_or_32 lanes ();
    end
  endgenerate

  localparam       LOG2_LANES = $clog2(LANES);
  localparam [4:0] LAST_BEAT = 5'h1f >> LOG2_LANES;

  wire             passed;
  wire             taken;
  wire             last;
  reg  [4:0]       next_beat = 0;
  wire             decoder_record_valid;
  wire             decoder_illegal;
  wire             decoder_guard_inverted;
  wire             decoder_address_add;
  wire             decoder_access;
  wire             decoder_volta;
  wire             decoder_extended;
  wire [3:0]       decoder_lane_mask;
  wire [15:0]      decoder_destination;
  wire             decoder_high;
  wire             decoder_negate;
  wire             decoder_negate_base;
  wire [4:0]       decoder_scale;
  wire             decoder_write_cc;
  wire [2:0]       decoder_predicate;
  wire             decoder_store;
  wire [2:0]       decoder_access_space;
  wire [2:0]       decoder_access_size;
  wire [7:0]       decoder_address_register;
  wire             decoder_base_word;
  wire             decoder_uniform_added;
  wire [31:0]      decoder_immediate;
  wire [1:0]       decoder_immediate_kind;
  wire [4:0]       decoder_bank;
  wire             decoder_steer_by_window;
  wire             decoder_absolute;
  wire [2:0]       decoder_exec_size;
  wire [3:0]       decoder_channel_mask;
  wire [4:0]       decoder_element;
  wire             unit_request_ready;
  wire [LANES-1:0] unit_guard_mask;

  agu_decoder decoder (
    .clock(clock),
    .reset(reset),
    .word_valid(word_valid),
    .word_ready(word_ready),
    .word(word),
    .tail(tail),
    .isa(isa),
    .native_simd32(native_simd32),
    .record_valid(decoder_record_valid),
    .record_ready(decoder_illegal | (taken & last)),
    .illegal(decoder_illegal),
    .guard(guard),
    .guard_inverted(decoder_guard_inverted),
    .address_add(decoder_address_add),
    .access(decoder_access),
    .volta(decoder_volta),
    .uniform_form(uniform_form),
    .extended(decoder_extended),
    .lane_mask(decoder_lane_mask),
    .destination(decoder_destination),
    .high(decoder_high),
    .negate(decoder_negate),
    .negate_base(decoder_negate_base),
    .carry_predicate(carry_predicate),
    .carry_inverted(carry_inverted),
    .scale(decoder_scale),
    .write_cc(decoder_write_cc),
    .predicate(decoder_predicate),
    .store(decoder_store),
    .access_space(decoder_access_space),
    .access_size(decoder_access_size),
    .address_register(decoder_address_register),
    .base_word(decoder_base_word),
    .uniform_added(decoder_uniform_added),
    .uniform_register(uniform_register),
    .immediate(decoder_immediate),
    .immediate_kind(decoder_immediate_kind),
    .bank(decoder_bank),
    .steer_by_window(decoder_steer_by_window),
    .absolute(decoder_absolute),
    .exec_size(decoder_exec_size),
    .channel_mask(decoder_channel_mask),
    .element(decoder_element),
    .steering_predicate(steering_predicate),
    .lock_acquire(lock_acquire),
    .lock_release(lock_release),
    .lock_predicate(lock_predicate),
    .source_kind(source_kind),
    .source_register(source_register),
    .constant_offset(constant_offset),
    .offset_register(offset_register),
    .offset_high_register(offset_high_register),
    .offset_high_kind(offset_high_kind),
    .length(length),
    .source_variable(source_variable),
    .source_offset(source_offset),
    .source_column(source_column),
    .source_width(source_width),
    .source_sampler(source_sampler),
    .offset_kind(offset_kind),
    .offset_variable(offset_variable),
    .offset_row(offset_row),
    .offset_column(offset_column),
    .vertical_stride(vertical_stride),
    .region_width(region_width),
    .horizontal_stride(horizontal_stride)
  );

  agu_unit #(.LANES(LANES)) unit (
    .clock(clock),
    .reset(reset),
    .config_valid(config_valid),
    .config_ready(config_ready),
    .config_address(config_address),
    .config_data(config_data),
    .request_valid(passed & operands_valid),
    .request_ready(unit_request_ready),
    .access(decoder_access),
    .volta(decoder_volta),
    .extended(decoder_extended),
    .lane_mask(decoder_lane_mask),
    .destination(decoder_destination),
    .high(decoder_high),
    .negate(decoder_negate),
    .negate_base(decoder_negate_base),
    .scale(decoder_scale),
    .write_cc(decoder_write_cc),
    .predicate(decoder_predicate),
    .store(decoder_store),
    .access_space(decoder_access_space),
    .access_size(decoder_access_size),
    .address_register(decoder_address_register),
    .base_word(decoder_base_word),
    .uniform_added(decoder_uniform_added),
    .uniform_base(uniform_base),
    .immediate(decoder_immediate),
    .immediate_kind(decoder_immediate_kind),
    .bank(decoder_bank),
    .steer_by_window(decoder_steer_by_window),
    .address_add(decoder_address_add),
    .absolute(decoder_absolute),
    .exec_size(decoder_exec_size),
    .channel_mask(decoder_channel_mask),
    .execution_mask(execution_mask),
    .element(decoder_element),
    .active_mask(active_mask),
    .guard_mask(unit_guard_mask),
    .helper_mask(helper_mask),
    .steering_mask(steering_mask),
    .carry_in(carry_in),
    .overflow_in(overflow_in),
    .base_lo(base_lo),
    .base_hi(base_hi),
    .offset_lo(offset_lo),
    .offset_hi(offset_hi),
    .result_valid(result_valid),
    .result_ready(result_ready),
    .result_beat(result_beat),
    .result_last(result_last),
    .result_access(result_access),
    .result_address_add(result_address_add),
    .result_store(result_store),
    .result_size(result_size),
    .result_predicate(result_predicate),
    .result_destination(result_destination),
    .result_element(result_element),
    .rd_write(rd_write),
    .predicate_write(predicate_write),
    .cc_write(cc_write),
    .execute_mask(execute_mask),
    .live_mask(live_mask),
    .shared_mask(shared_mask),
    .fault_mask(fault_mask),
    .misaligned_mask(misaligned_mask),
    .uniform(uniform),
    .fault_valid(fault_valid),
    .fault_lane(fault_lane),
    .sum_lo(sum_lo),
    .sum_hi(sum_hi),
    .cc(cc),
    .address_lo(address_lo),
    .address_hi(address_hi),
    .byte_enable(byte_enable),
    .space(space),
    .fault(fault),
    .lock_index(lock_index),
    .memory_valid(memory_valid),
    .memory_ready(memory_ready),
    .memory_shared(memory_shared),
    .memory_store(memory_store),
    .memory_line(memory_line),
    .memory_sectors(memory_sectors),
    .memory_lanes(memory_lanes),
    .memory_pass(memory_pass),
    .memory_last(memory_last)
  );

  // handshake
  assign passed = decoder_record_valid & ~decoder_illegal;
  assign operands_ready = passed & unit_request_ready;
  assign taken = passed & operands_valid & unit_request_ready;
  assign last = next_beat == LAST_BEAT;
  assign record_valid = decoder_record_valid;
  assign illegal = decoder_illegal;
  assign address_add = decoder_address_add;
  assign access = decoder_access;
  assign volta = decoder_volta;
  assign extended = decoder_extended;
  assign destination = decoder_destination;
  assign store = decoder_store;
  assign access_size = decoder_access_size;
  assign address_register = decoder_address_register;
  assign base_word = decoder_base_word;
  assign uniform_added = decoder_uniform_added;
  assign bank = decoder_bank;
  assign immediate = decoder_immediate;
  assign exec_size = decoder_exec_size;
  assign unit_guard_mask = decoder_guard_inverted ? ~guard_mask : guard_mask;

  always @(posedge clock) begin
    // beats of the warp whose record is there
    if (taken) begin
      if (last) begin
        next_beat <= 5'd0;
      end else begin
        next_beat <= next_beat + 5'd1;
      end
    end
    if (reset) begin
      next_beat <= 5'd0;
    end
  end
endmodule
