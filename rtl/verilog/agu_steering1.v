// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_steering1 of agu 0.2.0, design f65ba72a654a0188

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
module agu_steering1 (
  // a generic access, and the window that it may be in
  input  wire [0:0] may_be_shared,
  input  wire [0:0] may_be_local,
  // the form names its space
  input  wire       shared_form,
  input  wire       local_form,
  input  wire       constant_form,
  input  wire [0:0] in_shared,
  input  wire [0:0] in_local,
  // the lane lands in shared, local memory
  output wire [0:0] shared,
  output wire [0:0] local_memory,
  // generic, and inside a window
  output wire [0:0] window,
  // the fault OutsideWindow
  output wire [0:0] outside,
  // bits of the code of the space
  output wire [0:0] space_0,
  output wire [0:0] space_1
);

  wire [0:0] shared_mask;
  wire [0:0] local_mask;
  wire [0:0] constant_mask;
  wire [0:0] to_shared;
  wire [0:0] to_local;

  assign shared_mask = shared_form;
  assign local_mask = local_form;
  assign constant_mask = constant_form;
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
