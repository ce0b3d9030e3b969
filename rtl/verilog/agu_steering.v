// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_steering of agu 0.2.0

// The space that each lane's access lands in, one bit a lane.
//
//     to_shared = may_be_shared & in_shared
//     to_local  = may_be_local & in_local & ~to_shared
//     outside   = may_be_shared & ~may_be_local & ~in_shared
//               | may_be_local & ~may_be_shared & in_shared & ~in_local
//     window    = to_shared | to_local     the address counts from the window's base
//     space     = 0 global (also outside), 1 shared, 2 local, 3 constant
//
// Of a generic access the predicate Plg leaves one window that it may be in, the windows
// themselves both; then it is not outside. A form that names its space has its own bit
// set instead; an LEA has none. Combinational.
module agu_steering #(parameter LANES = 8) (
  // a generic access, and the window that it may be in
  input  wire [LANES-1:0] may_be_shared,
  input  wire [LANES-1:0] may_be_local,
  // the form names its space
  input  wire             shared_form,
  input  wire             local_form,
  input  wire             constant_form,
  input  wire [LANES-1:0] in_shared,
  input  wire [LANES-1:0] in_local,
  // the lane lands in shared, local memory
  output wire [LANES-1:0] shared,
  output wire [LANES-1:0] local_memory,
  // generic, and inside a window
  output wire [LANES-1:0] window,
  // the fault OutsideWindow
  output wire [LANES-1:0] outside,
  // bits of the code of the space
  output wire [LANES-1:0] space_0,
  output wire [LANES-1:0] space_1
);

  generate
    if (LANES != 1 && LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : refused
      LANES_must_be_1_2_4_8_16_or_32 lanes ();
    end
  endgenerate

  wire [LANES-1:0] shared_mask;
  wire [LANES-1:0] local_mask;
  wire [LANES-1:0] constant_mask;
  wire [LANES-1:0] to_shared;
  wire [LANES-1:0] to_local;

  assign shared_mask = {LANES{shared_form}};
  assign local_mask = {LANES{local_form}};
  assign constant_mask = {LANES{constant_form}};
  assign to_shared = may_be_shared & in_shared;
  assign to_local = may_be_local & in_local & ~to_shared;
  assign outside =
    (may_be_shared & ~may_be_local & ~in_shared)
    | (may_be_local & ~may_be_shared & in_shared & ~in_local);
  assign window = to_shared | to_local;
  assign shared = to_shared | shared_mask;
  assign local_memory = to_local | local_mask;
  assign space_0 = to_shared | shared_mask | constant_mask;
  assign space_1 = to_local | local_mask | constant_mask;
endmodule
