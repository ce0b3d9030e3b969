// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_fermi_register of agu 0.2.0

// A Fermi register index as the unit counts registers.
//
//     number      = index is 63 (RZ) ? 255 : index
//     group_index = {2'b11, index}     RZ all ones, for the test of register groups
//
// Combinational.
module agu_fermi_register (
  input  wire [5:0] index,
  output wire [7:0] number,
  output wire [7:0] group_index
);

  localparam [5:0] ZERO_REGISTER = 6'h3f;
  localparam [7:0] ONES_ABOVE = 8'hc0;

  assign group_index = {2'd0, index} | ONES_ABOVE;
  assign number = (index == ZERO_REGISTER) ? ({2'd0, index} | ONES_ABOVE) : {2'd0, index};
endmodule
