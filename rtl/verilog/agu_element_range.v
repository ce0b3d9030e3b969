// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_element_range of agu 0.2.0

// Whether elements of an address operand lie outside of its variable.
//
//     outside = offset + 2^size > (native_simd32 ? 32 : 16)
//
// Combinational.
module agu_element_range (
  // the first element
  input  wire [7:0] offset,
  // code of the number of elements, 0 to 5
  input  wire [2:0] size,
  // address variables have 32 elements, else 16
  input  wire       native_simd32,
  output wire       outside
);

  localparam [8:0] ONE = 9'd1;
  localparam [8:0] ELEMENTS = 9'h10;
  localparam [8:0] ELEMENTS_SIMD32 = 9'h20;

  wire [8:0] past;

  assign past = {1'b0, offset} + (ONE << size);
  assign outside = native_simd32 ? (past > ELEMENTS_SIMD32) : (past > ELEMENTS);
endmodule
