// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_constant_sizes of agu 0.2.0

// The sizes of the constant banks, in a memory.
//
//     at a clock edge where write is high:  size of write_bank = write_data
//     at a clock edge where read is high:   size = size of bank
//
// No reset reaches a memory: one bit a bank tells whether it was written since reset. The
// size of a bank that was not is its default.
module agu_constant_sizes (
  input  wire        clock,
  input  wire        reset,
  input  wire        write,
  input  wire [4:0]  write_bank,
  input  wire [16:0] write_data,
  input  wire        read,
  input  wire [4:0]  bank,
  // bytes of the bank that was read
  output wire [31:0] size
);

  localparam [31:0] ONE = 32'd1;
  localparam [16:0] DEFAULT_SIZE = 17'h10000;

  wire [31:0] written_bank;
  wire [16:0] bytes;
  reg  [31:0] written = 0;
  reg         known = 0;
  wire [16:0] memory_read_data;

  agu_memory memory (
    .clock(clock),
    .write(write),
    .write_address(write_bank),
    .write_data(write_data),
    .read(read),
    .read_address(bank),
    .read_data(memory_read_data)
  );

  assign written_bank = ONE << write_bank;
  assign bytes = known ? memory_read_data : DEFAULT_SIZE;
  assign size = {15'd0, bytes};

  always @(posedge clock) begin
    if (write) begin
      written <= written | written_bank;
    end
    if (reset) begin
      written <= 32'd0;
    end
    if (read) begin
      known <= written[bank];
    end
  end
endmodule
