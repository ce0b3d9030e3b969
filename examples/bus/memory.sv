// SPDX-License-Identifier: MIT OR Apache-2.0
// Global memory of the bench of load_store: agu_bus, and memory behind it, which performs requests in their order and
// answers loads late, in any order.
/* verilator lint_off BLKSEQ */ /* verilator lint_off WIDTH */ /* verilator lint_off UNUSEDSIGNAL */
`ifndef DATA
`define DATA 128
`endif
module global_memory (
  input  wire          clock, reset,
  input  wire          mem_valid, mem_store,
  output wire          mem_ready,
  input  wire [2:0]    mem_tag,
  input  wire [48:0]   mem_address,
  input  wire [127:0]  mem_mask,
  input  wire [1023:0] mem_data,
  output wire          ans_valid,
  input  wire          ans_ready,
  output wire [2:0]    ans_tag,
  output wire [1023:0] ans_data,
  output reg           broken            // a rule of the bus was, in this cycle
);
  localparam DATA = `DATA, BYTES = DATA / 8;
  wire              bus_valid, bus_store, bus_rsp_ready;
  reg               bus_ready = 1'b0, bus_rsp_valid = 1'b0;
  wire [9:0]        bus_tag;
  wire [48:0]       bus_address;
  wire [BYTES-1:0]  bus_mask;
  wire [DATA-1:0]   bus_data;
  reg  [9:0]        bus_rsp_tag;
  reg  [DATA-1:0]   bus_rsp_data;
  agu_bus #(.DATA(DATA)) adapter (.*);

  reg  [7:0]      memory [0:8191];
  integer         of, slot;
  initial for (of = 0; of < 8192; of = of + 1) memory[of] = 8'd0;

  // Loads without a response: up to 64, whose words were read as the loads were taken.
  reg  [63:0]     waits = 64'd0;
  reg  [9:0]      tag [0:63];
  reg  [DATA-1:0] word [0:63];
  reg             request_waits = 1'b0, response_ends = 1'b0;
  reg  [BYTES*9+59:0] was;
  always @(posedge clock) if (!reset) begin
    // What waits stays.
    broken = request_waits
      & {bus_valid, bus_store, bus_tag, bus_address, bus_mask, bus_data} !== {1'b1, was};
    request_waits = bus_valid & ~bus_ready;
    was = {bus_store, bus_tag, bus_address, bus_mask, bus_data};
    if (bus_valid & bus_ready) begin
      if (bus_address % BYTES != 0) broken = 1'b1;
      slot = 0;
      while (waits[slot]) slot = slot + 1;
      for (of = 0; of < BYTES; of = of + 1)
        if (!bus_store) word[slot][8*of +: 8] = memory[bus_address[12:0] + of];
        else if (bus_mask[of]) memory[bus_address[12:0] + of] = bus_data[8*of +: 8];
      {waits[slot], tag[slot]} = {~bus_store, bus_tag};
    end
    response_ends = bus_rsp_valid & bus_rsp_ready;
  end

  // Inputs of the adapter change with the falling edge.
  always @(negedge clock) begin
    bus_ready = $random & (&waits == 1'b0);
    bus_rsp_valid = bus_rsp_valid & ~response_ends;
    slot = $unsigned($random) % 64;
    if (!bus_rsp_valid && $random % 2 == 0)
      for (of = 0; of < 64; of = of + 1) begin
        slot = (slot + 1) % 64;
        if (!bus_rsp_valid && waits[slot])
          {bus_rsp_valid, waits[slot], bus_rsp_tag, bus_rsp_data} = {2'b10, tag[slot], word[slot]};
      end
  end
endmodule
