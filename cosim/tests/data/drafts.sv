// Ports of units whose description `agu adapt` drafts, without hardware behind them. `//=` is part of the draft,
// `//!` part of a note.

//= lanes = 32
//= active_mask = "active_mask"
//= lane_valid = "active_mask"
//= lane_addr = "base_lo"
//= lane_wdata = "store_data"
//= is_write = "store"
//= access_size = "access_size[1:0]"  # 2 bits, of 3
//= mem_valid_resp = "response_valid"
//= mem_rdata = "response_data"
//= line_bytes = 16  # by mem_wmask
//= data = "mem_wdata"
//= lanes = "resp_lane_valid"
//= # ? = "mem_burst_len"  # not recognised, 4 bits
module coalescer(
  input logic clk, rst_n, req_valid, is_write, input logic [31:0] active_mask, lane_valid, input logic [31:0][31:0] lane_addr, lane_wdata,
  input logic [1:0] access_size, output logic req_ready,
  output logic mem_valid, mem_write, output logic [31:0] mem_addr, output logic [127:0] mem_wdata, output logic [15:0] mem_wmask,
  output logic [3:0] mem_burst_len, input logic mem_ready, mem_valid_resp, input logic [127:0] mem_rdata,
  output logic resp_valid, output logic [31:0][31:0] resp_rdata, output logic [31:0] resp_lane_valid);
endmodule

//= lanes = 8
//= lane_addr = "base_lo"
//= result_valid = "resp_valid"
//! not recognised, and in no expression: leader_mask, txn_base, txn_lanes
module segments(
  input logic clk, rst_n, req_valid, input logic [7:0] active_mask, input logic [31:0] lane_addr [8],
  output logic resp_valid, output logic [7:0] leader_mask, output logic [31:0] txn_base [8], output logic [7:0] txn_lanes [8]);
endmodule

//= lanes = 4
//= req_store = "store"
//= req_data = "store_data"
//= ans_valid = "response_valid"
//= ans_data = "response_data"
//= byte_mask = "mem_mask"
//= data = "mem_data"
module stores(
  input clk, rst, req_valid, req_store, input [3:0] req_lanes, input [127:0] req_address, req_data, output req_ready,
  output rsp_valid, rsp_store, input rsp_ready, output [3:0] rsp_lanes,
  output mem_valid, mem_store, input mem_ready, output [31:0] mem_address, output [3:0] mem_mask, output [31:0] mem_data,
  input ans_valid, input [31:0] ans_data);
endmodule

// The same without a reset, which drops stores.
//= req_data = "128'd0"  # not recognised, 128 bits
//! not recognised, and 0 in the description: req_data
module no_reset(
  input clk, req_valid, req_store, input [3:0] req_lanes, input [127:0] req_address, req_data,
  output rsp_valid, mem_valid, mem_store, output [31:0] mem_address, output [3:0] mem_mask, output [31:0] mem_data);
endmodule

// Shared memory inside: requests and results have no port that is known.
//= lanes = 32
//= mask = "active_mask"
//= addr = "base_lo"
//= after = 1
//= # ? = "rdata"  # not recognised, 1024 bits
module stored(
  input clk, rst_n, req_valid, we, input [1:0] tag, input [31:0] mask, input [1023:0] addr, wdata,
  output ready, wb, output [1:0] wb_tag, output [31:0] wb_lanes, output [1023:0] rdata);
endmodule

// Ports with more and with fewer bits than those of an exported unit.
//= lanes = 2
//= req_addr = "{8'd0, base_lo[63:32], 8'd0, base_lo[31:0]}"  # 80 bits, of 64
//= req_offset = "{offset_lo[43:32], offset_lo[11:0]}"  # 24 bits, of 64
//= req_tag = "{4'd0, destination}"  # 20 bits, of 16
//= req_valid_x = "1'd0"  # not recognised, 1 bit
//= result_destination = "rsp_tag[15:0]"  # 20 bits, of 16
//= "fault_lane[2:0]" = "rsp_fault_lane"
//= address_lo = "{rsp_address[71:40], rsp_address[31:0]}"  # 80 bits, of 64
//= # ? = "rsp_sum_lo"  # not recognised, 32 bits
//= tag_bits = 16
module widths(
  input clk, rst, req_valid, input [1:0] req_mask, input [79:0] req_addr, input [23:0] req_offset, input [19:0] req_tag, input req_valid_x,
  output rsp_valid, output [19:0] rsp_tag, output [2:0] rsp_fault_lane, output [79:0] rsp_address, output [31:0] rsp_sum_lo);
endmodule

// Widths that no unit has.
//= lanes = 1
//! the number of lanes is not recognised, 1 in the description
module three(
  input clk, rst, input [1:0] req_valid, input [2:0] req_mask, input [95:0] req_addr, input [47:0] req_store,
  output [1:0] rsp_valid, output [95:0] rsp_address, output mem_valid, output [127:0] mem_addr, output [2:0] mem_mask, output [4:0] mem_lanes,
  input mem_rsp_valid, input [6:0] mem_rsp_data, input [70:0] mem_rsp_tag);
endmodule

// No name is known.
//= # A guess, by 512 bits of thr_a and 16 bits of thr_on.
//= lanes = 16
module words(input clk, go, input [15:0] thr_on, input [511:0] thr_a, output done, output [511:0] thr_b);
endmodule

// Two ports of one space have one form. Lines of which size, a user has to decide.
//= mem_rdata = "response_data[0][255:0]"
//= icache_ready = "port_ready[1]"
//! agu cosim refuses the description: 
//! draft.toml:78:1: error: memory ports 0 and 1 are for one space, expected the same keys
module two_lines(
  input clk, rst, req_valid, input [127:0] req_addr, output rsp_valid,
  output mem_valid, output [31:0] mem_addr, output [31:0] mem_be, input mem_rvalid, input [255:0] mem_rdata,
  output icache_valid, input icache_ready, output [31:0] icache_addr, output [63:0] icache_be);
endmodule

// Two spaces, of which one waits; a response without its valid is none.
//= smem_ready = "port_ready[0]"
//= ready = "1'b1"  # not recognised
//= banks = 32  # a guess
//= gmem_rdata = "128'd0"  # not recognised, 128 bits
module two_spaces(
  input clk, rst, req_valid, input [127:0] req_addr, output rsp_valid,
  output smem_valid, input smem_ready, output [31:0] smem_lanes,
  output gmem_valid, output [31:0] gmem_addr, input [127:0] gmem_rdata);
endmodule

// Registers of a width that no access has, and loads that are answered.
//= # ? = "wb_data"  # not recognised, 192 bits
module registers(
  input clk, rst, req_valid, input [127:0] req_addr, output rsp_valid,
  output mem_valid, output [31:0] mem_addr, input mem_rsp_valid, input [127:0] mem_rsp_data,
  output wb_valid, output [3:0] wb_lanes, output [191:0] wb_data);
endmodule

interface link #(parameter int WIDTH = 32, LINES = 4) (input logic clk);
  localparam int BYTES = WIDTH / 8;
  logic valid, ready;
  logic [WIDTH-1:0] addr;
  modport unit (output valid, addr, input ready);
endinterface

//= address = "mem_addr"
//! port mem: interface link has the default values of WIDTH, LINES, so its signals have their widths
module faces(input logic clk, rst, req_valid, input logic [31:0] req_addr, output logic rsp_valid,
  link.unit mem);
endmodule

// No clock.
//= after = 0
module no_clock (input [31:0] base, output [31:0] sum);
endmodule
