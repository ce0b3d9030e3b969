// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_volta_decode of agu 0.2.0

// A word of a part from Volta on as the address unit's control.
//
//     opcode = {word[91], word[11:0]}, on sm_70 without bit 91
//     legal  = an LEA or an access of the part, legal for itself and by its schedule
//
// Bits of no field are ignored. A field that a form does not use is RZ (255) where it is a
// register, PT (7) where it is a predicate, all ones for the lanes, else 0; so is each that only
// instructions from Volta on use. Combinational.
module agu_volta_decode (
  // an instruction word
  input  wire [127:0] word,
  // there is one; without it all fields are 0, illegal too
  input  wire         valid,

  // the word is no instruction, or illegal to execute; all other fields are 0 then
  output wire         illegal,

  // guard predicate; a lane executes where it holds, or where it does not
  output wire [2:0]   guard,
  output wire         guard_inverted,

  // the unit's ports of these names
  output wire         access,
  output wire         extended,
  output wire [3:0]   lane_mask,
  output wire [7:0]   destination,
  output wire         high,
  output wire         negate,
  output wire [4:0]   scale,
  output wire         write_cc,
  output wire [2:0]   predicate,
  output wire         store,
  output wire [2:0]   access_space,
  output wire [2:0]   access_size,
  output wire [7:0]   address_register,
  output wire [31:0]  immediate,
  output wire [1:0]   immediate_kind,
  output wire [4:0]   bank,
  output wire         steer_by_window,

  // Plg of a generic access
  output wire [2:0]   steering_predicate,
  // the access competes for a lock, frees one, tells in a predicate who got it
  output wire         lock_acquire,
  output wire         lock_release,
  output wire [2:0]   lock_predicate,

  // base of an LEA or a MOV: 0 source_register, 1 the constant at constant_offset of
  // bank, 2 immediate, 6 uniform_register
  output wire [2:0]   source_kind,
  output wire [7:0]   source_register,
  output wire [15:0]  constant_offset,
  // offset of an LEA: its low word, its high word
  output wire [7:0]   offset_register,
  output wire [7:0]   offset_high_register,
  // code of the part, 3 to 8, at the decoder's port of the name
  input  wire [3:0]   isa,

  // an LEA or an access from Volta on; registers and predicates are uniform ones
  output wire         volta,
  output wire         uniform_form,
  // the base of an LEA is negated
  output wire         negate_base,
  // predicate that an LEA with .X adds
  output wire [2:0]   carry_predicate,
  output wire         carry_inverted,
  // the base of an address of 64 bits is Ra alone
  output wire         base_word,
  // uniform_register is added to an address; it is one, or with .E a pair
  output wire         uniform_added,
  output wire [7:0]   uniform_register,
  // high word of an LEA's offset: 0 offset_high_register, 1 immediate, 2 the sign of the low word
  output wire [1:0]   offset_high_kind
);

  localparam [3:0] SM_70 = 4'd3;

  wire [11:0] opcode_low;
  wire [12:0] opcode;
  wire        legal;
  wire        is_access;
  wire        is_lea;
  wire        lea_form;
  wire        lea_uniform_form;
  wire        lea_illegal;
  wire        lea_base_register;
  wire        lea_upper_register;
  wire        lea_extended;
  wire [7:0]  lea_destination;
  wire        lea_high;
  wire        lea_negate;
  wire        lea_negate_base;
  wire [2:0]  lea_carry_predicate;
  wire        lea_carry_inverted;
  wire [4:0]  lea_scale;
  wire [2:0]  lea_predicate;
  wire [7:0]  lea_uniform_register;
  wire [31:0] lea_immediate;
  wire [4:0]  lea_bank;
  wire [2:0]  lea_source_kind;
  wire [7:0]  lea_source_register;
  wire [15:0] lea_constant_offset;
  wire [7:0]  lea_offset_register;
  wire [7:0]  lea_offset_high_register;
  wire [1:0]  lea_offset_high_kind;
  wire        of_access_form;
  wire        of_access_uniform_form;
  wire        of_access_illegal;
  wire        of_access_uldc;
  wire        of_access_ldcu;
  wire        of_access_extended;
  wire [7:0]  of_access_destination;
  wire [4:0]  of_access_scale;
  wire        of_access_store;
  wire [2:0]  of_access_access_space;
  wire [2:0]  of_access_access_size;
  wire [7:0]  of_access_address_register;
  wire        of_access_base_word;
  wire        of_access_uniform_added;
  wire [7:0]  of_access_uniform_register;
  wire [31:0] of_access_immediate;
  wire [1:0]  of_access_immediate_kind;
  wire [4:0]  of_access_bank;
  wire        of_access_steer_by_window;
  wire        schedule_refused;

  agu_volta_lea lea (
    .instruction(word),
    .opcode(opcode),
    .isa(isa),
    .form(lea_form),
    .uniform_form(lea_uniform_form),
    .illegal(lea_illegal),
    .base_register(lea_base_register),
    .upper_register(lea_upper_register),
    .extended(lea_extended),
    .destination(lea_destination),
    .high(lea_high),
    .negate(lea_negate),
    .negate_base(lea_negate_base),
    .carry_predicate(lea_carry_predicate),
    .carry_inverted(lea_carry_inverted),
    .scale(lea_scale),
    .predicate(lea_predicate),
    .uniform_register(lea_uniform_register),
    .immediate(lea_immediate),
    .bank(lea_bank),
    .source_kind(lea_source_kind),
    .source_register(lea_source_register),
    .constant_offset(lea_constant_offset),
    .offset_register(lea_offset_register),
    .offset_high_register(lea_offset_high_register),
    .offset_high_kind(lea_offset_high_kind)
  );

  agu_volta_access of_access (
    .instruction(word),
    .opcode(opcode),
    .isa(isa),
    .form(of_access_form),
    .uniform_form(of_access_uniform_form),
    .illegal(of_access_illegal),
    .uldc(of_access_uldc),
    .ldcu(of_access_ldcu),
    .extended(of_access_extended),
    .destination(of_access_destination),
    .scale(of_access_scale),
    .store(of_access_store),
    .access_space(of_access_access_space),
    .access_size(of_access_access_size),
    .address_register(of_access_address_register),
    .base_word(of_access_base_word),
    .uniform_added(of_access_uniform_added),
    .uniform_register(of_access_uniform_register),
    .immediate(of_access_immediate),
    .immediate_kind(of_access_immediate_kind),
    .bank(of_access_bank),
    .steer_by_window(of_access_steer_by_window)
  );

  agu_volta_schedule schedule (
    .issue(word[109:105]),
    .write_barrier(word[112:110]),
    .read_barrier(word[115:113]),
    .reuse(word[124:122]),
    .isa(isa),
    .lea(lea_form),
    .base_register(lea_base_register),
    .upper_register(lea_upper_register),
    .uniform(lea_uniform_form | of_access_uldc),
    .store(of_access_store),
    .ldcu(of_access_ldcu),
    .refused(schedule_refused)
  );

  assign opcode_low = word[11:0];
  assign opcode =
    (word[91] & (isa != SM_70)) ? ({1'b0, opcode_low} | 13'h1000) : {1'b0, opcode_low};
  assign legal =
    valid & ~schedule_refused & ((lea_form & ~lea_illegal) | (of_access_form & ~of_access_illegal));
  assign is_lea = legal & lea_form;
  assign is_access = legal & of_access_form;

  // what every instruction has
  assign illegal = valid & ~legal;
  assign volta = legal;
  assign access = is_access;
  assign guard_inverted = legal & word[15];
  assign uniform_form = (is_lea & lea_uniform_form) | (is_access & of_access_uniform_form);
  assign extended = (is_lea & lea_extended) | (is_access & of_access_extended);

  // flags of one of them
  assign high = is_lea & lea_high;
  assign negate = is_lea & lea_negate;
  assign negate_base = is_lea & lea_negate_base;
  assign carry_inverted = is_lea & lea_carry_inverted;
  assign store = is_access & of_access_store;
  assign base_word = is_access & of_access_base_word;
  assign uniform_added = is_access & of_access_uniform_added;
  assign steer_by_window = is_access & of_access_steer_by_window;

  // fields
  assign guard = legal ? word[14:12] : 3'd0;
  assign lane_mask = {4{legal}};
  assign destination = is_access ? of_access_destination : (is_lea ? lea_destination : 8'd0);
  assign scale = is_access ? of_access_scale : (is_lea ? lea_scale : 5'd0);
  assign predicate = is_lea ? lea_predicate : {3{legal}};
  assign carry_predicate = is_lea ? lea_carry_predicate : 3'd0;
  assign access_space = is_access ? of_access_access_space : 3'd0;
  assign access_size = is_access ? of_access_access_size : 3'd0;
  assign address_register = is_access ? of_access_address_register : {8{legal}};
  assign uniform_register =
    is_access ? of_access_uniform_register : (is_lea ? lea_uniform_register : 8'd0);
  assign immediate = is_access ? of_access_immediate : (is_lea ? lea_immediate : 32'd0);
  assign immediate_kind = is_access ? of_access_immediate_kind : 2'd0;
  assign bank = is_access ? of_access_bank : (is_lea ? lea_bank : 5'd0);
  assign steering_predicate = {3{legal}};
  assign lock_predicate = {3{legal}};
  assign source_kind = is_lea ? lea_source_kind : 3'd0;
  assign source_register = is_lea ? lea_source_register : {8{legal}};
  assign constant_offset = is_lea ? lea_constant_offset : 16'd0;
  assign offset_register = is_lea ? lea_offset_register : {8{legal}};
  assign offset_high_register = is_lea ? lea_offset_high_register : {8{legal}};
  assign offset_high_kind = is_lea ? lea_offset_high_kind : 2'd0;

  // no form uses these
  assign write_cc = 1'b0;
  assign lock_acquire = 1'b0;
  assign lock_release = 1'b0;
endmodule
