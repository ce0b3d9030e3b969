// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_volta_schedule of agu 0.2.0

// Schedules of words from Volta on that disassemblers refuse.
//
//     issue       {yield flag, stall count[3:0]}, 16 and 28 to 31 for no instruction
//     reuse       issue above 15: reuse flags of an LEA's registers, else the number of a batch
//     batch       0 to 5; of a ULEA or a ULDC not 3, and with issue above 15 only 0;
//                 only 0 with issue 0
//     stray_flag  that of Rb or of Rc that is no register; on sm_70 either is the flag of the
//                 second register where there are two, and both are set only where there are three
//     barrier     a write barrier of a store, a read barrier of an LDCU
//
// Combinational.
module agu_volta_schedule (
  // bits 109:105 of the word
  input  wire [4:0] issue,
  // its bits 112:110 and 115:113; 7 is none
  input  wire [2:0] write_barrier,
  input  wire [2:0] read_barrier,
  // its bits 124:122
  input  wire [2:0] reuse,
  // code of the part
  input  wire [3:0] isa,
  // an LEA or a ULEA, whose Rb or Rc is a register
  input  wire       lea,
  input  wire       base_register,
  input  wire       upper_register,
  // a ULEA or a ULDC
  input  wire       uniform,
  input  wire       store,
  input  wire       ldcu,
  // no word has this schedule
  output wire       refused
);

  localparam [3:0] SM_70 = 4'd3;

  wire has_flags;
  wire no_issue;
  wire no_batch;
  wire barrier;
  wire stray_on_70;
  wire stray_flag;

  assign has_flags = lea & issue[4];
  assign no_issue = (issue == 5'h10) | (issue >= 5'h1c) | ((issue == 5'd0) & (|reuse));
  assign no_batch =
    (~has_flags & (reuse >= 3'd6))
    | (uniform & ((reuse == 3'd3) | (issue[4] & (|reuse))));
  assign barrier = (store & (write_barrier != 3'd7)) | (ldcu & (read_barrier != 3'd7));
  assign stray_on_70 =
    ((reuse[2:1] == 2'd3) & ~(base_register & upper_register))
    | ((|reuse[2:1]) & ~(base_register | upper_register));
  assign stray_flag =
    (isa == SM_70) ? stray_on_70 : ((reuse[1] & ~base_register) | (reuse[2] & ~upper_register));
  assign refused = no_issue | no_batch | barrier | (has_flags & stray_flag);
endmodule
