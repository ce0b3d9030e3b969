// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_uniform_register of agu 0.2.0

// A uniform register index as the unit counts registers.
//
//     number      = six bits ? (index[5:0] is 63 (URZ) ? 255 : index[5:0]) : index
//     group_index = six bits ? {2'b11, index[5:0]} : index     URZ all ones, for register groups
//
// Up to sm_90 an index has six bits, and bits above them mean nothing. Combinational.
module agu_uniform_register (
  input  wire [7:0] index,
  // the index has six bits
  input  wire       six_bits,
  output wire [7:0] number,
  output wire [7:0] group_index
);

  wire [7:0] short_number;
  wire [7:0] short_group_index;

  agu_fermi_register short (
    .index(index[5:0]),
    .number(short_number),
    .group_index(short_group_index)
  );

  assign number = six_bits ? short_number : index;
  assign group_index = six_bits ? short_group_index : index;
endmodule
