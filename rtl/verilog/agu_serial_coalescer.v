// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_serial_coalescer of agu 0.2.0

// The coalescer of a unit of one lane: the memory requests of a warp's access.
//
//     number of a lane's line = how many lines the lanes have that start one before the lane that
//                               starts its own
//     number of a lane's pass = passes of earlier groups, and how many words of its bank the lanes of
//                               its group have that are the first at theirs before its own
//     requests  = lines 0, 1, .., then passes 0, 1, ..; each serves the lanes of its number
//     ready     = fewer than four whole warps are taken and not finished
//
// The requests and their order are those of the `Coalescer` of more lanes. There all lanes of a
// warp wait at once, and each request looks at them all. Here a lane is numbered as it comes in,
// one a cycle, and a memory holds what each request serves:
//
// | edge | a lane |
// |---|---|
// | 0, `take` | its key comes in (`LaneKeys`) |
// | 1 | it is compared with all lower ones of its warp |
// | 2 | who is counted for its number is found (`RequestNumber`) |
// | 3 | they are counted, by sixteen places |
// | 4 | the number is summed |
// | 5 | passes of earlier groups are added, and what its request serves is read (`RequestStore`) |
// | 6 | it is added; a line that it starts is stored; with the last lane the warp is whole |
//
// The warp's first request is read three edges later (`RequestReader`), and is at the memory
// port after edge 11. One request follows another in the next cycle. Lanes are numbered whether
// memory takes requests or not: there is room for four warps. A warp without live global or
// shared lane makes no request. Reset is synchronous, and drops what waits.
module agu_serial_coalescer (
  input  wire        clock,
  // synchronous, active high
  input  wire        reset,

  // a result beat of an access, taken at the clock edge where `take` is high; that
  // is allowed where `ready` is
  input  wire        take,
  output wire        ready,
  // the beat is the last of its warp
  input  wire        last,
  input  wire        store,
  // code of the access size
  input  wire [2:0]  size,
  // the lane accesses global memory, shared memory
  input  wire [0:0]  global_mask,
  input  wire [0:0]  shared_mask,
  // `address[38:7]`; `address[48:39]`, of which bits 9:0 count
  input  wire [31:0] line,
  input  wire [31:0] top,
  // `address[23:2]`, of which bits 15:0 count
  input  wire [31:0] word,

  // one memory request of a warp; the data is 0 while there is none
  output wire        memory_valid,
  input  wire        memory_ready,
  // a pass of shared memory, else a 128-byte line of global memory
  output wire        memory_shared,
  output wire        memory_store,
  // `address[48:7]` of the line
  output wire [41:0] memory_line,
  // 32-byte sectors of the line that are touched
  output wire [3:0]  memory_sectors,
  // one bit a lane of the warp: served by this request
  output wire [31:0] memory_lanes,
  // number of the pass
  output wire [4:0]  memory_pass,
  // the last request of its warp
  output wire        memory_last
);

  // warps that there is room for
  localparam [2:0] SLOTS = 3'd4;

  wire [8:0]  last_bit;
  wire [8:0]  store_bit;
  wire [1:0]  slot;
  wire [1:0]  sector;
  wire [2:0]  waiting;
  wire [8:0]  access;
  wire [8:0]  place;
  wire        begins_group;
  wire [8:0]  group_bit;
  // lanes of the warp that came in, modulo 16
  reg  [3:0]  came = 0;
  // the request that is made
  reg         made = 0;
  reg         made_shared = 0;
  reg         made_store = 0;
  reg  [41:0] made_line = 0;
  reg  [3:0]  made_sectors = 0;
  reg  [31:0] made_lanes = 0;
  reg  [4:0]  made_pass = 0;
  reg         made_last = 0;
  // whole warps that were taken, modulo 8; the slot of the next one is bits 1:0
  reg  [2:0]  taken = 0;
  wire        lane_keys_lane_valid;
  wire [8:0]  lane_keys_lane_tag;
  wire [41:0] lane_keys_lane_key;
  wire [30:0] lane_keys_same;
  wire [30:0] lane_keys_candidates;
  wire        request_number_lane_valid;
  wire [8:0]  request_number_lane_tag;
  wire [41:0] request_number_lane_key;
  wire        request_number_lane_first;
  wire [4:0]  request_number_number;
  wire        request_store_whole;
  wire [5:0]  request_store_lines;
  wire [5:0]  request_store_passes;
  wire        request_store_stores;
  wire [41:0] request_store_read_line;
  wire [31:0] request_store_read_lanes;
  wire [3:0]  request_store_read_sectors;
  wire [2:0]  request_reader_finished;
  wire [6:0]  request_reader_address;
  wire        request_reader_valid;
  wire        request_reader_shared;
  wire        request_reader_store;
  wire [4:0]  request_reader_pass;
  wire        request_reader_last;
  wire        memory_port_ready;

  agu_lane_keys lane_keys (
    .clock(clock),
    .reset(reset),
    .take(take),
    .line(line),
    .top(top),
    .word(word),
    .tag(access | place),
    .lane_valid(lane_keys_lane_valid),
    .lane_tag(lane_keys_lane_tag),
    .lane_key(lane_keys_lane_key),
    .same(lane_keys_same),
    .candidates(lane_keys_candidates)
  );

  agu_request_number request_number (
    .clock(clock),
    .reset(reset),
    .valid(lane_keys_lane_valid),
    .tag(lane_keys_lane_tag),
    .key(lane_keys_lane_key),
    .same(lane_keys_same),
    .candidates(lane_keys_candidates),
    .lane_valid(request_number_lane_valid),
    .lane_tag(request_number_lane_tag),
    .lane_key(request_number_lane_key),
    .lane_first(request_number_lane_first),
    .number(request_number_number)
  );

  agu_request_store request_store (
    .clock(clock),
    .reset(reset),
    .valid(request_number_lane_valid),
    .tag(request_number_lane_tag),
    .key(request_number_lane_key),
    .first(request_number_lane_first),
    .number(request_number_number),
    .whole(request_store_whole),
    .lines(request_store_lines),
    .passes(request_store_passes),
    .stores(request_store_stores),
    .read(memory_port_ready),
    .read_address(request_reader_address),
    .read_line(request_store_read_line),
    .read_lanes(request_store_read_lanes),
    .read_sectors(request_store_read_sectors)
  );

  agu_request_reader request_reader (
    .clock(clock),
    .reset(reset),
    .whole(request_store_whole),
    .lines(request_store_lines),
    .passes(request_store_passes),
    .stores(request_store_stores),
    .advance(memory_port_ready),
    .finished(request_reader_finished),
    .address(request_reader_address),
    .valid(request_reader_valid),
    .shared(request_reader_shared),
    .store(request_reader_store),
    .pass(request_reader_pass),
    .last(request_reader_last)
  );

  agu_memory_port memory_port (
    .clock(clock),
    .reset(reset),
    .valid(made),
    .shared(made_shared),
    .store(made_store),
    .line(made_line),
    .sectors(made_sectors),
    .lanes(made_lanes),
    .pass(made_pass),
    .last(made_last),
    .ready(memory_port_ready),
    .memory_valid(memory_valid),
    .memory_ready(memory_ready),
    .memory_shared(memory_shared),
    .memory_store(memory_store),
    .memory_line(memory_line),
    .memory_sectors(memory_sectors),
    .memory_lanes(memory_lanes),
    .memory_pass(memory_pass),
    .memory_last(memory_last)
  );

  // the lane that comes in
  assign waiting = taken - request_reader_finished;
  assign ready = waiting != SLOTS;
  assign begins_group =
    (size[2] & (size[1] | size[0]) & ~(|came))
    | (size[2] & size[1] & ~(|came[2:0]));
  assign group_bit = begins_group ? 9'h100 : 9'd0;
  assign last_bit = last ? 9'd4 : 9'd0;
  assign store_bit = store ? 9'd8 : 9'd0;
  assign slot = taken[1:0];
  assign sector = word[4:3];
  assign access =
    {8'd0, global_mask}
    | ({8'd0, shared_mask} << 1)
    | last_bit
    | store_bit
    | group_bit;
  assign place = ({7'd0, sector} << 4) | ({7'd0, slot} << 6);

  always @(posedge clock) begin
    if (take & last) begin
      taken <= taken + 3'd1;
    end
    if (reset) begin
      taken <= 3'd0;
    end
    if (take) begin
      came <= came + 4'd1;
    end
    if (reset) begin
      came <= 4'd0;
    end
    if (memory_port_ready | reset) begin
      made_shared <= request_reader_shared;
      made_store <= request_reader_store;
      made_line <= request_store_read_line;
      made_pass <= request_reader_pass;
      made_last <= request_reader_last;
      made <= request_reader_valid & ~reset;
      made_sectors <= 4'd0;
      made_lanes <= 32'd0;
      if (request_reader_valid & ~reset) begin
        made_sectors <= request_store_read_sectors;
        made_lanes <= request_store_read_lanes;
      end
    end
  end
endmodule
