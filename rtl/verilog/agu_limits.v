// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_limits of agu 0.2.0

// The limits of the spaces, aligned down to the access size, and inverted.
//
//     not_limit = ~(size & ~(n-1)) = ~size | (n-1)
//
// An access of n bytes, aligned to n, ends inside its space exactly where its address
// is below this. `other` is the space that is no window: the constant bank for a
// constant form, else global memory. Inverted once here, so that no lane has to.
// Latency 1 cycle, for all lanes; `advance` low holds it.
module agu_limits (
  input  wire        clock,
  // the pipeline moves on
  input  wire        advance,
  input  wire [18:0] shared_size,
  input  wire [24:0] local_size,
  input  wire [49:0] global_limit,
  input  wire [31:0] const_size,
  // the constant bank instead of global memory
  input  wire        constant_form,
  // n - 1
  input  wire [3:0]  offset_bits,
  output wire [18:0] not_shared_limit,
  output wire [24:0] not_local_limit,
  output wire [31:0] not_other_limit_lo,
  output wire [17:0] not_other_limit_hi
);

  wire [49:0] other_size;
  reg  [18:0] not_shared_s1 = 0;
  reg  [24:0] not_local_s1 = 0;
  reg  [49:0] not_other_s1 = 0;

  assign other_size = constant_form ? {18'd0, const_size} : global_limit;
  assign not_shared_limit = not_shared_s1;
  assign not_local_limit = not_local_s1;
  assign not_other_limit_lo = not_other_s1[31:0];
  assign not_other_limit_hi = not_other_s1[49:32];

  always @(posedge clock) begin
    if (advance) begin
      not_shared_s1 <= ~shared_size | {15'd0, offset_bits};
      not_local_s1 <= ~local_size | {21'd0, offset_bits};
      not_other_s1 <= ~other_size | {46'd0, offset_bits};
    end
  end
endmodule
