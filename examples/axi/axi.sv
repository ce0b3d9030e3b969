// SPDX-License-Identifier: MIT OR Apache-2.0
// The load/store unit with AXI4 as its memory port.
module axi #(
  parameter DATA = 1024
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
  // AXI4
  output wire              awvalid, awlock, wvalid, wlast, bready, arvalid, arlock, rready,
  output wire [2:0]        awid, awsize, awprot, arid, arsize, arprot,
  output wire [48:0]       awaddr, araddr,
  output wire [7:0]        awlen, arlen,
  output wire [1:0]        awburst, arburst,
  output wire [3:0]        awcache, awqos, arcache, arqos,
  output wire [DATA-1:0]   wdata,
  output wire [DATA/8-1:0] wstrb,
  input  wire              awready, wready, bvalid, arready, rvalid, rlast,
  input  wire [2:0]        bid, rid,
  input  wire [1:0]        bresp, rresp,
  input  wire [DATA-1:0]   rdata,
  output wire              idle, failed
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
  agu_axi #(.DATA(DATA)) memory_side (.*);
endmodule
