// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_fault of agu 0.2.0

// Outcome of each lane's access: a fault, or memory that it touches. One bit a lane.
//
//     in_bounds = shared ? below_shared : local_memory ? below_local : below_other
//     fault = 0 none, 1 outside, 2 not in_bounds, 3 misaligned where that is an error;
//             the first of these in the order 1, 2, 3; 0 where the lane does not execute
//     live  = execute, inside a window where it has to be, and in bounds
//
// Combinational.
module agu_fault #(parameter LANES = 8) (
  // the lane executes an access
  input  wire [LANES-1:0] execute,
  // the fault OutsideWindow
  input  wire [LANES-1:0] outside,
  // it lands in shared, local memory
  input  wire [LANES-1:0] shared,
  input  wire [LANES-1:0] local_memory,
  // its address is below the limit of shared, of local memory, of what else there is
  input  wire [LANES-1:0] below_shared,
  input  wire [LANES-1:0] below_local,
  input  wire [LANES-1:0] below_other,
  input  wire [LANES-1:0] misaligned,
  input  wire             misaligned_is_error,
  // bits of the code of the fault
  output wire [LANES-1:0] fault_0,
  output wire [LANES-1:0] fault_1,
  // any fault
  output wire [LANES-1:0] faulted,
  // memory is accessed
  output wire [LANES-1:0] live
);

  generate
    if (LANES != 1 && LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : refused
      LANES_must_be_1_2_4_8_16_or_32 lanes ();
    end
  endgenerate

  wire [LANES-1:0] in_bounds;
  wire [LANES-1:0] unaligned;
  wire [LANES-1:0] decided;

  assign in_bounds =
    (shared & below_shared)
    | (local_memory & below_local)
    | (~shared & ~local_memory & below_other);
  assign unaligned = misaligned_is_error ? misaligned : {LANES{1'b0}};
  assign decided = execute & ~outside;
  assign fault_0 = execute & (outside | (in_bounds & unaligned));
  assign fault_1 = decided & (~in_bounds | unaligned);
  assign faulted = execute & (outside | ~in_bounds | unaligned);
  assign live = decided & in_bounds;
endmodule
