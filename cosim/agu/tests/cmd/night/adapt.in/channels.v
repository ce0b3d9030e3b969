module channels (
  input clk_i, input rst_ni,
  input lsu_req_valid_i, output lsu_req_ready_o, input lsu_req_rw_i, input [7:0] lsu_req_mask_i,
  input [255:0] lsu_req_addr_i,
  output lsu_rsp_valid_o, input lsu_rsp_ready_i, output [3:0] lsu_rsp_tag_o, output [7:0] lsu_rsp_mask_o,
  output [511:0] lsu_rsp_data_o,
  output dcache_req_valid_o, input dcache_req_ready_i, output dcache_req_we_o, output [26:0] dcache_req_addr_o,
  output [31:0] dcache_req_be_o, output [7:0] dcache_req_id_o,
  input dcache_rsp_valid_i, output dcache_rsp_ready_o, input [7:0] dcache_rsp_id_i, input [255:0] dcache_rsp_data_i,
  output smem_vld_o, input smem_rdy_i, output [7:0] smem_activemask_o, output [3:0] smem_sectors_o
);
endmodule
