// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_first_fault of agu 0.2.0

// The lowest-numbered lane of a warp that faults.
//
//     fault_valid = access, and a lane of this beat or of the warp's beats before faults
//     fault_lane  = the lowest of these lanes, 0 where there is none
//
// Combinational; a beat is remembered at the edge where `leaves` is high, and the first
// beat of a warp forgets.
module agu_first_fault (
  input  wire        clock,
  // a beat, no bubble, goes at this edge
  input  wire        leaves,
  // the beat is the first of its warp
  input  wire        first,
  input  wire        access,
  // lanes of the beat that fault
  input  wire [31:0] faulted,
  // number of the beat's first lane
  input  wire [4:0]  first_lane,
  output wire        fault_valid,
  output wire [4:0]  fault_lane
);

  wire        some;
  wire        earlier;
  wire        known;
  wire [4:0]  own_lane;
  wire [4:0]  lane;
  reg         kept_valid = 0;
  reg  [4:0]  kept_lane = 0;
  wire [31:0] unused_lowest_lane_lowest;
  wire [4:0]  lowest_lane_number;

  agu_lowest_lane lowest_lane (
    .mask(faulted),
    .lowest(unused_lowest_lane_lowest),
    .number(lowest_lane_number)
  );

  assign some = |faulted;
  assign earlier = kept_valid & ~first;
  assign known = access & (earlier | some);
  assign own_lane = some ? (lowest_lane_number | first_lane) : 5'd0;
  assign lane = earlier ? kept_lane : own_lane;
  assign fault_valid = known;
  assign fault_lane = known ? lane : 5'd0;

  always @(posedge clock) begin
    if (leaves) begin
      kept_valid <= earlier | some;
      kept_lane <= lane;
    end
  end
endmodule
