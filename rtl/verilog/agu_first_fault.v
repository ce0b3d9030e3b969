// SPDX-License-Identifier: MIT OR Apache-2.0
// The lowest-numbered lane of a warp that faults.
//
//     fault_valid = access, and a lane of this beat or of the warp's beats before faults
//     fault_lane  = the lowest of these lanes, 0 where there is none
//
// Latency 1; `advance` low holds it. Only valid beats are remembered, and the first
// beat of a warp forgets.
module agu_first_fault (
  input  wire        clock,
  // the pipeline moves on
  input  wire        advance,
  // a beat, no bubble
  input  wire        valid,
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
  reg         given_valid = 0;
  reg  [4:0]  given_lane = 0;
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
  assign fault_valid = given_valid;
  assign fault_lane = given_lane;

  always @(posedge clock) begin
    if (advance) begin
      given_valid <= known;
      given_lane <= 5'd0;
      if (known) begin
        given_lane <= lane;
      end
    end
    if (advance & valid) begin
      kept_valid <= earlier | some;
      kept_lane <= lane;
    end
  end
endmodule
