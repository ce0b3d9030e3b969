// SPDX-License-Identifier: MIT OR Apache-2.0
// A unit of four lanes as somebody else might write it: LEA and loads of the generic space, three
// stages, names of its own, an asynchronous reset. Each kind has a pipeline; results of LEA go
// first, so that they overtake loads that do not wait at the port, and a tag tells them apart.
module overtaking (
  input  wire         clk,
  input  wire         rst_n,
  input  wire         in_valid,
  output wire         in_ready,
  input  wire [3:0]   in_tag,
  input  wire         in_load,
  // LEA: which word of the offset, negated, shifted
  input  wire         in_high,
  input  wire         in_negate,
  input  wire [4:0]   in_shift,
  // load: log2 of the bytes, displacement
  input  wire [2:0]   in_size,
  input  wire [31:0]  in_displacement,
  input  wire [3:0]   in_lanes,
  input  wire [127:0] in_a,
  input  wire [127:0] in_b,
  input  wire [127:0] in_c,
  output wire         out_valid,
  input  wire         out_ready,
  output wire [3:0]   out_tag,
  output wire         out_load,
  output wire [3:0]   out_lanes,
  output wire [127:0] out_sum,
  output wire [127:0] out_address,
  output wire [7:0]   out_space,
  output wire [3:0]   out_ok,
  output wire [3:0]   out_bad
);
  // Upper bytes of the windows, and the bytes of shared memory.
  localparam [7:0] SHARED = 8'hfe, LOCAL = 8'hff;
  localparam [24:0] SHARED_SIZE = 25'd49152;

  wire lea_leaves, load_leaves;
  reg [2:0] lea_valid, load_valid;
  reg load_waits;
  wire load_first = load_waits | ~lea_valid[2];
  // A pipeline moves where its last stage is empty or leaves.
  wire lea_moves = ~lea_valid[2] | lea_leaves;
  wire load_moves = ~load_valid[2] | load_leaves;
  assign in_ready = in_load ? load_moves : lea_moves;
  assign lea_leaves = lea_valid[2] & ~load_waits & out_ready;
  assign load_leaves = load_valid[2] & load_first & out_ready;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      lea_valid <= 3'd0;
      load_valid <= 3'd0;
      load_waits <= 1'b0;
    end else begin
      load_waits <= load_valid[2] & load_first & ~out_ready;
      if (lea_moves) lea_valid <= {lea_valid[1:0], in_valid & ~in_load};
      if (load_moves) load_valid <= {load_valid[1:0], in_valid & in_load};
    end
  end

  reg [3:0] lea_tag [0:2], load_tag [0:2];
  reg [3:0] lea_lanes [0:2], load_lanes [0:2];
  integer stage;
  always @(posedge clk) begin
    if (lea_moves) begin
      lea_tag[0] <= in_tag;
      lea_lanes[0] <= in_lanes;
      for (stage = 1; stage < 3; stage = stage + 1) begin
        lea_tag[stage] <= lea_tag[stage - 1];
        lea_lanes[stage] <= lea_lanes[stage - 1];
      end
    end
    if (load_moves) begin
      load_tag[0] <= in_tag;
      load_lanes[0] <= in_lanes;
      for (stage = 1; stage < 3; stage = stage + 1) begin
        load_tag[stage] <= load_tag[stage - 1];
        load_lanes[stage] <= load_lanes[stage - 1];
      end
    end
  end

  assign out_valid = lea_valid[2] | load_valid[2];
  assign out_load = load_first;
  assign out_tag = out_load ? load_tag[2] : lea_tag[2];
  assign out_lanes = out_load ? load_lanes[2] : lea_lanes[2];

  reg high_1;
  reg [4:0] shift_1;
  reg [2:0] size_1, size_2;
  always @(posedge clk) begin
    if (lea_moves) begin
      high_1 <= in_high;
      shift_1 <= in_shift;
    end
    if (load_moves) begin
      size_1 <= in_size;
      size_2 <= size_1;
    end
  end
  // Codes 0 to 7: 1, 1, 2, 2, 4, 8, 16, 16 bytes.
  wire [4:0] bytes_2 = size_2 < 2 ? 5'd1 : size_2 < 4 ? 5'd2 : size_2 == 4 ? 5'd4 : size_2 == 5 ? 5'd8 : 5'd16;

  genvar lane;
  generate
    for (lane = 0; lane < 4; lane = lane + 1) begin : lanes
      wire [31:0] a = in_a[32*lane +: 32], b = in_b[32*lane +: 32], c = in_c[32*lane +: 32];
      // LEA: negate, shift, add
      wire [63:0] offset = {in_high ? c : 32'd0, b};
`ifdef BUG
      wire [63:0] negated = in_negate ? {-offset[63:32], -offset[31:0]} : offset;
`else
      wire [63:0] negated = in_negate ? -offset : offset;
`endif
      reg [63:0] negated_1;
      reg [31:0] a_1, a_2, addend_2, sum_3;
      wire [63:0] shifted = negated_1 << shift_1;
      // load: add, align, bound
      reg [31:0] ea_1, ea_2, ea_3, aligned_2, address_3;
      reg [1:0] space_3;
      reg ok_3, bad_3;
      wire [31:0] alignment = size_1 < 2 ? 32'd0 : size_1 < 4 ? 32'd1 : size_1 == 4 ? 32'd3 : size_1 == 5 ? 32'd7 : 32'd15;
      wire is_shared = aligned_2[31:24] == SHARED;
      wire is_local = aligned_2[31:24] == LOCAL;
      wire too_far = is_shared & ({1'b0, aligned_2[23:0]} + {20'd0, bytes_2} > SHARED_SIZE);
      always @(posedge clk) begin
        if (lea_moves) begin
          negated_1 <= negated;
          a_1 <= a;
          a_2 <= a_1;
          addend_2 <= high_1 ? shifted[63:32] : shifted[31:0];
          sum_3 <= a_2 + addend_2;
        end
        if (load_moves) begin
          ea_1 <= a + in_displacement;
          ea_2 <= ea_1;
          ea_3 <= ea_2;
          aligned_2 <= ea_1 & ~alignment;
          address_3 <= is_shared | is_local ? {8'd0, aligned_2[23:0]} : aligned_2;
          space_3 <= is_shared ? 2'd1 : is_local ? 2'd2 : 2'd0;
          ok_3 <= load_lanes[1][lane] & ~too_far;
          bad_3 <= load_lanes[1][lane] & too_far;
        end
      end
      assign out_sum[32*lane +: 32] = out_load ? ea_3 : sum_3;
      assign out_address[32*lane +: 32] = address_3;
      assign out_space[2*lane +: 2] = space_3;
      assign out_ok[lane] = ok_3;
      assign out_bad[lane] = bad_3;
    end
  endgenerate
endmodule
