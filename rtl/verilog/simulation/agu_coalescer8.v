// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_coalescer8 of agu 0.2.0, design c716a121038b95fa

// The coalescer: the memory requests of a warp's access.
//
//     lines first:  picked = the lowest lane that starts a line and still waits
//                   lanes  = the waiting global lanes in its 128-byte line
//     then passes:  of the lanes whose words no lower lane has, one leads where no lower one that
//                   waits has its bank
//                   lanes  = the shared lanes at the word of a lane that leads
//     last          = nobody waits besides `lanes`
//     load          = the next warp is whole, and the last line or pass of this one is made
//     ready         = no whole warp waits, or load
//
// A warp is collected (`Collector`) while requests are made for the one before. From the edge
// `load` a line takes three more: its lane is picked at that edge or after the line before, its
// address is fetched, the lanes that wait for it are matched, and their request is at the
// memory port. A pass is made in as many: its leaders are found, the lanes that join, the
// request. One line or pass follows another in the next cycle. Lanes of one line that are not next
// to each other each start it; such a lane is picked for nothing in the two cycles before the
// match of its line is seen, and no request comes of it.
//
// All of it holds while a request is held beside the port (`MemoryPort`). A warp without
// live global or shared lane makes no request and no wait. Accesses of a warp are all of one size
// n and aligned to n, so that one sector holds each, and the first bank of several tells two of
// them apart. Reset is synchronous.
module agu_coalescer8 (
  input  wire         clock,
  // synchronous, active high
  input  wire         reset,

  // a result beat of an access, taken at the clock edge where `take` is high; that
  // is allowed where `ready` is
  input  wire         take,
  output wire         ready,
  // the beat is the last of its warp
  input  wire         last,
  input  wire         store,
  // one bit a lane: accesses global memory, shared memory
  input  wire [7:0]   global_mask,
  input  wire [7:0]   shared_mask,
  // 32 bits a lane: `address[38:7]`; one bit a lane: `address[39]`
  input  wire [255:0] line,
  input  wire [7:0]   top,
  // 32 bits a lane: `address[23:2]`
  input  wire [255:0] word,

  // one memory request of a warp; the data is 0 while there is none
  output wire         memory_valid,
  input  wire         memory_ready,
  // a pass of shared memory, else a 128-byte line of global memory
  output wire         memory_shared,
  output wire         memory_store,
  // `address[39:7]` of the line
  output wire [32:0]  memory_line,
  // 32-byte sectors of the line that are touched
  output wire [3:0]   memory_sectors,
  // one bit a lane of the warp: served by this request
  output wire [31:0]  memory_lanes,
  // number of the pass
  output wire [4:0]   memory_pass,
  // the last request of its warp
  output wire         memory_last
);

  localparam [31:0] BANK_LANE_ALL_LANES = 32'hffffffff;

  wire          load;
  wire          advance;
  wire [31:0]   starts_due;
  wire          lines_made;
  wire [31:0]   bank_leads;
  wire [31:0]   bank_joins;
  wire [31:0]   leads;
  wire [31:0]   joins;
  wire [31:0]   global_left;
  wire [31:0]   shared_left;
  wire          in_pass;
  wire [31:0]   line_lanes;
  // the warp whose requests are made: who waits for a line, who still starts one, who accesses
  // shared memory, whose word has had no pass
  reg  [31:0]   global_waiting = 0;
  reg  [31:0]   starts = 0;
  reg  [31:0]   shared_lanes = 0;
  reg  [31:0]   shared_waiting = 0;
  reg           pass_due = 0;
  reg  [1023:0] lines = 0;
  reg  [31:0]   tops = 0;
  reg  [31:0]   sector_0 = 0;
  reg  [31:0]   sector_1 = 0;
  reg  [1023:0] same_bank = 0;
  reg  [1023:0] same_word = 0;
  reg           stores = 0;
  // the lane that was picked
  reg  [4:0]    picked = 0;
  reg           picked_valid = 0;
  // the line that was fetched
  reg  [31:0]   fetched_line = 0;
  reg  [0:0]    fetched_top = 0;
  reg           fetched = 0;
  // lanes that lead a pass, and its number
  reg  [31:0]   leaders = 0;
  reg  [4:0]    pass = 0;
  // the request that is made: its lanes, and what goes with them
  reg  [31:0]   served = 0;
  reg           served_shared = 0;
  reg           served_store = 0;
  reg  [32:0]   served_line = 0;
  reg  [4:0]    served_pass = 0;
  reg  [31:0]   served_sector_0 = 0;
  reg  [31:0]   served_sector_1 = 0;
  // who waits for another line; somebody waits for another pass
  reg  [31:0]   left = 0;
  reg           passes_left = 0;
  reg  [31:0]   bank_lane_leads;
  reg  [31:0]   bank_lane_joins;
  wire          collector_full;
  wire          collector_warp_store;
  wire [31:0]   collector_global_lanes;
  wire [31:0]   collector_starts;
  wire [1023:0] collector_lines;
  wire [31:0]   collector_tops;
  wire [31:0]   collector_sector_0;
  wire [31:0]   collector_sector_1;
  wire [31:0]   collector_shared_lanes;
  wire [31:0]   collector_firsts;
  wire [1023:0] collector_same_bank;
  wire [1023:0] collector_same_word;
  wire [31:0]   first_start_lowest;
  wire [4:0]    first_start_number;
  wire [31:0]   next_start_lowest;
  wire [4:0]    next_start_number;
  wire [31:0]   line_match_served;
  wire [3:0]    touched_sectors;

  agu_collector8 collector (
    .clock(clock),
    .reset(reset),
    .take(take),
    .last(last),
    .store(store),
    .global_mask(global_mask),
    .shared_mask(shared_mask),
    .line(line),
    .top(top),
    .word(word),
    .unload(load),
    .full(collector_full),
    .warp_store(collector_warp_store),
    .global_lanes(collector_global_lanes),
    .starts(collector_starts),
    .lines(collector_lines),
    .tops(collector_tops),
    .sector_0(collector_sector_0),
    .sector_1(collector_sector_1),
    .shared_lanes(collector_shared_lanes),
    .firsts(collector_firsts),
    .same_bank(collector_same_bank),
    .same_word(collector_same_word)
  );

  agu_lowest_lane first_start (
    .mask(collector_starts),
    .lowest(first_start_lowest),
    .number(first_start_number)
  );

  agu_lowest_lane next_start (
    .mask(starts_due),
    .lowest(next_start_lowest),
    .number(next_start_number)
  );

  agu_line_match line_match (
    .valid(fetched),
    .line(fetched_line),
    .top(|fetched_top),
    .waiting(global_waiting),
    .lines(lines),
    .tops(tops),
    .served(line_match_served)
  );

  agu_sectors touched (
    .lanes(line_lanes),
    .sector_0(served_sector_0),
    .sector_1(served_sector_1),
    .sectors(touched_sectors)
  );

  agu_memory_port memory_port (
    .clock(clock),
    .reset(reset),
    .shared(served_shared),
    .store(served_store),
    .line(served_line),
    .sectors(touched_sectors),
    .lanes(served),
    .pass(served_pass),
    .last(~(passes_left | (|left))),
    .ready(advance),
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

  assign starts_due = starts & global_waiting;
  assign lines_made = ~picked_valid;
  assign load = collector_full & advance & lines_made & ~pass_due;
  assign ready = load | ~collector_full;
  assign leads = bank_leads;
  assign joins = bank_joins;
  assign global_left = global_waiting & ~line_match_served;
  assign shared_left = shared_waiting & ~leads;
  assign in_pass = |leaders;

  // the request
  assign line_lanes = served_shared ? 32'd0 : served;

  assign bank_leads = bank_lane_leads;
  assign bank_joins = bank_lane_joins;

  always @(*) begin : make_bank_lane_leads
    integer i;
    reg [31:0] leaders_now;
    reg [31:0] shared_lanes_now;
    reg [31:0] shared_waiting_now;
    reg [4:0] bank_lane_number;
    reg [31:0] bank_lane_same_bank;
    reg [31:0] bank_lane_not_lower;
    reg [31:0] bank_lane_same_word;
    reg [31:0] bank_lane_leads_mask;
    reg [31:0] bank_lane_joins_mask;
    leaders_now = leaders;
    shared_lanes_now = shared_lanes;
    shared_waiting_now = shared_waiting;
    bank_lane_number = 0;
    bank_lane_same_bank = 0;
    bank_lane_not_lower = 0;
    bank_lane_same_word = 0;
    bank_lane_leads_mask = 0;
    bank_lane_joins_mask = 0;
    for (i = 0; i < 32; i = i + 1) begin
      bank_lane_number = i[4:0];
      bank_lane_same_bank = same_bank[32*i +: 32];
      bank_lane_not_lower = BANK_LANE_ALL_LANES << bank_lane_number;
      bank_lane_same_word = same_word[32*i +: 32];
      bank_lane_leads_mask = bank_lane_leads_mask | ({31'd0, shared_waiting_now[bank_lane_number] & ~(|(shared_waiting_now & bank_lane_same_bank & ~bank_lane_not_lower))} << i);
      bank_lane_joins_mask = bank_lane_joins_mask | ({31'd0, leaders_now[bank_lane_number] | (shared_lanes_now[bank_lane_number] & (|(leaders_now & bank_lane_same_word & ~bank_lane_not_lower)))} << i);
    end
    bank_lane_leads = bank_lane_leads_mask;
    bank_lane_joins = bank_lane_joins_mask;
  end

  always @(posedge clock) begin
    if (advance) begin
      picked <= next_start_number;
      picked_valid <= |starts_due;
      starts <= starts_due & ~next_start_lowest;
      fetched <= picked_valid;
      if (picked_valid) begin
        fetched_line <= lines[{picked, 5'd0} +: 32];
        fetched_top <= 1'b0;
        if (tops[picked]) begin
          fetched_top <= 1'b1;
        end
      end
      global_waiting <= global_left;
      leaders <= 32'd0;
      if (lines_made) begin
        leaders <= leads;
        shared_waiting <= shared_left;
        pass_due <= |shared_left;
      end
      if (in_pass) begin
        pass <= pass + 5'd1;
      end
      served <= line_match_served | joins;
      served_shared <= in_pass;
      served_store <= stores;
      served_line <= ({32'd0, fetched_top} << 32) | {1'b0, fetched_line};
      served_pass <= pass;
      served_sector_0 <= sector_0;
      served_sector_1 <= sector_1;
      left <= global_left;
      passes_left <= pass_due;
    end
    if (load) begin
      picked <= first_start_number;
      picked_valid <= |collector_starts;
      starts <= collector_starts & ~first_start_lowest;
      global_waiting <= collector_global_lanes;
      shared_lanes <= collector_shared_lanes;
      shared_waiting <= collector_firsts;
      pass_due <= |collector_firsts;
      lines <= collector_lines;
      tops <= collector_tops;
      sector_0 <= collector_sector_0;
      sector_1 <= collector_sector_1;
      same_bank <= collector_same_bank;
      same_word <= collector_same_word;
      stores <= collector_warp_store;
      pass <= 5'd0;
    end
    if (reset) begin
      picked_valid <= 1'b0;
      starts <= 32'd0;
      global_waiting <= 32'd0;
      shared_waiting <= 32'd0;
      pass_due <= 1'b0;
      fetched <= 1'b0;
      leaders <= 32'd0;
      served <= 32'd0;
    end
  end
endmodule
