// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_volta_address of agu 0.2.0

// The address of a load or a store from Volta on.
//
//     descriptor  from sm_80 on bit 76 makes the uniform register a descriptor, which adds nothing
//     pair        bit 90 where there is a uniform register, else .E
//     offset      forms      bits
//                 LD, ST     63:32
//                 LDC, ULDC  53:38, raw
//                 LDCU       53:37, sign-extended
//                 others     63:40, sign-extended; zero-extended with neither register nor
//                            uniform register
//
//     illegal = a base pair or a pair of uniform registers that is misplaced,
//               with a uniform register: a pair without .E, or RZ as a pair from sm_90 on,
//               with a descriptor: without .E, or without the width of a pair
//
// Pairs are those of generic and global accesses. Combinational.
module agu_volta_address (
  // an instruction word
  input  wire [127:0] instruction,
  // code of the part
  input  wire [3:0]   isa,
  // the form has a uniform register
  input  wire         with_uniform,
  // LD, ST; these, LDG, STG; LDL, STL; LDS, STS
  input  wire         generic,
  input  wire         may_extend,
  input  wire         local_form,
  input  wire         shared_form,
  input  wire         store,
  // LDC, ULDC; ULDC without an index; LDCU
  input  wire         half_offset,
  input  wire         no_index,
  input  wire         ldcu,
  // registers are uniform ones of six bits
  input  wire         six_bits,

  // no word has this address, or a pair of it may not stand there
  output wire         illegal,
  // fields of the record
  output wire         extended,
  output wire [4:0]   scale,
  output wire [7:0]   address_register,
  output wire         base_word,
  output wire         uniform_added,
  output wire [7:0]   uniform_register,
  output reg  [31:0]  immediate
);

  localparam [2:0] PAIR_SIZE = 3'd5;
  localparam [7:0] NO_REGISTER = 8'hff;
  localparam [3:0] SM_75 = 4'd4;
  localparam [3:0] SM_80 = 4'd5;
  localparam [3:0] SM_90 = 4'd6;

  wire        is_described;
  wire        is_pair;
  wire        is_absolute;
  wire        is_scaled;
  wire        pair_illegal;
  wire [1:0]  scale_code;
  wire [15:0] half;
  wire [16:0] long;
  wire [23:0] offset;
  wire [7:0]  base_number;
  wire [7:0]  base_group_index;
  wire [7:0]  added_index;
  wire [7:0]  added_number;
  wire [7:0]  added_group_index;
  wire [2:0]  pairs_size;
  wire        pairs_misplaced;

  agu_uniform_register base (
    .index(instruction[31:24]),
    .six_bits(six_bits),
    .number(base_number),
    .group_index(base_group_index)
  );

  agu_uniform_register added (
    .index(added_index),
    .six_bits(isa <= SM_90),
    .number(added_number),
    .group_index(added_group_index)
  );

  agu_register_groups pairs (
    .size(pairs_size),
    .data(added_group_index),
    .extended(is_pair),
    .base(base_group_index),
    .misplaced(pairs_misplaced)
  );

  // base
  assign extended = may_extend & instruction[72];
  assign address_register = no_index ? NO_REGISTER : base_number;
  assign is_absolute = no_index | (base_number == NO_REGISTER);
  assign is_pair = with_uniform ? (may_extend & instruction[90]) : extended;
  assign scale_code = instruction[79:78];
  assign is_scaled = shared_form & (isa >= SM_75) & (|scale_code) & (with_uniform | ~is_absolute);
  assign scale = is_scaled ? ({3'd0, scale_code} + 5'd1) : 5'd0;

  // uniform register
  assign added_index = store ? instruction[71:64] : instruction[39:32];
  assign is_described = with_uniform & (may_extend | local_form) & instruction[76] & (isa >= SM_80);
  assign uniform_added = with_uniform & ~is_described;
  assign base_word = uniform_added & extended & ~is_pair & ~is_absolute;
  assign uniform_register = uniform_added ? added_number : 8'd0;

  // offset
  assign offset = instruction[63:40];
  assign half = instruction[53:38];
  assign long = instruction[53:37];
  assign pairs_size = (may_extend & with_uniform) ? PAIR_SIZE : 3'd0;
  assign pair_illegal =
    (is_described & (~is_pair | ~extended))
    | (~is_described & is_pair & is_absolute & (isa >= SM_90))
    | (is_pair & ~is_absolute & ~extended);
  assign illegal = pairs_misplaced | (may_extend & with_uniform & pair_illegal);

  always @(*) begin
    immediate = {8'd0, offset};
    if (instruction[63] & (with_uniform | ~is_absolute)) begin
      immediate = {8'd0, offset} | 32'hff000000;
    end
    if (generic & ~with_uniform) begin
      immediate = instruction[63:32];
    end
    if (half_offset) begin
      immediate = {16'd0, half};
    end
    if (ldcu) begin
      immediate = {15'd0, long};
      if (instruction[53]) begin
        immediate = {15'd0, long} | 32'hfffe0000;
      end
    end
  end
endmodule
