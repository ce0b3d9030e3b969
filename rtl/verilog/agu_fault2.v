// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_fault2 of agu 0.2.0, design a29e0bfeb7cbb363

// Outcome of each lane's access: a fault, or memory that it touches. One bit a lane.
//
//     in_bounds = shared ? below_shared : local_memory ? below_local : below_other
//     fault = 0 none, 1 outside, 2 not in_bounds, 3 misaligned where that is an error;
//             the first of these in the order 1, 2, 3; 0 where the lane does not execute
//     live  = execute, inside a window where it has to be, and in bounds
//
// Combinational.
module agu_fault2 (
  // the lane executes an access
  input  wire [1:0] execute,
  // the fault OutsideWindow
  input  wire [1:0] outside,
  // it lands in shared, local memory
  input  wire [1:0] shared,
  input  wire [1:0] local_memory,
  // its address is below the limit of shared, of local memory, of what else there is
  input  wire [1:0] below_shared,
  input  wire [1:0] below_local,
  input  wire [1:0] below_other,
  input  wire [1:0] misaligned,
  input  wire       misaligned_is_error,
  // bits of the code of the fault
  output wire [1:0] fault_0,
  output wire [1:0] fault_1,
  // any fault
  output wire [1:0] faulted,
  // memory is accessed
  output wire [1:0] live
);

  wire [1:0] in_bounds;
  wire [1:0] unaligned;
  wire [1:0] decided;

  assign in_bounds =
    (shared & below_shared)
    | (local_memory & below_local)
    | (~shared & ~local_memory & below_other);
  assign unaligned = misaligned_is_error ? misaligned : 2'd0;
  assign decided = execute & ~outside;
  assign fault_0 = execute & (outside | (in_bounds & unaligned));
  assign fault_1 = decided & (~in_bounds | unaligned);
  assign faulted = execute & (outside | ~in_bounds | unaligned);
  assign live = decided & in_bounds;
endmodule
