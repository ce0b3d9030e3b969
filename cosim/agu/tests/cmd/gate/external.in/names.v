module unit(input aclk, aresetn, s_valid, output s_ready, input [31:0] s_imm, s_addr,
  input req_store, valid_in, output m_valid, input m_ready, output [31:0] m_addr,
  output mem_valid, mem_store, input mem_req_ready, input [63:0] cfg_wdata, output [7:0] sum);
endmodule
