// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_volta_lea of agu 0.2.0

// An LEA or a ULEA from Volta on.
//
//     opcode  LEA    ULEA   base                   upper word, of .HI
//             0x0211 0x1291 Rb                     Rc, or with .SX32 the sign of Ra
//             0x0811 0x1891 32 bits                the same
//             0x0a11        constant, to sm_90     the same
//             0x1c11        uniform register       the same
//             0x0411 0x1491 the register in Rc     32 bits
//
//     illegal = .SX32 without .HI, 32 bits as upper word without .HI, up to sm_75 with .SX32
//
// All but `form` mean something only where `form` is set. Combinational.
module agu_volta_lea (
  // an instruction word
  input  wire [127:0] instruction,
  // bits 91 and 11:0 of it; on sm_70 without bit 91
  input  wire [12:0]  opcode,
  // code of the part
  input  wire [3:0]   isa,

  // the word is an LEA or a ULEA
  output wire         form,
  output wire         uniform_form,
  output wire         illegal,
  // Rb is a register, Rc is one: reuse flags are theirs
  output wire         base_register,
  output wire         upper_register,

  // fields of the record
  output wire         extended,
  output wire [7:0]   destination,
  output wire         high,
  output wire         negate,
  output wire         negate_base,
  output wire [2:0]   carry_predicate,
  output wire         carry_inverted,
  output wire [4:0]   scale,
  output wire [2:0]   predicate,
  output wire [7:0]   uniform_register,
  output wire [31:0]  immediate,
  output wire [4:0]   bank,
  output reg  [2:0]   source_kind,
  output wire [7:0]   source_register,
  output wire [15:0]  constant_offset,
  output wire [7:0]   offset_register,
  output wire [7:0]   offset_high_register,
  output wire [1:0]   offset_high_kind
);

  localparam [7:0] NO_REGISTER = 8'hff;
  localparam [3:0] SM_75 = 4'd4;
  localparam [3:0] SM_90 = 4'd6;

  wire        of_register;
  wire        of_immediate;
  wire        of_constant;
  wire        of_uniform;
  wire        of_number;
  wire        six_bits;
  wire        sign_extended;
  wire [13:0] words;
  wire [7:0]  unused_rd_group_index;
  wire [7:0]  unused_ra_group_index;
  wire [7:0]  rb_number;
  wire [7:0]  unused_rb_group_index;
  wire [7:0]  rc_number;
  wire [7:0]  unused_rc_group_index;

  agu_uniform_register rd (
    .index(instruction[23:16]),
    .six_bits(six_bits),
    .number(destination),
    .group_index(unused_rd_group_index)
  );

  agu_uniform_register ra (
    .index(instruction[31:24]),
    .six_bits(six_bits),
    .number(offset_register),
    .group_index(unused_ra_group_index)
  );

  agu_uniform_register rb (
    .index(instruction[39:32]),
    .six_bits((uniform_form | of_uniform) & (isa <= SM_90)),
    .number(rb_number),
    .group_index(unused_rb_group_index)
  );

  agu_uniform_register rc (
    .index(instruction[71:64]),
    .six_bits(six_bits),
    .number(rc_number),
    .group_index(unused_rc_group_index)
  );

  // the form; bit 7 of the opcode makes it a ULEA
  assign of_register = (opcode == 13'h211) | (opcode == 13'h1291);
  assign of_immediate = (opcode == 13'h811) | (opcode == 13'h1891);
  assign of_constant = (opcode == 13'ha11) & (isa <= SM_90);
  assign of_uniform = opcode == 13'h1c11;
  assign of_number = (opcode == 13'h411) | (opcode == 13'h1491);
  assign form = of_register | of_immediate | of_constant | of_uniform | of_number;
  assign uniform_form = form & opcode[7];

  // suffixes
  assign high = instruction[80];
  assign sign_extended = instruction[73] & ~of_number;
  assign base_register = of_register | of_number;
  assign upper_register = high & ~sign_extended & ~of_number;
  assign illegal =
    (sign_extended & ~high)
    | (of_number & (~high | (instruction[73] & (isa <= SM_75))));
  assign extended = instruction[74];
  assign negate = instruction[72];
  assign negate_base = instruction[63] & (of_register | of_constant | of_uniform);
  assign scale = instruction[79:75];
  assign predicate = instruction[83:81];
  assign carry_predicate = extended ? instruction[89:87] : 3'd0;
  assign carry_inverted = extended & instruction[90];

  // registers
  assign six_bits = uniform_form & (isa <= SM_90);
  assign uniform_register = of_uniform ? rb_number : 8'd0;
  assign bank = of_constant ? instruction[58:54] : 5'd0;
  assign constant_offset = of_constant ? ({2'd0, words} << 2) : 16'd0;
  assign immediate = (of_immediate | of_number) ? instruction[63:32] : 32'd0;
  assign source_register = of_number ? rc_number : (of_register ? rb_number : NO_REGISTER);
  assign words = instruction[53:40];

  // upper word
  assign offset_high_kind = sign_extended ? 2'd2 : (of_number ? 2'd1 : 2'd0);
  assign offset_high_register = upper_register ? rc_number : NO_REGISTER;

  // base
  always @(*) begin
    source_kind = 3'd0;
    if (of_constant) begin
      source_kind = 3'd1;
    end
    if (of_immediate) begin
      source_kind = 3'd2;
    end
    if (of_uniform) begin
      source_kind = 3'd6;
    end
  end
endmodule
