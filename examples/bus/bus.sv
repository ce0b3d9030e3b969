// SPDX-License-Identifier: MIT OR Apache-2.0
// The load/store unit with the bus as its memory port.
module bus #(
  parameter DATA = 128
) (
  input  wire              clock, reset,
  // As of load_store
  input  wire              req_valid, req_store, req_shared,
  output wire              req_ready,
  input  wire [3:0]        req_tag,
  input  wire [2:0]        req_size,
  input  wire [31:0]       req_lanes,
  input  wire [23:0]       req_immediate,
  input  wire [1023:0]     req_base, req_data,
  output wire              rsp_valid, rsp_store,
  input  wire              rsp_ready,
  output wire [3:0]        rsp_tag,
  output wire [31:0]       rsp_live, rsp_fault,
  output wire              wb_valid,
  output wire [3:0]        wb_tag,
  output wire [31:0]       wb_lanes,
  output wire [1023:0]     wb_data,
  // The bus
  output wire              bus_valid, bus_store, bus_rsp_ready,
  input  wire              bus_ready, bus_rsp_valid,
  output wire [9:0]        bus_tag,
  output wire [48:0]       bus_address,
  output wire [DATA/8-1:0] bus_mask,
  output wire [DATA-1:0]   bus_data,
  input  wire [9:0]        bus_rsp_tag,
  input  wire [DATA-1:0]   bus_rsp_data
);
  wire          mem_valid, mem_ready, mem_store, ans_valid, ans_ready;
  wire [2:0]    mem_tag, ans_tag;
  wire [48:0]   mem_address;
  wire [127:0]  mem_mask;
  wire [1023:0] mem_data, ans_data;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [31:0]   mem_lanes;
  /* verilator lint_on UNUSEDSIGNAL */
  load_store unit (.*);
  agu_bus #(.DATA(DATA)) memory_side (.*);
endmodule
