// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_channel_enable of agu 0.2.0

// The channels of an ADDR_ADD that write.
//
//     offset   = 4 * channel_mask[2:0],  size = 2^exec_size
//     legal    = size <= 32, and offset is a multiple of size
//     no_mask  = channel_mask[3]
//     c        = first_lane + i
//     enable_i = legal and c < size and (no_mask or execution_mask[c + offset])
//
// An offset below 32 that is a multiple of `size` leaves room for `size` channels, and
// c + offset is i + (first_lane | offset). What is not legal enables none. Combinational.
module agu_channel_enable (
  // number of the first channel of the beat
  input  wire [4:0]  first_lane,
  // log2 of the number of channels; 6 and 7 are illegal
  input  wire [2:0]  exec_size,
  // M1 to M8 in bits 2:0, NoMask in bit 3
  input  wire [3:0]  channel_mask,
  // EM, one bit a channel
  input  wire [31:0] execution_mask,
  // one bit a channel, that of first_lane lowest; those behind the beat are of no use
  output wire [31:0] enable
);

  wire [31:0] no_mask;
  wire [2:0]  group;
  wire [4:0]  offset;
  reg  [31:0] channels;

  assign group = channel_mask[2:0];
  assign offset = {2'd0, group} << 2;
  assign no_mask = {32{channel_mask[3]}};
  assign enable = ((execution_mask >> (offset | first_lane)) | no_mask) & (channels >> first_lane);

  always @(*) begin
    channels = 32'd0;
    if (exec_size == 3'd0) begin
      channels = 32'd1;
    end
    if (exec_size == 3'd1) begin
      channels = 32'd3;
    end
    if (exec_size == 3'd2) begin
      channels = 32'hf;
    end
    if ((exec_size == 3'd3) & ~group[0]) begin
      channels = 32'hff;
    end
    if ((exec_size == 3'd4) & ~(|group[1:0])) begin
      channels = 32'hffff;
    end
    if ((exec_size == 3'd5) & ~(|group)) begin
      channels = 32'hffffffff;
    end
  end
endmodule
