// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_steering8 of agu 0.2.0, design 5b80a134e570731b

// The space that each lane's access lands in, one bit a lane.
//
//     plg       = steer_by_window ? ~in_shared : steering
//     to_shared = generic & ~plg & in_shared
//     to_local  = generic & plg & in_local
//     outside   = generic & (~plg & ~in_shared  |  plg & in_shared & ~in_local)
//     window    = to_shared | to_local     the address counts from the window's base
//     space     = 0 global (also outside), 1 shared, 2 local, 3 constant
//
// A form that names its space has its own bit set instead of `generic`; an LEA has
// none. Combinational.
module agu_steering8 (
  // the form: windows decide, or it names its space
  input  wire       generic,
  input  wire       shared_form,
  input  wire       local_form,
  input  wire       constant_form,
  // the window compare steers, not the predicate
  input  wire       steer_by_window,
  // the predicate Plg
  input  wire [7:0] steering,
  input  wire [7:0] in_shared,
  input  wire [7:0] in_local,
  // the lane lands in shared, local memory
  output wire [7:0] shared,
  output wire [7:0] local_memory,
  // generic, and inside a window
  output wire [7:0] window,
  // the fault OutsideWindow
  output wire [7:0] outside,
  // bits of the code of the space
  output wire [7:0] space_0,
  output wire [7:0] space_1
);

  wire [7:0] plg;
  wire [7:0] generic_mask;
  wire [7:0] shared_mask;
  wire [7:0] local_mask;
  wire [7:0] constant_mask;
  wire [7:0] to_shared;
  wire [7:0] to_local;

  assign generic_mask = {8{generic}};
  assign shared_mask = {8{shared_form}};
  assign local_mask = {8{local_form}};
  assign constant_mask = {8{constant_form}};
  assign plg = steer_by_window ? ~in_shared : steering;
  assign to_shared = generic_mask & ~plg & in_shared;
  assign to_local = generic_mask & plg & in_local;
  assign outside = generic_mask & ((~plg & ~in_shared) | (plg & in_shared & ~in_local));
  assign window = to_shared | to_local;
  assign shared = to_shared | shared_mask;
  assign local_memory = to_local | local_mask;
  assign space_0 = to_shared | shared_mask | constant_mask;
  assign space_1 = to_local | local_mask | constant_mask;
endmodule
