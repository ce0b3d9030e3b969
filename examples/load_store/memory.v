// SPDX-License-Identifier: MIT OR Apache-2.0
// Global memory of the bench. It answers a load with its bytes of now, up to 32 cycles later or more, in any order.
/* verilator lint_off BLKSEQ */ /* verilator lint_off WIDTH */ /* verilator lint_off UNUSEDSIGNAL */
module global_memory (
  input  wire          clock, reset,
  input  wire          mem_valid, mem_store,
  output reg           mem_ready,
  input  wire [2:0]    mem_tag,
  input  wire [48:0]   mem_address,
  input  wire [127:0]  mem_mask,
  input  wire [1023:0] mem_data,
  output reg           ans_valid,
  input  wire          ans_ready,
  output reg  [2:0]    ans_tag,
  output wire [1023:0] ans_data,
  output wire          broken
);
  reg  [7:0]    memory [0:8191];
  reg  [1023:0] lines [0:7];
  reg  [4:0]    left [0:7];
  reg  [7:0]    waits = 8'd0;
  reg           answered = 1'b0;
  integer byte_of, slot;
  assign ans_data = lines[ans_tag];
  assign broken = 1'b0;
  initial for (byte_of = 0; byte_of < 8192; byte_of = byte_of + 1) memory[byte_of] = 8'd0;
  initial ans_valid = 1'b0;

  // Inputs of the unit change with the falling edge.
  always @(negedge clock) begin
    mem_ready = $random;
    if (answered) waits[ans_tag] = 1'b0;
    if (answered | ~ans_valid) begin
      ans_valid = 1'b0;
      for (slot = 0; slot < 8; slot = slot + 1)
        if (waits[slot] && left[slot] == 5'd0) {ans_valid, ans_tag} = {1'b1, slot[2:0]};
    end
    for (slot = 0; slot < 8; slot = slot + 1) if (left[slot] != 5'd0) left[slot] = left[slot] - 5'd1;
  end

  always @(posedge clock) if (!reset) begin
    answered = ans_valid & ans_ready;
    if (mem_valid & mem_ready) begin
      for (byte_of = 0; byte_of < 128; byte_of = byte_of + 1)
        if (!mem_store) lines[mem_tag][8*byte_of +: 8] = memory[mem_address[12:0] + byte_of];
        else if (mem_mask[byte_of]) memory[mem_address[12:0] + byte_of] = mem_data[8*byte_of +: 8];
      if (!mem_store) {waits[mem_tag], left[mem_tag]} = {1'b1, 5'd0} | $unsigned($random) % 32;
    end
  end
endmodule
