// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_volta_access of agu 0.2.0

// A load or a store from Volta on.
//
//     opcode         LD    LDG   LDL   LDS   ST    STG   STL   STS   LDC   ULDC         LDCU
//                    0x980 0x381 0x983 0x984 0x385 0x386 0x387 0x388 0xb82 0xab9
//     with uniform   0x1980 + the last digit                               0x1abb       0x17ac
//
//     parts          uniform registers from sm_75 on, ULDC sm_75 to sm_90, LDCU from sm_100 on
//     reserved       size 7, but of LD, LDG, ST, STG to sm_75; size 6 of LDC and ULDC;
//                    evictions 6 and 7; on sm_75 prefetch 3; to sm_75 strength 0 of a store
//     unknown        .ZD, a predicate that a load writes or reads, a mode of LDC, an unpacking LDCU:
//                    words that are not executed, since their effect is unknown
//     illegal        = reserved, unknown, a misplaced data group, an illegal address
//
// All but `form` mean something only where `form` is set. Combinational.
module agu_volta_access (
  // an instruction word
  input  wire [127:0] instruction,
  // bits 91 and 11:0 of it; on sm_70 without bit 91
  input  wire [12:0]  opcode,
  // code of the part
  input  wire [3:0]   isa,

  // the word is a load or a store
  output wire         form,
  output wire         uniform_form,
  output wire         illegal,
  // it is a ULDC, an LDCU
  output wire         uldc,
  output wire         ldcu,

  // fields of the record
  output wire         extended,
  output wire [7:0]   destination,
  output wire [4:0]   scale,
  output wire         store,
  output reg  [2:0]   access_space,
  output wire [2:0]   access_size,
  output wire [7:0]   address_register,
  output wire         base_word,
  output wire         uniform_added,
  output wire [7:0]   uniform_register,
  output wire [31:0]  immediate,
  output wire [1:0]   immediate_kind,
  output wire [4:0]   bank,
  output wire         steer_by_window
);

  localparam [3:0] SM_70 = 4'd3;
  localparam [3:0] SM_75 = 4'd4;
  localparam [3:0] SM_90 = 4'd6;
  localparam [3:0] SM_120 = 4'd8;

  wire       with_uniform;
  wire       of_load;
  wire       of_others;
  wire       ld;
  wire       ldg;
  wire       ldl;
  wire       lds;
  wire       st;
  wire       stg;
  wire       stl;
  wire       sts;
  wire       ldc;
  wire       uldc_plain;
  wire       uldc_indexed;
  wire       generic;
  wire       global_form;
  wire       may_extend;
  wire       local_form;
  wire       shared_form;
  wire       half_offset;
  wire       six_bits;
  wire       reserved;
  wire       unknown_predicate;
  wire       unknown;
  wire [2:0] size;
  wire       address_illegal;
  wire [7:0] data_index;
  wire [7:0] data_group_index;
  wire       groups_misplaced;

  agu_volta_address address (
    .instruction(instruction),
    .isa(isa),
    .with_uniform(with_uniform),
    .generic(generic),
    .may_extend(may_extend),
    .local_form(local_form),
    .shared_form(shared_form),
    .store(store),
    .half_offset(half_offset),
    .no_index(uldc_plain),
    .ldcu(ldcu),
    .six_bits(six_bits),
    .illegal(address_illegal),
    .extended(extended),
    .scale(scale),
    .address_register(address_register),
    .base_word(base_word),
    .uniform_added(uniform_added),
    .uniform_register(uniform_register),
    .immediate(immediate)
  );

  agu_uniform_register data (
    .index(data_index),
    .six_bits(six_bits),
    .number(destination),
    .group_index(data_group_index)
  );

  agu_register_groups groups (
    .size(size),
    .data(data_group_index),
    .extended(1'b0),
    .base(8'd0),
    .misplaced(groups_misplaced)
  );

  // the form
  assign with_uniform = opcode[12:4] == 9'h198;
  assign of_load = (opcode[12:4] == 9'h98) | with_uniform;
  assign of_others = (opcode[12:4] == 9'h38) | with_uniform;
  assign ld = of_load & (opcode[3:0] == 4'd0);
  assign ldl = of_load & (opcode[3:0] == 4'd3);
  assign lds = of_load & (opcode[3:0] == 4'd4);
  assign ldg = of_others & (opcode[3:0] == 4'd1);
  assign st = of_others & (opcode[3:0] == 4'd5);
  assign stg = of_others & (opcode[3:0] == 4'd6);
  assign stl = of_others & (opcode[3:0] == 4'd7);
  assign sts = of_others & (opcode[3:0] == 4'd8);
  assign ldc = opcode == 13'hb82;
  assign uldc_plain = (opcode == 13'hab9) & (isa > SM_70) & (isa <= SM_90);
  assign uldc_indexed = (opcode == 13'h1abb) & (isa <= SM_90);
  assign uldc = uldc_plain | uldc_indexed;
  assign ldcu = (opcode == 13'h17ac) & (isa > SM_90);
  assign generic = ld | st;
  assign global_form = ldg | stg;
  assign may_extend = generic | global_form;
  assign local_form = ldl | stl;
  assign shared_form = lds | sts;
  assign half_offset = ldc | uldc;
  assign store = st | stg | stl | sts;
  assign form = may_extend | local_form | shared_form | half_offset | ldcu;
  assign uniform_form = uldc | ldcu;
  assign steer_by_window = generic;
  assign immediate_kind = {2{half_offset}};
  assign bank = (half_offset | ldcu) ? instruction[58:54] : 5'd0;

  // data
  assign six_bits = uldc;
  assign size = instruction[75:73];
  assign access_size = instruction[75:73];
  assign data_index =
    (st & ~with_uniform) ? instruction[71:64] : (store ? instruction[39:32] : instruction[23:16]);
  assign reserved =
    ((size == 3'd7) & ~(may_extend & (isa <= SM_75)))
    | ((size == 3'd6) & half_offset)
    | ((instruction[86:85] == 2'd3) & (may_extend | local_form))
    | ((instruction[69:68] == 2'd3) & (ld | ldg) & (isa == SM_75))
    | ((instruction[80:79] == 2'd0) & (st | stg) & (isa <= SM_75));
  assign unknown_predicate =
    ((instruction[83:81] != 3'd7) & ldg)
    | ((|instruction[67:64]) & (ld | ldg) & (isa >= SM_75));
  assign unknown =
    unknown_predicate
    | (instruction[87] & (ld | ldg | lds) & (isa <= SM_75))
    | ((|instruction[79:78]) & ldc)
    | ((instruction[80] | (instruction[81] & (isa >= SM_120))) & ldcu);
  assign illegal = reserved | unknown | groups_misplaced | address_illegal;

  always @(*) begin
    access_space = 3'd0;
    if (global_form) begin
      access_space = 3'd1;
    end
    if (shared_form) begin
      access_space = 3'd2;
    end
    if (local_form) begin
      access_space = 3'd3;
    end
    if (half_offset | ldcu) begin
      access_space = 3'd4;
    end
  end
endmodule
