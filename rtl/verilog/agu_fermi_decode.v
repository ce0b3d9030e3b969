// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_fermi_decode of agu 0.2.0

// A Fermi word as the address unit's control.
//
//     upper    = word[63:56]               what encodings list, with the immediate's bits
//     major    = word[3:0]
//     stray    = a bit is set that the form does not list
//     reserved = size 7, kind of a MOV's source 2
//     legal    = a known form, and none of these, no misplaced group
//
// Bit 4, `.S`, joins the paths of a warp in another unit, and means nothing here. Modes of an LDC
// other than 0 are not executed: bits 9:8 are stray there.
//
// RZ of a word, 63, becomes 255. A field that a form does not use is RZ (255) where it is
// a register, PT (7) where it is a predicate, all ones for the lanes, else 0.
// Combinational.
module agu_fermi_decode (
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
  output wire [4:0]  scale,
  output wire        write_cc,
  output wire [2:0]  predicate,
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
  output reg  [2:0]  lock_predicate,

  // base of an LEA or a MOV: 0 source_register, 1 the constant at constant_offset of
  // bank, 2 immediate, 6 uniform_register
  output reg  [2:0]  source_kind,
  output wire [7:0]  source_register,
  output reg  [15:0] constant_offset,
  // offset of an LEA: its low word, its high word
  output wire [7:0]  offset_register,
  output wire [7:0]  offset_high_register
);

  localparam [7:0] NO_REGISTER = 8'hff;
  localparam [2:0] NO_PREDICATE = 3'd7;
  localparam [3:0] ALL_LANES = 4'hf;

  wire [7:0]  upper;
  wire        memory;
  wire        ld;
  wire        ldu;
  wire        st;
  wire        ldlk;
  wire        stul;
  wire        ldl;
  wire        stl;
  wire        lds;
  wire        sts;
  wire        ldslk;
  wire        stsul;
  wire        ldc;
  wire        mov;
  wire        mov_wide;
  wire        generic;
  wire        local_form;
  wire        shared_form;
  wire        access_form;
  wire        move_form;
  wire        narrow;
  wire        mov_register;
  wire        mov_constant;
  wire        mov_immediate;
  wire [31:0] immediate_field;
  wire [1:0]  lock_low;
  wire [2:0]  lock;
  wire        wide;
  wire        no_cache;
  wire        stray_access;
  wire        stray_move;
  wire        stray_above;
  wire        stray;
  wire        reserved;
  wire        legal;
  wire        is_access;
  wire        is_move;
  wire [7:0]  rd_number;
  wire [7:0]  rd_group_index;
  wire [7:0]  ra_number;
  wire [7:0]  ra_group_index;
  wire [7:0]  rb_number;
  wire [7:0]  unused_rb_group_index;
  wire        groups_misplaced;

  agu_fermi_register rd (
    .index(word[19:14]),
    .number(rd_number),
    .group_index(rd_group_index)
  );

  agu_fermi_register ra (
    .index(word[25:20]),
    .number(ra_number),
    .group_index(ra_group_index)
  );

  agu_fermi_register rb (
    .index(word[31:26]),
    .number(rb_number),
    .group_index(unused_rb_group_index)
  );

  agu_register_groups groups (
    .size(word[7:5]),
    .data(rd_group_index),
    .extended(wide),
    .base(ra_group_index),
    .misplaced(groups_misplaced)
  );

  // the form
  assign upper = word[63:56];
  assign memory = word[3:0] == 4'd5;
  assign ld = memory & ((upper & 8'hf8) == 8'h80);
  assign ldu = memory & ((upper & 8'hf8) == 8'h88);
  assign st = memory & ((upper & 8'hf8) == 8'h90);
  assign ldlk = memory & ((upper & 8'hf8) == 8'ha0);
  assign stul = memory & ((upper & 8'hfc) == 8'he8);
  assign ldl = memory & (upper == 8'hc0);
  assign lds = memory & (upper == 8'hc1);
  assign ldslk = memory & (upper == 8'hc4);
  assign stl = memory & (upper == 8'hc8);
  assign sts = memory & (upper == 8'hc9);
  assign stsul = memory & (upper == 8'hcc);
  assign ldc = (word[3:0] == 4'd6) & (upper == 8'h14);
  assign mov = (word[3:0] == 4'd4) & (upper == 8'h28);
  assign mov_wide = (word[3:0] == 4'd2) & ((upper & 8'hfc) == 8'h18);
  assign generic = ld | ldu | st | ldlk | stul;
  assign local_form = ldl | stl;
  assign shared_form = lds | sts | ldslk | stsul;
  assign access_form = generic | local_form | shared_form | ldc;
  assign move_form = mov | mov_wide;
  assign mov_register = mov & (word[47:46] == 2'd0);
  assign mov_constant = mov & (word[47:46] == 2'd1);
  assign mov_immediate = mov & (word[47:46] == 2'd3);

  // fields that several forms share
  assign immediate_field = word[57:26];
  assign lock_low = word[9:8];
  assign lock = word[58] ? ({1'b0, lock_low} | 3'd4) : {1'b0, lock_low};
  assign wide = (ld | ldu | st) & word[58];
  assign narrow = local_form | shared_form | ldc | mov;
  assign no_cache = ldu | stul | shared_form | ldc;
  assign stray_access = (no_cache & (|word[9:8])) | (ldc & (|word[49:47]));
  assign stray_move = (move_form & (word[9] | (|word[25:20]))) | (mov_register & (|word[45:32]));
  assign stray_above =
    (narrow & ((|word[55:53]) | (~ldslk & (|word[52:50]))))
    | (mov & (|word[49:48]));
  assign stray = stray_access | stray_move | stray_above;
  assign reserved = (access_form & (word[7:5] == 3'd7)) | (mov & (word[47:46] == 2'd2));
  assign legal = valid & (move_form | (access_form & ~groups_misplaced)) & ~(stray | reserved);
  assign is_access = legal & access_form;
  assign is_move = legal & move_form;

  // what every instruction has
  assign illegal = valid & ~legal;
  assign access = is_access;
  assign guard_inverted = legal & word[13];
  assign guard = legal ? word[12:10] : 3'd0;
  assign destination = legal ? rd_number : 8'd0;
  assign lane_mask = legal ? (move_form ? word[8:5] : ALL_LANES) : 4'd0;

  // what an access has
  assign extended = is_access & wide;
  assign store = is_access & (st | stul | stl | sts | stsul);
  assign steer_by_window = is_access & generic;
  assign lock_acquire = is_access & (ldlk | ldslk);
  assign lock_release = is_access & (stul | stsul);
  assign access_size = is_access ? word[7:5] : 3'd0;
  assign source_register = legal ? (mov_register ? rb_number : NO_REGISTER) : 8'd0;

  // no form uses these
  assign high = 1'b0;
  assign negate = 1'b0;
  assign scale = 5'd0;
  assign write_cc = 1'b0;
  assign predicate = {3{legal}};
  assign steering_predicate = {3{legal}};
  assign offset_register = {8{legal}};
  assign offset_high_register = {8{legal}};

  always @(*) begin
    bank = 5'd0;
    immediate = 32'd0;
    if (legal) begin
      if (generic | mov_wide) begin
        immediate = immediate_field;
      end else if (ldc) begin
        immediate = immediate_field & 32'hffff;
        bank = word[46:42];
      end else if (access_form) begin
        immediate = immediate_field & 32'hffffff;
      end else if (mov_constant) begin
        bank = word[46:42] & 5'hf;
      end else if (mov_immediate) begin
        immediate = immediate_field & 32'hfffff;
        if (word[45]) begin
          immediate = (immediate_field & 32'hfffff) | 32'hfff00000;
        end
      end
    end
  end

  always @(*) begin
    access_space = 3'd0;
    immediate_kind = 2'd0;
    if (is_access) begin
      if (shared_form) begin
        access_space = 3'd2;
        immediate_kind = 2'd1;
      end
      if (local_form) begin
        access_space = 3'd3;
        immediate_kind = 2'd1;
      end
      if (ldc) begin
        access_space = 3'd4;
        immediate_kind = 2'd2;
      end
    end
  end

  always @(*) begin
    address_register = 8'd0;
    lock_predicate = 3'd0;
    if (legal) begin
      address_register = NO_REGISTER;
      lock_predicate = NO_PREDICATE;
      if (access_form) begin
        address_register = ra_number;
      end
      if (ldlk) begin
        lock_predicate = lock;
      end
      if (ldslk) begin
        lock_predicate = word[52:50];
      end
    end
  end

  // what a MOV has
  always @(*) begin
    source_kind = 3'd0;
    constant_offset = 16'd0;
    if (is_move) begin
      if (mov_constant) begin
        source_kind = 3'd1;
        constant_offset = word[41:26];
      end
      if (mov_immediate | mov_wide) begin
        source_kind = 3'd2;
      end
    end
  end
endmodule
