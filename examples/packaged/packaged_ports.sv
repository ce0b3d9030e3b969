// Ports of packaged as bits, written by agu adapt.
module packaged_ports (
  input logic clk,
  input logic rst_n,
  input logic req_valid,
  output logic req_ready,
  input logic req_store,
  input logic [2:0] req_size,
  input logic [3:0] req_lanes,
  input logic [127:0] req_address,
  output logic rsp_valid,
  input logic rsp_ready,
  output logic rsp_store,
  output logic mem_valid,
  output logic mem_line_store,
  output logic [31:0] mem_line_address,
  output logic [15:0] mem_line_mask,
  input logic mem_ready
);
  // line_if has the default values of BYTES.
  line_if mem ();
  logic [31:0] req_address_array [0:3];
  assign req_address_array[0] = req_address[0 +: 32];
  assign req_address_array[1] = req_address[32 +: 32];
  assign req_address_array[2] = req_address[64 +: 32];
  assign req_address_array[3] = req_address[96 +: 32];
  assign mem_valid = mem.valid;
  assign {mem_line_store, mem_line_address, mem_line_mask} = mem.line;
  assign mem.ready = mem_ready;
  packaged #() unit (
    .mem(mem),
    .clk(clk),
    .rst_n(rst_n),
    .req_valid(req_valid),
    .req_ready(req_ready),
    .req({req_store, req_size}),
    .req_lanes(req_lanes),
    .req_address(req_address_array),
    .rsp_valid(rsp_valid),
    .rsp_ready(rsp_ready),
    .rsp_store(rsp_store)
  );
endmodule
