// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_request_store of agu 0.2.0

// The requests of four warps, each gathered lane by lane under its number.
//
//     number   = its own, and of a lane of shared memory passes of earlier groups
//     address  = {slot, shared ? not number : number}
//     new      = first, and for a lane of shared memory number == passes so far
//     request  = (new ? 0 : what is stored at address, or handed on) | {sector, lane}
//     line of a request = the key of the lane that starts it
//
// Lines are stored from place 0 of their warp's slot up, passes from place 31 down. They do not
// meet: each has a lane of its own. A slot is not cleared, since the first lane of a request
// overwrites what was there.
//
// A lane's request is read an edge after it comes in, and written at the next one, to two
// memories of the same content: one is read for the lanes that come in, one for the requests that
// leave. Where a lane follows another of its request in the next cycle, what is written for the
// one is handed to the other beside the memory, which has not got it yet.
module agu_request_store (
  input  wire        clock,
  input  wire        reset,

  // a lane, its key, and the number of its request, of a pass in its group
  input  wire        valid,
  // bit 0: it accesses global memory; 1: shared memory; 2: it is the last of its warp; 3: it
  // stores; 5:4: its sector; 7:6: the slot of its warp; 8: it is the first of a group
  input  wire [8:0]  tag,
  input  wire [41:0] key,
  input  wire        first,
  input  wire [4:0]  number,

  // the last lane of a warp is written at this edge; its lines and passes, up to 32
  output wire        whole,
  output wire [5:0]  lines,
  output wire [5:0]  passes,
  output wire        stores,

  // a request is read at this edge
  input  wire        read,
  input  wire [6:0]  read_address,
  output wire [41:0] read_line,
  output wire [31:0] read_lanes,
  output wire [3:0]  read_sectors
);

  localparam [3:0] ONE_SECTOR = 4'd1;

  wire [1:0]  slot;
  wire [4:0]  place;
  wire [6:0]  address;
  wire        is_global;
  wire        is_shared;
  wire        is_last;
  wire        ends;
  wire [5:0]  passes_now;
  wire [5:0]  group_passes;
  wire [5:0]  full_number;
  wire        shared_s5;
  wire        new_pass;
  wire        is_new;
  wire        write;
  wire [35:0] stored;
  wire        follows;
  wire [31:0] lane;
  wire [3:0]  sectors;
  wire [35:0] request;
  wire [5:0]  lines_now;
  wire [35:0] both;
  // the lane whose request is read
  reg         valid_s5 = 0;
  reg  [8:0]  tag_s5 = 0;
  reg  [41:0] key_s5 = 0;
  reg         first_s5 = 0;
  reg  [4:0]  number_s5 = 0;
  // passes of its warp before it, and of the groups before its own; 0 behind the last lane
  reg  [5:0]  pass_count = 0;
  reg  [5:0]  earlier_groups = 0;
  // the lane that is written; passes of its warp up to it
  reg         valid_s6 = 0;
  reg  [5:0]  tag_s6 = 0;
  reg  [41:0] key_s6 = 0;
  reg         first_s6 = 0;
  reg         new_s6 = 0;
  reg  [6:0]  address_s6 = 0;
  reg  [5:0]  passes_s6 = 0;
  // one bit for its number in its warp, but for lane 0
  reg         begun = 0;
  reg  [31:0] lane_s6 = 0;
  // of its warp, before it
  reg  [5:0]  line_count = 0;
  // the lane before it was of the same request, and came in a cycle before: that request, else 0
  reg  [35:0] handed = 0;
  reg         is_handed = 0;
  wire [35:0] gathered_read_word;

  agu_scratch_memory gathered (
    .clock(clock),
    .write(write),
    .write_address(address_s6),
    .write_data(request),
    .read(valid_s5),
    .read_address(address),
    .read_word(gathered_read_word)
  );

  agu_scratch_memory requests (
    .clock(clock),
    .write(write),
    .write_address(address_s6),
    .write_data(request),
    .read(read),
    .read_address(read_address),
    .read_word(both)
  );

  agu_scratch_memory_2 line_memory (
    .clock(clock),
    .write(write & first_s6),
    .write_address(address_s6),
    .write_data(key_s6),
    .read(read),
    .read_address(read_address),
    .read_word(read_line)
  );

  // the lane whose request is read
  assign ends = valid_s5 & tag_s5[2];
  assign group_passes = tag_s5[8] ? pass_count : earlier_groups;
  assign full_number = group_passes + {1'b0, number_s5};
  assign shared_s5 = tag_s5[1];
  assign new_pass = first_s5 & (full_number == pass_count);
  assign place = shared_s5 ? ~full_number[4:0] : number_s5;
  assign passes_now = (valid_s5 & shared_s5 & new_pass) ? (pass_count + 6'd1) : pass_count;
  assign slot = tag_s5[7:6];
  assign address = ({5'd0, slot} << 5) | {2'd0, place};

  // the lane that is written
  assign is_global = tag_s6[0];
  assign is_shared = tag_s6[1];
  assign is_last = tag_s6[2];
  assign is_new = (is_global & first_s6) | (~is_global & new_s6);
  assign stored = (is_new | is_handed) ? 36'd0 : gathered_read_word;
  assign lane = ~begun ? (lane_s6 | 32'd1) : lane_s6;
  assign sectors = is_global ? (ONE_SECTOR << tag_s6[5:4]) : 4'd0;
  assign request = stored | handed | {4'd0, lane} | ({32'd0, sectors} << 32);
  assign write = valid_s6 & (is_global | is_shared);
  assign follows = valid_s5 & write & (address == address_s6);
  assign lines_now = (is_new & is_global) ? (line_count + 6'd1) : line_count;
  assign whole = valid_s6 & is_last;
  assign lines = lines_now;
  assign passes = passes_s6;
  assign stores = tag_s6[3];
  assign read_lanes = both[31:0];
  assign read_sectors = both[35:32];

  always @(posedge clock) begin
    // the lane that comes in
    valid_s5 <= valid;
    tag_s5 <= tag;
    key_s5 <= key;
    first_s5 <= first;
    number_s5 <= number;
    passes_s6 <= passes_now;
    pass_count <= passes_now;
    if (valid_s5) begin
      earlier_groups <= group_passes;
    end
    if (ends | reset) begin
      pass_count <= 6'd0;
      earlier_groups <= 6'd0;
    end
    valid_s6 <= valid_s5;
    tag_s6 <= tag_s5[5:0];
    key_s6 <= key_s5;
    first_s6 <= first_s5;
    new_s6 <= new_pass;
    address_s6 <= address;
    is_handed <= follows;
    handed <= 36'd0;
    if (follows) begin
      handed <= request;
    end
    if (valid_s6) begin
      begun <= ~is_last;
      lane_s6 <= lane << 1;
      line_count <= lines_now;
    end
    if (reset | (valid_s6 & is_last)) begin
      begun <= 1'b0;
      lane_s6 <= 32'd0;
      line_count <= 6'd0;
    end
    if (reset) begin
      valid_s5 <= 1'b0;
      valid_s6 <= 1'b0;
    end
  end
endmodule
