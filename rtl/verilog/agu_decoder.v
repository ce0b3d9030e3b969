// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_decoder of agu 0.2.0

// The instruction decoder: all ISAs, behind them one register stage.
//
//     word_ready = not reset, and (record_ready or not record_valid)
//     record     = the word's control record, by the ISA that came with it
//
// A word a cycle; of vISA, 25 bytes that start with an ADDR_ADD. Of 128 bits those of a Maxwell
// or Fermi word are the lower half, and the upper half is ignored. A word that is accepted
// at one clock edge is out as its record right after that edge, and stays until it is
// taken. An illegal word comes out as any other, in order, with `illegal` set. While
// `record_valid` is low, all fields are 0. Reset is synchronous and empties the stage.
module agu_decoder (
  input  wire         clock,
  // synchronous, active high
  input  wire         reset,

  // one instruction word
  input  wire         word_valid,
  output wire         word_ready,
  // the word, of Maxwell and Fermi in bits 63:0; or bytes 0 to 15 of an ADDR_ADD, byte 0 lowest
  input  wire [127:0] word,
  // bytes 16 to 24 of an ADDR_ADD; those after it mean nothing
  input  wire [71:0]  tail,
  // 0 a Maxwell word, 1 a Fermi word, 2 an ADDR_ADD of vISA; a word of 3 sm_70, 4 sm_75,
  // 5 sm_80 to sm_89, 6 sm_90, 7 sm_100 to sm_110, 8 sm_120 on; above illegal
  input  wire [3:0]   isa,
  // address variables have 32 elements, else 16
  input  wire         native_simd32,

  // one control record
  output wire         record_valid,
  input  wire         record_ready,
  // the word is no instruction, or illegal to execute; all other fields are 0 then
  output wire         illegal,

  // guard predicate; a lane executes where it holds, or where it does not
  output wire [2:0]   guard,
  output wire         guard_inverted,

  // the unit's ports of these names
  output wire         address_add,
  output wire         access,
  output wire         volta,
  // a ULEA, a ULDC or an LDCU: registers and predicates are uniform ones
  output wire         uniform_form,
  output wire         extended,
  output wire [3:0]   lane_mask,
  output wire [15:0]  destination,
  output wire         high,
  output wire         negate,
  output wire         negate_base,
  // predicate that an LEA with .X adds
  output wire [2:0]   carry_predicate,
  output wire         carry_inverted,
  output wire [4:0]   scale,
  output wire         write_cc,
  output wire [2:0]   predicate,
  output wire         store,
  output wire [2:0]   access_space,
  output wire [2:0]   access_size,
  output wire [7:0]   address_register,
  output wire         base_word,
  output wire         uniform_added,
  // uniform register that is added to an address, with .E a pair; base of an LEA
  output wire [7:0]   uniform_register,
  output wire [31:0]  immediate,
  output wire [1:0]   immediate_kind,
  output wire [4:0]   bank,
  output wire         steer_by_window,
  output wire         absolute,
  output wire [2:0]   exec_size,
  output wire [3:0]   channel_mask,
  output wire [4:0]   element,

  // Plg of a generic access
  output wire [2:0]   steering_predicate,
  // the access competes for a lock, frees one, tells in a predicate who got it
  output wire         lock_acquire,
  output wire         lock_release,
  output wire [2:0]   lock_predicate,

  // base of an LEA or a MOV: 0 source_register, 1 the constant at constant_offset of
  // bank, 2 immediate, 6 uniform_register; src0 of an ADDR_ADD: 3 elements of the address
  // variable source_variable, 4 address of a general one, 5 of a state one
  output wire [2:0]   source_kind,
  output wire [7:0]   source_register,
  output wire [15:0]  constant_offset,
  // offset of an LEA: its low word, its high word
  output wire [7:0]   offset_register,
  output wire [7:0]   offset_high_register,
  // that high word: 0 the register, 1 immediate, 2 the sign of the low word
  output wire [1:0]   offset_high_kind,

  // bytes of an ADDR_ADD
  output wire [4:0]   length,
  output wire [31:0]  source_variable,
  // src0: first element, row, or bytes past the variable's address
  output wire [7:0]   source_offset,
  output wire [7:0]   source_column,
  // code of the width of src0 that is an address operand
  output wire [2:0]   source_width,
  // src0 of a state variable: a sampler, else a surface
  output wire         source_sampler,
  // src1: 1 elements of offset_variable through a region, 2 immediate
  output wire [1:0]   offset_kind,
  output wire [31:0]  offset_variable,
  // the region's first element
  output wire [7:0]   offset_row,
  output wire [7:0]   offset_column,
  // codes of the region
  output wire [2:0]   vertical_stride,
  output wire [2:0]   region_width,
  output wire [2:0]   horizontal_stride
);

  wire        advance;
  wire        taken;
  wire        unknown;
  wire [7:0]  word_register;
  reg         valid_stage = 0;
  reg         illegal_stage = 0;
  reg  [2:0]  guard_stage = 0;
  reg         guard_inverted_stage = 0;
  reg         access_stage = 0;
  reg         volta_stage = 0;
  reg         uniform_form_stage = 0;
  reg         extended_stage = 0;
  reg  [3:0]  lane_mask_stage = 0;
  reg  [15:0] destination_stage = 0;
  reg         high_stage = 0;
  reg         negate_stage = 0;
  reg         negate_base_stage = 0;
  reg  [2:0]  carry_predicate_stage = 0;
  reg         carry_inverted_stage = 0;
  reg  [4:0]  scale_stage = 0;
  reg         write_cc_stage = 0;
  reg  [2:0]  predicate_stage = 0;
  reg         store_stage = 0;
  reg  [2:0]  access_space_stage = 0;
  reg  [2:0]  access_size_stage = 0;
  reg  [7:0]  address_register_stage = 0;
  reg         base_word_stage = 0;
  reg         uniform_added_stage = 0;
  reg  [7:0]  uniform_register_stage = 0;
  reg  [31:0] immediate_stage = 0;
  reg  [1:0]  immediate_kind_stage = 0;
  reg  [4:0]  bank_stage = 0;
  reg         steer_by_window_stage = 0;
  reg  [2:0]  steering_predicate_stage = 0;
  reg         lock_acquire_stage = 0;
  reg         lock_release_stage = 0;
  reg  [2:0]  lock_predicate_stage = 0;
  reg  [2:0]  source_kind_stage = 0;
  reg  [7:0]  source_register_stage = 0;
  reg  [15:0] constant_offset_stage = 0;
  reg  [7:0]  offset_register_stage = 0;
  reg  [7:0]  offset_high_register_stage = 0;
  reg  [1:0]  offset_high_kind_stage = 0;
  reg         address_add_stage = 0;
  reg         absolute_stage = 0;
  reg  [2:0]  exec_size_stage = 0;
  reg  [3:0]  channel_mask_stage = 0;
  reg  [4:0]  element_stage = 0;
  reg  [4:0]  length_stage = 0;
  reg  [31:0] source_variable_stage = 0;
  reg  [7:0]  source_offset_stage = 0;
  reg  [7:0]  source_column_stage = 0;
  reg  [2:0]  source_width_stage = 0;
  reg         source_sampler_stage = 0;
  reg  [1:0]  offset_kind_stage = 0;
  reg  [31:0] offset_variable_stage = 0;
  reg  [7:0]  offset_row_stage = 0;
  reg  [7:0]  offset_column_stage = 0;
  reg  [2:0]  vertical_stride_stage = 0;
  reg  [2:0]  region_width_stage = 0;
  reg  [2:0]  horizontal_stride_stage = 0;
  wire        fermi_illegal;
  wire [2:0]  fermi_guard;
  wire        fermi_guard_inverted;
  wire        fermi_access;
  wire        fermi_extended;
  wire [3:0]  fermi_lane_mask;
  wire [7:0]  fermi_destination;
  wire        fermi_high;
  wire        fermi_negate;
  wire [4:0]  fermi_scale;
  wire        fermi_write_cc;
  wire [2:0]  fermi_predicate;
  wire        fermi_store;
  wire [2:0]  fermi_access_space;
  wire [2:0]  fermi_access_size;
  wire [7:0]  fermi_address_register;
  wire [31:0] fermi_immediate;
  wire [1:0]  fermi_immediate_kind;
  wire [4:0]  fermi_bank;
  wire        fermi_steer_by_window;
  wire [2:0]  fermi_steering_predicate;
  wire        fermi_lock_acquire;
  wire        fermi_lock_release;
  wire [2:0]  fermi_lock_predicate;
  wire [2:0]  fermi_source_kind;
  wire [7:0]  fermi_source_register;
  wire [15:0] fermi_constant_offset;
  wire [7:0]  fermi_offset_register;
  wire [7:0]  fermi_offset_high_register;
  wire        maxwell_illegal;
  wire [2:0]  maxwell_guard;
  wire        maxwell_guard_inverted;
  wire        maxwell_access;
  wire        maxwell_extended;
  wire [3:0]  maxwell_lane_mask;
  wire [7:0]  maxwell_destination;
  wire        maxwell_high;
  wire        maxwell_negate;
  wire [4:0]  maxwell_scale;
  wire        maxwell_write_cc;
  wire [2:0]  maxwell_predicate;
  wire        maxwell_store;
  wire [2:0]  maxwell_access_space;
  wire [2:0]  maxwell_access_size;
  wire [7:0]  maxwell_address_register;
  wire [31:0] maxwell_immediate;
  wire [1:0]  maxwell_immediate_kind;
  wire [4:0]  maxwell_bank;
  wire        maxwell_steer_by_window;
  wire [2:0]  maxwell_steering_predicate;
  wire        maxwell_lock_acquire;
  wire        maxwell_lock_release;
  wire [2:0]  maxwell_lock_predicate;
  wire [2:0]  maxwell_source_kind;
  wire [7:0]  maxwell_source_register;
  wire [15:0] maxwell_constant_offset;
  wire [7:0]  maxwell_offset_register;
  wire [7:0]  maxwell_offset_high_register;
  wire        from_volta_illegal;
  wire [2:0]  from_volta_guard;
  wire        from_volta_guard_inverted;
  wire        from_volta_access;
  wire        from_volta_extended;
  wire [3:0]  from_volta_lane_mask;
  wire [7:0]  from_volta_destination;
  wire        from_volta_high;
  wire        from_volta_negate;
  wire [4:0]  from_volta_scale;
  wire        from_volta_write_cc;
  wire [2:0]  from_volta_predicate;
  wire        from_volta_store;
  wire [2:0]  from_volta_access_space;
  wire [2:0]  from_volta_access_size;
  wire [7:0]  from_volta_address_register;
  wire [31:0] from_volta_immediate;
  wire [1:0]  from_volta_immediate_kind;
  wire [4:0]  from_volta_bank;
  wire        from_volta_steer_by_window;
  wire [2:0]  from_volta_steering_predicate;
  wire        from_volta_lock_acquire;
  wire        from_volta_lock_release;
  wire [2:0]  from_volta_lock_predicate;
  wire [2:0]  from_volta_source_kind;
  wire [7:0]  from_volta_source_register;
  wire [15:0] from_volta_constant_offset;
  wire [7:0]  from_volta_offset_register;
  wire [7:0]  from_volta_offset_high_register;
  wire        from_volta_volta;
  wire        from_volta_uniform_form;
  wire        from_volta_negate_base;
  wire [2:0]  from_volta_carry_predicate;
  wire        from_volta_carry_inverted;
  wire        from_volta_base_word;
  wire        from_volta_uniform_added;
  wire [7:0]  from_volta_uniform_register;
  wire [1:0]  from_volta_offset_high_kind;
  wire        addr_add_illegal;
  wire        addr_add_address_add;
  wire [3:0]  addr_add_lane_mask;
  wire        addr_add_absolute;
  wire        addr_add_negate;
  wire [2:0]  addr_add_exec_size;
  wire [3:0]  addr_add_channel_mask;
  wire [4:0]  addr_add_element;
  wire [15:0] addr_add_destination;
  wire [31:0] addr_add_immediate;
  wire [4:0]  addr_add_length;
  wire [2:0]  addr_add_source_kind;
  wire [31:0] addr_add_source_variable;
  wire [7:0]  addr_add_source_offset;
  wire [7:0]  addr_add_source_column;
  wire [2:0]  addr_add_source_width;
  wire        addr_add_source_sampler;
  wire [1:0]  addr_add_offset_kind;
  wire [31:0] addr_add_offset_variable;
  wire [7:0]  addr_add_offset_row;
  wire [7:0]  addr_add_offset_column;
  wire [2:0]  addr_add_vertical_stride;
  wire [2:0]  addr_add_region_width;
  wire [2:0]  addr_add_horizontal_stride;
  wire [2:0]  addr_add_guard;
  wire [2:0]  addr_add_predicate;
  wire [2:0]  addr_add_steering_predicate;
  wire [2:0]  addr_add_lock_predicate;
  wire [7:0]  addr_add_address_register;
  wire [7:0]  addr_add_source_register;
  wire [7:0]  addr_add_offset_register;
  wire [7:0]  addr_add_offset_high_register;

  agu_fermi_decode fermi (
    .word(word[63:0]),
    .valid(taken & (isa == 4'd1)),
    .illegal(fermi_illegal),
    .guard(fermi_guard),
    .guard_inverted(fermi_guard_inverted),
    .access(fermi_access),
    .extended(fermi_extended),
    .lane_mask(fermi_lane_mask),
    .destination(fermi_destination),
    .high(fermi_high),
    .negate(fermi_negate),
    .scale(fermi_scale),
    .write_cc(fermi_write_cc),
    .predicate(fermi_predicate),
    .store(fermi_store),
    .access_space(fermi_access_space),
    .access_size(fermi_access_size),
    .address_register(fermi_address_register),
    .immediate(fermi_immediate),
    .immediate_kind(fermi_immediate_kind),
    .bank(fermi_bank),
    .steer_by_window(fermi_steer_by_window),
    .steering_predicate(fermi_steering_predicate),
    .lock_acquire(fermi_lock_acquire),
    .lock_release(fermi_lock_release),
    .lock_predicate(fermi_lock_predicate),
    .source_kind(fermi_source_kind),
    .source_register(fermi_source_register),
    .constant_offset(fermi_constant_offset),
    .offset_register(fermi_offset_register),
    .offset_high_register(fermi_offset_high_register)
  );

  agu_maxwell_decode maxwell (
    .word(word[63:0]),
    .valid(taken & (isa == 4'd0)),
    .illegal(maxwell_illegal),
    .guard(maxwell_guard),
    .guard_inverted(maxwell_guard_inverted),
    .access(maxwell_access),
    .extended(maxwell_extended),
    .lane_mask(maxwell_lane_mask),
    .destination(maxwell_destination),
    .high(maxwell_high),
    .negate(maxwell_negate),
    .scale(maxwell_scale),
    .write_cc(maxwell_write_cc),
    .predicate(maxwell_predicate),
    .store(maxwell_store),
    .access_space(maxwell_access_space),
    .access_size(maxwell_access_size),
    .address_register(maxwell_address_register),
    .immediate(maxwell_immediate),
    .immediate_kind(maxwell_immediate_kind),
    .bank(maxwell_bank),
    .steer_by_window(maxwell_steer_by_window),
    .steering_predicate(maxwell_steering_predicate),
    .lock_acquire(maxwell_lock_acquire),
    .lock_release(maxwell_lock_release),
    .lock_predicate(maxwell_lock_predicate),
    .source_kind(maxwell_source_kind),
    .source_register(maxwell_source_register),
    .constant_offset(maxwell_constant_offset),
    .offset_register(maxwell_offset_register),
    .offset_high_register(maxwell_offset_high_register)
  );

  agu_volta_decode from_volta (
    .word(word),
    .valid(taken & (isa >= 4'd3) & (isa <= 4'd8)),
    .illegal(from_volta_illegal),
    .guard(from_volta_guard),
    .guard_inverted(from_volta_guard_inverted),
    .access(from_volta_access),
    .extended(from_volta_extended),
    .lane_mask(from_volta_lane_mask),
    .destination(from_volta_destination),
    .high(from_volta_high),
    .negate(from_volta_negate),
    .scale(from_volta_scale),
    .write_cc(from_volta_write_cc),
    .predicate(from_volta_predicate),
    .store(from_volta_store),
    .access_space(from_volta_access_space),
    .access_size(from_volta_access_size),
    .address_register(from_volta_address_register),
    .immediate(from_volta_immediate),
    .immediate_kind(from_volta_immediate_kind),
    .bank(from_volta_bank),
    .steer_by_window(from_volta_steer_by_window),
    .steering_predicate(from_volta_steering_predicate),
    .lock_acquire(from_volta_lock_acquire),
    .lock_release(from_volta_lock_release),
    .lock_predicate(from_volta_lock_predicate),
    .source_kind(from_volta_source_kind),
    .source_register(from_volta_source_register),
    .constant_offset(from_volta_constant_offset),
    .offset_register(from_volta_offset_register),
    .offset_high_register(from_volta_offset_high_register),
    .isa(isa),
    .volta(from_volta_volta),
    .uniform_form(from_volta_uniform_form),
    .negate_base(from_volta_negate_base),
    .carry_predicate(from_volta_carry_predicate),
    .carry_inverted(from_volta_carry_inverted),
    .base_word(from_volta_base_word),
    .uniform_added(from_volta_uniform_added),
    .uniform_register(from_volta_uniform_register),
    .offset_high_kind(from_volta_offset_high_kind)
  );

  agu_addr_add_decode addr_add (
    .word(word),
    .tail(tail),
    .valid(taken & (isa == 4'd2)),
    .native_simd32(native_simd32),
    .illegal(addr_add_illegal),
    .address_add(addr_add_address_add),
    .lane_mask(addr_add_lane_mask),
    .absolute(addr_add_absolute),
    .negate(addr_add_negate),
    .exec_size(addr_add_exec_size),
    .channel_mask(addr_add_channel_mask),
    .element(addr_add_element),
    .destination(addr_add_destination),
    .immediate(addr_add_immediate),
    .length(addr_add_length),
    .source_kind(addr_add_source_kind),
    .source_variable(addr_add_source_variable),
    .source_offset(addr_add_source_offset),
    .source_column(addr_add_source_column),
    .source_width(addr_add_source_width),
    .source_sampler(addr_add_source_sampler),
    .offset_kind(addr_add_offset_kind),
    .offset_variable(addr_add_offset_variable),
    .offset_row(addr_add_offset_row),
    .offset_column(addr_add_offset_column),
    .vertical_stride(addr_add_vertical_stride),
    .region_width(addr_add_region_width),
    .horizontal_stride(addr_add_horizontal_stride),
    .guard(addr_add_guard),
    .predicate(addr_add_predicate),
    .steering_predicate(addr_add_steering_predicate),
    .lock_predicate(addr_add_lock_predicate),
    .address_register(addr_add_address_register),
    .source_register(addr_add_source_register),
    .offset_register(addr_add_offset_register),
    .offset_high_register(addr_add_offset_high_register)
  );

  assign advance = record_ready | ~valid_stage;
  assign word_ready = advance & ~reset;
  assign taken = word_valid & ~reset;
  assign unknown = taken & (isa > 4'd8);
  assign word_register = fermi_destination | maxwell_destination | from_volta_destination;
  assign record_valid = valid_stage;
  assign illegal = illegal_stage;
  assign guard = guard_stage;
  assign guard_inverted = guard_inverted_stage;
  assign access = access_stage;
  assign volta = volta_stage;
  assign uniform_form = uniform_form_stage;
  assign extended = extended_stage;
  assign lane_mask = lane_mask_stage;
  assign destination = destination_stage;
  assign high = high_stage;
  assign negate = negate_stage;
  assign negate_base = negate_base_stage;
  assign carry_predicate = carry_predicate_stage;
  assign carry_inverted = carry_inverted_stage;
  assign scale = scale_stage;
  assign write_cc = write_cc_stage;
  assign predicate = predicate_stage;
  assign store = store_stage;
  assign access_space = access_space_stage;
  assign access_size = access_size_stage;
  assign address_register = address_register_stage;
  assign base_word = base_word_stage;
  assign uniform_added = uniform_added_stage;
  assign uniform_register = uniform_register_stage;
  assign immediate = immediate_stage;
  assign immediate_kind = immediate_kind_stage;
  assign bank = bank_stage;
  assign steer_by_window = steer_by_window_stage;
  assign steering_predicate = steering_predicate_stage;
  assign lock_acquire = lock_acquire_stage;
  assign lock_release = lock_release_stage;
  assign lock_predicate = lock_predicate_stage;
  assign source_kind = source_kind_stage;
  assign source_register = source_register_stage;
  assign constant_offset = constant_offset_stage;
  assign offset_register = offset_register_stage;
  assign offset_high_register = offset_high_register_stage;
  assign offset_high_kind = offset_high_kind_stage;
  assign address_add = address_add_stage;
  assign absolute = absolute_stage;
  assign exec_size = exec_size_stage;
  assign channel_mask = channel_mask_stage;
  assign element = element_stage;
  assign length = length_stage;
  assign source_variable = source_variable_stage;
  assign source_offset = source_offset_stage;
  assign source_column = source_column_stage;
  assign source_width = source_width_stage;
  assign source_sampler = source_sampler_stage;
  assign offset_kind = offset_kind_stage;
  assign offset_variable = offset_variable_stage;
  assign offset_row = offset_row_stage;
  assign offset_column = offset_column_stage;
  assign vertical_stride = vertical_stride_stage;
  assign region_width = region_width_stage;
  assign horizontal_stride = horizontal_stride_stage;

  always @(posedge clock) begin
    if (advance | reset) begin
      valid_stage <= taken;
      illegal_stage <=
        fermi_illegal
        | maxwell_illegal
        | from_volta_illegal
        | addr_add_illegal
        | unknown;
      guard_stage <= fermi_guard | maxwell_guard | from_volta_guard | addr_add_guard;
      guard_inverted_stage <=
        fermi_guard_inverted
        | maxwell_guard_inverted
        | from_volta_guard_inverted;
      access_stage <= fermi_access | maxwell_access | from_volta_access;
      volta_stage <= from_volta_volta;
      uniform_form_stage <= from_volta_uniform_form;
      extended_stage <= fermi_extended | maxwell_extended | from_volta_extended;
      lane_mask_stage <=
        fermi_lane_mask
        | maxwell_lane_mask
        | from_volta_lane_mask
        | addr_add_lane_mask;
      destination_stage <= {8'd0, word_register} | addr_add_destination;
      high_stage <= fermi_high | maxwell_high | from_volta_high;
      negate_stage <= fermi_negate | maxwell_negate | from_volta_negate | addr_add_negate;
      negate_base_stage <= from_volta_negate_base;
      carry_predicate_stage <= from_volta_carry_predicate;
      carry_inverted_stage <= from_volta_carry_inverted;
      scale_stage <= fermi_scale | maxwell_scale | from_volta_scale;
      write_cc_stage <= fermi_write_cc | maxwell_write_cc | from_volta_write_cc;
      predicate_stage <=
        fermi_predicate
        | maxwell_predicate
        | from_volta_predicate
        | addr_add_predicate;
      store_stage <= fermi_store | maxwell_store | from_volta_store;
      access_space_stage <= fermi_access_space | maxwell_access_space | from_volta_access_space;
      access_size_stage <= fermi_access_size | maxwell_access_size | from_volta_access_size;
      address_register_stage <=
        fermi_address_register
        | maxwell_address_register
        | from_volta_address_register
        | addr_add_address_register;
      base_word_stage <= from_volta_base_word;
      uniform_added_stage <= from_volta_uniform_added;
      uniform_register_stage <= from_volta_uniform_register;
      immediate_stage <=
        fermi_immediate
        | maxwell_immediate
        | from_volta_immediate
        | addr_add_immediate;
      immediate_kind_stage <=
        fermi_immediate_kind
        | maxwell_immediate_kind
        | from_volta_immediate_kind;
      bank_stage <= fermi_bank | maxwell_bank | from_volta_bank;
      steer_by_window_stage <=
        fermi_steer_by_window
        | maxwell_steer_by_window
        | from_volta_steer_by_window;
      steering_predicate_stage <=
        fermi_steering_predicate
        | maxwell_steering_predicate
        | from_volta_steering_predicate
        | addr_add_steering_predicate;
      lock_acquire_stage <= fermi_lock_acquire | maxwell_lock_acquire | from_volta_lock_acquire;
      lock_release_stage <= fermi_lock_release | maxwell_lock_release | from_volta_lock_release;
      lock_predicate_stage <=
        fermi_lock_predicate
        | maxwell_lock_predicate
        | from_volta_lock_predicate
        | addr_add_lock_predicate;
      source_kind_stage <=
        fermi_source_kind
        | maxwell_source_kind
        | from_volta_source_kind
        | addr_add_source_kind;
      source_register_stage <=
        fermi_source_register
        | maxwell_source_register
        | from_volta_source_register
        | addr_add_source_register;
      constant_offset_stage <=
        fermi_constant_offset
        | maxwell_constant_offset
        | from_volta_constant_offset;
      offset_register_stage <=
        fermi_offset_register
        | maxwell_offset_register
        | from_volta_offset_register
        | addr_add_offset_register;
      offset_high_register_stage <=
        fermi_offset_high_register
        | maxwell_offset_high_register
        | from_volta_offset_high_register
        | addr_add_offset_high_register;
      offset_high_kind_stage <= from_volta_offset_high_kind;
      address_add_stage <= addr_add_address_add;
      absolute_stage <= addr_add_absolute;
      exec_size_stage <= addr_add_exec_size;
      channel_mask_stage <= addr_add_channel_mask;
      element_stage <= addr_add_element;
      length_stage <= addr_add_length;
      source_variable_stage <= addr_add_source_variable;
      source_offset_stage <= addr_add_source_offset;
      source_column_stage <= addr_add_source_column;
      source_width_stage <= addr_add_source_width;
      source_sampler_stage <= addr_add_source_sampler;
      offset_kind_stage <= addr_add_offset_kind;
      offset_variable_stage <= addr_add_offset_variable;
      offset_row_stage <= addr_add_offset_row;
      offset_column_stage <= addr_add_offset_column;
      vertical_stride_stage <= addr_add_vertical_stride;
      region_width_stage <= addr_add_region_width;
      horizontal_stride_stage <= addr_add_horizontal_stride;
    end
  end
endmodule
