// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_maxwell_decode of agu 0.2.0

// A Maxwell word as the address unit's control.
//
//     opcode   = word[63:48] & 0xfff8      what encodings list, but for three forms
//     stray    = a bit is set that the form does not list
//     reserved = a size that the form does not have, a mode of LDC other than 0
//     legal    = a known form, and none of these, not CC with Plg, no misplaced group
//
// A field that a form does not use is RZ (255) where it is a register, PT (7) where it is
// a predicate, all ones for the lanes, else 0. Combinational.
module agu_maxwell_decode (
  // an instruction word
  input  wire [63:0] word,
  // there is one; without it all fields are 0, illegal too
  input  wire        valid,

  // the word is no instruction, or illegal to execute; all other fields are 0 then
  output wire        illegal,

  // guard predicate; a lane executes where it holds, or where it does not
  output wire [2:0]  guard,
  output wire        guard_inverted,

  // the unit's ports of these names
  output wire        access,
  output wire        extended,
  output wire [3:0]  lane_mask,
  output wire [7:0]  destination,
  output wire        high,
  output wire        negate,
  output reg  [4:0]  scale,
  output wire        write_cc,
  output reg  [2:0]  predicate,
  output wire        store,
  output reg  [2:0]  access_space,
  output wire [2:0]  access_size,
  output reg  [7:0]  address_register,
  output reg  [31:0] immediate,
  output reg  [1:0]  immediate_kind,
  output reg  [4:0]  bank,
  output wire        steer_by_window,

  // Plg of a generic access
  output wire [2:0]  steering_predicate,
  // the access competes for a lock, frees one, tells in a predicate who got it
  output wire        lock_acquire,
  output wire        lock_release,
  output wire [2:0]  lock_predicate,

  // base of an LEA or a MOV: 0 source_register, 1 the constant at constant_offset of
  // bank, 2 immediate, 6 uniform_register
  output wire [2:0]  source_kind,
  output wire [7:0]  source_register,
  output wire [15:0] constant_offset,
  // offset of an LEA: its low word, its high word
  output reg  [7:0]  offset_register,
  output reg  [7:0]  offset_high_register
);

  localparam [7:0] NO_REGISTER = 8'hff;
  localparam [2:0] NO_PREDICATE = 3'd7;

  wire [15:0] opcode;
  wire        ld;
  wire        st;
  wire        ldg;
  wire        stg;
  wire        ldl;
  wire        stl;
  wire        lds;
  wire        sts;
  wire        ldc;
  wire        lea_register;
  wire        lea_constant;
  wire        lea_immediate;
  wire        lea_hi_register;
  wire        lea_hi_constant;
  wire        generic;
  wire        global_form;
  wire        shared_form;
  wire        local_form;
  wire        direct;
  wire        access_form;
  wire        lea_lo;
  wire        lea_hi;
  wire        lea_form;
  wire        of_register;
  wire        of_constant;
  wire [31:0] immediate_field;
  wire [13:0] words;
  wire [2:0]  size;
  wire        wide;
  wire        carries;
  wire        negated;
  wire        cc_and_plg;
  wire        stray_lea;
  wire        stray_shared;
  wire        stray_access;
  wire        stray;
  wire        reserved;
  wire        legal;
  wire        is_access;
  wire        is_lea;
  wire        groups_misplaced;

  agu_register_groups groups (
    .size(size),
    .data(word[7:0]),
    .extended(wide),
    .base(word[15:8]),
    .misplaced(groups_misplaced)
  );

  // the form
  assign opcode = word[63:48] & 16'hfff8;
  assign ld = word[63:61] == 3'd4;
  assign st = word[63:61] == 3'd5;
  assign ldg = opcode == 16'heed0;
  assign stg = opcode == 16'heed8;
  assign ldl = opcode == 16'hef40;
  assign stl = opcode == 16'hef50;
  assign lds = opcode == 16'hef48;
  assign sts = opcode == 16'hef58;
  assign ldc = opcode == 16'hef90;
  assign lea_register = opcode == 16'h5bd0;
  assign lea_constant = opcode == 16'h4bd0;
  assign lea_immediate = (opcode & 16'hfef8) == 16'h36d0;
  assign lea_hi_register = opcode == 16'h5bd8;
  assign lea_hi_constant = word[63:58] == 6'd6;
  assign generic = ld | st;
  assign global_form = ldg | stg;
  assign shared_form = lds | sts;
  assign local_form = ldl | stl;
  assign direct = shared_form | local_form | ldc;
  assign access_form = generic | global_form | direct;
  assign lea_lo = lea_register | lea_constant | lea_immediate;
  assign lea_hi = lea_hi_register | lea_hi_constant;
  assign of_register = lea_register | lea_hi_register;
  assign of_constant = lea_constant | lea_hi_constant;
  assign lea_form = lea_lo | lea_hi;

  // fields that several forms share
  assign immediate_field = word[51:20];
  assign words = word[33:20];
  assign size = generic ? word[55:53] : word[50:48];
  assign wide = (generic & word[52]) | (global_form & word[45]);
  assign carries =
    (lea_lo & word[46])
    | (lea_hi_register & word[38])
    | (lea_hi_constant & word[57]);
  assign negated =
    (lea_lo & word[45])
    | (lea_hi_register & word[37])
    | (lea_hi_constant & word[56]);
  assign cc_and_plg = word[47] & (word[50:48] != NO_PREDICATE);
  assign stray_lea =
    (lea_register & (|word[38:28]))
    | (lea_lo & word[44])
    | (lea_hi_register & (|word[36:33]));
  assign stray_shared = shared_form & (word[45] | (sts & word[44]));
  assign stray_access =
    (global_form & word[44])
    | (direct & (|word[47:46]))
    | (ldc & (|word[43:41]));
  assign stray = stray_lea | stray_shared | stray_access;
  assign reserved =
    ((size == 3'd7) & (st | stg | direct))
    | (ldc & ((size == 3'd6) | (|word[45:44])));
  assign legal =
    valid & ((lea_form & ~cc_and_plg) | (access_form & ~groups_misplaced)) & ~(stray | reserved);
  assign is_access = legal & access_form;
  assign is_lea = legal & lea_form;

  // what every instruction has
  assign illegal = valid & ~legal;
  assign access = is_access;
  assign guard_inverted = legal & word[19];
  assign guard = legal ? word[18:16] : 3'd0;
  assign lane_mask = {4{legal}};
  assign destination = legal ? word[7:0] : 8'd0;
  assign extended = legal & (wide | carries);

  // what an LEA has
  assign high = is_lea & lea_hi;
  assign negate = legal & negated;
  assign write_cc = is_lea & word[47];
  assign source_register = legal ? (of_register ? word[27:20] : NO_REGISTER) : 8'd0;
  assign source_kind = (legal & lea_immediate) ? 3'd2 : ((legal & of_constant) ? 3'd1 : 3'd0);
  assign constant_offset = (legal & of_constant) ? ({2'd0, words} << 2) : 16'd0;

  // what an access has
  assign store = is_access & (st | stg | stl | sts);
  assign access_size = is_access ? size : 3'd0;
  assign steering_predicate = legal ? (generic ? word[60:58] : NO_PREDICATE) : 3'd0;
  assign lock_predicate = {3{legal}};

  // no form uses these
  assign steer_by_window = 1'b0;
  assign lock_acquire = 1'b0;
  assign lock_release = 1'b0;

  always @(*) begin
    scale = 5'd0;
    if (is_lea) begin
      scale = word[43:39];
      if (lea_hi_register) begin
        scale = word[32:28];
      end
      if (lea_hi_constant) begin
        scale = word[55:51];
      end
    end
  end

  always @(*) begin
    predicate = 3'd0;
    offset_register = 8'd0;
    offset_high_register = 8'd0;
    if (legal) begin
      predicate = NO_PREDICATE;
      offset_register = NO_REGISTER;
      offset_high_register = NO_REGISTER;
      if (lea_form) begin
        predicate = word[50:48];
        offset_register = word[15:8];
      end
      if (lea_hi) begin
        offset_high_register = word[46:39];
      end
    end
  end

  always @(*) begin
    access_space = 3'd0;
    immediate_kind = 2'd0;
    if (is_access) begin
      if (global_form) begin
        access_space = 3'd1;
      end
      if (shared_form) begin
        access_space = 3'd2;
      end
      if (local_form) begin
        access_space = 3'd3;
      end
      if (~generic) begin
        immediate_kind = 2'd1;
      end
      if (ldc) begin
        access_space = 3'd4;
        immediate_kind = 2'd3;
      end
    end
  end

  always @(*) begin
    address_register = 8'd0;
    if (legal) begin
      address_register = NO_REGISTER;
      if (access_form) begin
        address_register = word[15:8];
      end
    end
  end

  // what both have
  always @(*) begin
    immediate = 32'd0;
    bank = 5'd0;
    if (legal) begin
      if (generic) begin
        immediate = immediate_field;
      end else if (ldc) begin
        immediate = immediate_field & 32'hffff;
        bank = word[40:36];
      end else if (access_form) begin
        immediate = immediate_field & 32'hffffff;
      end else if (lea_immediate) begin
        immediate = immediate_field & 32'h7ffff;
        if (word[56]) begin
          immediate = (immediate_field & 32'h7ffff) | 32'hfff80000;
        end
      end else if (of_constant) begin
        bank = word[38:34];
      end
    end
  end
endmodule
