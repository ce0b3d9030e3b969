// SPDX-License-Identifier: MIT OR Apache-2.0
// Loads and stores of global memory, one line of 16 bytes for all lanes in it. The ports are packed
// structures of a package, an array, and an interface.
package packaged_pkg;
  typedef enum logic { LOAD, STORE } operation_t;
  typedef struct packed {
    operation_t store;
    logic [2:0] size;
  } request_t;
endpackage

interface line_if #(parameter int BYTES = 16);
  typedef struct packed {
    packaged_pkg::operation_t store;
    logic [31:0]              address;
    logic [BYTES-1:0]         mask;
  } line_t;
  logic  valid, ready;
  line_t line;
  modport unit (output valid, line, input ready);
  modport memory (input valid, line, output ready);
endinterface

module packaged
  import packaged_pkg::*;
#(
  parameter int  LANES = 4,
  parameter type address_t = logic [31:0]
) (
  input  logic             clk,
  input  logic             rst_n,
  input  logic             req_valid,
  output logic             req_ready,
  input  request_t         req,
  input  logic [LANES-1:0] req_lanes,
  input  address_t         req_address [LANES],
  output logic             rsp_valid,
  input  logic             rsp_ready,
  output operation_t       rsp_store,
  line_if.unit             mem
);
  request_t         held;
  logic             waits;
  logic [LANES-1:0] left, served;
  address_t         address [LANES];
  logic [4:0]       bytes;
  assign bytes = held.size < 2 ? 1 : held.size < 4 ? 2 : held.size == 4 ? 4 : held.size == 5 ? 8 : 16;

  // The lowest lane that is left, and all in its line.
  always_comb begin
    served = '0;
    mem.line = '0;
    mem.line.store = held.store;
    for (int lane = 0; lane < LANES; lane++) begin
      if (left[lane] && served == '0) mem.line.address = {address[lane][31:4], 4'd0};
`ifdef BUG
      // The upper half of the address is not compared.
      if (left[lane] && address[lane][15:4] == mem.line.address[15:4]) begin
`else
      if (left[lane] && address[lane][31:4] == mem.line.address[31:4]) begin
`endif
        served[lane] = 1'b1;
        mem.line.mask |= ((16'd1 << bytes) - 16'd1) << (address[lane][3:0] & ~4'(bytes - 5'd1));
      end
    end
  end
  assign mem.valid = left != '0;

  assign req_ready = !waits && left == '0;
  assign rsp_valid = waits && left == '0;
  assign rsp_store = held.store;
  always_ff @(posedge clk) begin
    if (mem.valid && mem.ready) left <= left & ~served;
    if (rsp_valid && rsp_ready) waits <= 1'b0;
    if (req_valid && req_ready) begin
      waits <= 1'b1;
      held <= req;
      left <= req_lanes;
      address <= req_address;
    end
    if (!rst_n) begin
      waits <= 1'b0;
      left <= '0;
    end
  end
endmodule
