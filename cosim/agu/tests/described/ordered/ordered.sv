// Bases of LEA, a cycle later: loops of 8 and of 200 turns assign elements of arrays.
module ordered import ordered_pkg::*; (
  input logic clk, rst_n, req_valid, input logic [LANES-1:0] lane_valid, input address_t [LANES-1:0] lane_addr,
  output logic rsp_valid, output address_t [LANES-1:0] rsp_addr
);
  address_t   held [LANES];
  logic [7:0] seen [200];
  always_comb for (int lane = 0; lane < LANES; lane++) rsp_addr[lane] = held[lane];
  always_ff @(posedge clk) begin
    rsp_valid <= req_valid && rst_n;
    for (int lane = 0; lane < LANES; lane++) held[lane] <= lane_valid[lane] ? lane_addr[lane] ^ {24'd0, seen[lane]} : '0;
    if (!rst_n) for (int entry = 0; entry < 200; entry++) seen[entry] <= '0;
  end
endmodule
