// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_coalescer of agu 0.2.0

// The coalescer: the memory requests of a warp's access.
//
//     lines first:  picked = the lowest lane that starts a line and still waits
//                   lanes  = the waiting global lanes in its 128-byte line
//     then passes:  of the lanes whose words no lower lane has, one leads where no lower one that
//                   waits has its bank, and none waits in an earlier group
//                   lanes  = the shared lanes of the group at the word of a lane that leads
//     group         = 32 lanes; 16 where a lane accesses 8 bytes; 8 where it accesses 16
//     last          = no lane waits besides `lanes`
//     load          = the next warp is whole, and the last line or pass of this one is made
//     ready         = no whole warp waits, or load
//
// A warp is collected (`Collector`) while requests are made for the one before. Each stage is one
// edge, from the edge `load` on:
//
// | edge | a line | a pass |
// |---|---|---|
// | 0 | its lane is picked, one bit a lane | |
// | 1 | its address is fetched, by AND and OR | its leaders are found |
// | 2 | it is compared with the line of each lane | the lanes that join are found |
// | 3 | lanes that are in it, and wait, are its request | they are its request |
// | 4 | it is at the memory port | it is at the memory port |
//
// One line or pass follows another in the next cycle. Lanes of one line that are not next to each
// other each start it; such a lane is picked for nothing in the two cycles before the match of its
// line is seen, and no request comes of it.
//
// All of it holds while a request is held beside the port (`MemoryPort`). A warp without
// live global or shared lane makes no request and no wait. Accesses of a warp are all of one size
// n and aligned to n, so that one sector holds each, and the first bank of several tells two of
// them apart. Shared memory is at most 256 KB. Reset is synchronous.
module agu_coalescer #(parameter LANES = 8) (
  input  wire                clock,
  // synchronous, active high
  input  wire                reset,

  // a result beat of an access, taken at the clock edge where `take` is high; that
  // is allowed where `ready` is
  input  wire                take,
  output wire                ready,
  // the beat is the last of its warp
  input  wire                last,
  input  wire                store,
  // code of the access size
  input  wire [2:0]          size,
  // one bit a lane: accesses global memory, shared memory
  input  wire [LANES-1:0]    global_mask,
  input  wire [LANES-1:0]    shared_mask,
  // 32 bits a lane: `address[38:7]`; `address[48:39]`, of which bits 9:0 count
  input  wire [32*LANES-1:0] line,
  input  wire [32*LANES-1:0] top,
  // 32 bits a lane: `address[23:2]`
  input  wire [32*LANES-1:0] word,

  // one memory request of a warp; the data is 0 while there is none
  output wire                memory_valid,
  input  wire                memory_ready,
  // a pass of shared memory, else a 128-byte line of global memory
  output wire                memory_shared,
  output wire                memory_store,
  // `address[48:7]` of the line
  output wire [41:0]         memory_line,
  // 32-byte sectors of the line that are touched
  output wire [3:0]          memory_sectors,
  // one bit a lane of the warp: served by this request
  output wire [31:0]         memory_lanes,
  // number of the pass
  output wire [4:0]          memory_pass,
  // the last request of its warp
  output wire                memory_last
);

  generate
    if (LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : refused
      LANES_must_be_2_4_8_16_or_32 lanes ();
    end
  endgenerate

  // 5 bits a lane: its number
  localparam [159:0] NUMBERS = 160'hffbbcdeb38bdab49ca307b9ac5a928398a418820;

  wire          load;
  wire          advance;
  wire          lines_made;
  wire [31:0]   in_line;
  wire [31:0]   in_line_now;
  wire [31:0]   global_left;
  wire [31:0]   global_unserved;
  wire [31:0]   starts_left;
  wire [31:0]   candidates;
  reg  [1023:0] picked_lines;
  reg  [1023:0] picked_tops;
  wire [9:0]    fetched_top_bits;
  wire [31:0]   bank_leads;
  wire [31:0]   bank_joins;
  wire [31:0]   leads;
  wire [31:0]   joins;
  wire [31:0]   shared_left;
  // the warp whose requests are made: lanes that wait for a line, that still start one, that
  // access shared memory, whose word has had no pass
  reg  [31:0]   global_waiting = 0;
  reg  [31:0]   starts = 0;
  reg  [31:0]   shared_lanes = 0;
  reg  [31:0]   shared_waiting = 0;
  reg           pass_due = 0;
  reg           has_passes = 0;
  reg  [1023:0] lines = 0;
  reg  [1023:0] tops = 0;
  reg  [127:0]  sectors = 0;
  reg  [1023:0] same_bank = 0;
  reg  [1023:0] same_word = 0;
  reg           halves = 0;
  reg           quarters = 0;
  reg           stores = 0;
  // its first cycle, in which a match is of the warp before
  reg           begins = 0;
  // the lane that was picked, one bit
  reg  [31:0]   picked = 0;
  reg           picked_valid = 0;
  // the line that was fetched
  reg  [31:0]   fetched_line = 0;
  reg  [31:0]   fetched_top = 0;
  reg           fetched = 0;
  // the line that is matched: lanes with its lower bits, lanes with its top that wait, and what
  // goes with them
  reg  [31:0]   same_line = 0;
  reg  [31:0]   same_top = 0;
  reg  [41:0]   matched_line = 0;
  reg  [127:0]  matched_sectors = 0;
  reg           matched_store = 0;
  reg  [31:0]   waiting_then = 0;
  reg           passes_then = 0;
  // lanes that lead a pass, and the number of the pass
  reg  [31:0]   leaders = 0;
  reg           in_pass = 0;
  reg  [4:0]    pass = 0;
  // lanes of a pass
  reg  [31:0]   joined = 0;
  reg           joined_valid = 0;
  reg           joined_last = 0;
  reg  [4:0]    joined_pass = 0;
  // the request that is made
  reg           made = 0;
  reg           made_shared = 0;
  reg           made_store = 0;
  reg  [41:0]   made_line = 0;
  reg  [3:0]    made_sectors = 0;
  reg  [31:0]   made_lanes = 0;
  reg  [4:0]    made_pass = 0;
  reg           made_last = 0;
  wire          collector_full;
  wire          collector_warp_store;
  wire          collector_halves;
  wire          collector_quarters;
  wire [31:0]   collector_global_lanes;
  wire [31:0]   collector_starts;
  wire [1023:0] collector_lines;
  wire [1023:0] collector_tops;
  wire [127:0]  collector_sectors;
  wire [31:0]   collector_shared_lanes;
  wire [31:0]   collector_firsts;
  wire [1023:0] collector_same_bank;
  wire [1023:0] collector_same_word;
  wire [31:0]   next_start_lowest;
  wire [4:0]    unused_next_start_number;
  wire [31:0]   picked_line_any;
  wire [31:0]   picked_top_any;
  wire [31:0]   line_match_same_line;
  wire [31:0]   line_match_same_top;
  wire [31:0]   pass_group_group;
  wire [3:0]    touched_sectors;
  integer l;

  agu_collector #(.LANES(LANES)) collector (
    .clock(clock),
    .reset(reset),
    .take(take),
    .last(last),
    .store(store),
    .size(size),
    .global_mask(global_mask),
    .shared_mask(shared_mask),
    .line(line),
    .top(top),
    .word(word),
    .unload(load),
    .full(collector_full),
    .warp_store(collector_warp_store),
    .halves(collector_halves),
    .quarters(collector_quarters),
    .global_lanes(collector_global_lanes),
    .starts(collector_starts),
    .lines(collector_lines),
    .tops(collector_tops),
    .sectors(collector_sectors),
    .shared_lanes(collector_shared_lanes),
    .firsts(collector_firsts),
    .same_bank(collector_same_bank),
    .same_word(collector_same_word)
  );

  agu_lowest_lane next_start (
    .mask(candidates),
    .lowest(next_start_lowest),
    .number(unused_next_start_number)
  );

  agu_or_fold picked_line (
    .words(picked_lines),
    .any(picked_line_any)
  );

  agu_or_fold picked_top (
    .words(picked_tops),
    .any(picked_top_any)
  );

  agu_line_match line_match (
    .valid(fetched),
    .line(fetched_line),
    .top(fetched_top),
    .waiting(global_left),
    .lines(lines),
    .tops(tops),
    .same_line(line_match_same_line),
    .same_top(line_match_same_top)
  );

  agu_pass_group pass_group (
    .waiting(shared_waiting),
    .halves(halves),
    .quarters(quarters),
    .group(pass_group_group)
  );

  genvar i;
  generate
    for (i = 0; i < 32; i = i + 1) begin : bank_lanes
      agu_bank_lane bank_lane (
        .number(NUMBERS[5*i +: 5]),
        .same_bank(same_bank[32*i +: 32]),
        .same_word(same_word[32*i +: 32]),
        .waiting(shared_waiting),
        .leaders(leaders),
        .lanes(shared_lanes),
        .leads(bank_leads[i]),
        .joins(bank_joins[i])
      );
    end
  endgenerate

  agu_sectors touched (
    .lanes(in_line),
    .sectors_of_lanes(matched_sectors),
    .sectors(touched_sectors)
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

  assign lines_made = ~picked_valid;
  assign load = collector_full & advance & lines_made & ~pass_due;
  assign ready = load | ~collector_full;

  // lines
  assign in_line = same_line & same_top;
  assign in_line_now = ~begins ? in_line : 32'd0;
  assign global_left = global_waiting & ~in_line_now;
  assign global_unserved = waiting_then & ~in_line;
  assign starts_left = starts & ~in_line_now;
  assign candidates = picked_valid ? starts_left : collector_starts;
  assign fetched_top_bits = fetched_top[9:0];
  assign leads = bank_leads & pass_group_group;
  assign joins = bank_joins;
  assign shared_left = shared_waiting & ~leads;

  always @(*) begin
    for (l = 0; l < 32; l = l + 1) begin
      picked_lines[32*l +: 32] = 32'd0;
    end
    for (l = 0; l < 32; l = l + 1) begin
      picked_tops[32*l +: 32] = 32'd0;
    end
    for (l = 0; l < 32; l = l + 1) begin
      if (picked[l]) begin
        picked_lines[32*l +: 32] = lines[32*l +: 32];
        picked_tops[32*l +: 32] = tops[32*l +: 32];
      end
    end
  end

  always @(posedge clock) begin
    if (advance) begin
      // edge 0 or later: a lane is picked
      picked <= next_start_lowest;
      picked_valid <= (|candidates) & (picked_valid | load);
      starts <= candidates & ~next_start_lowest;
      begins <= load;
      global_waiting <= global_left;

      // edge 1: its line is fetched; leaders of a pass
      fetched_line <= picked_line_any;
      fetched_top <= picked_top_any;
      fetched <= picked_valid;
      leaders <= 32'd0;
      in_pass <= 1'b0;
      if (lines_made) begin
        leaders <= leads;
        in_pass <= |shared_waiting;
        shared_waiting <= shared_left;
        pass_due <= (|(shared_waiting & ~bank_leads)) | (|(shared_waiting & ~pass_group_group));
      end
      // edge 2: the line is compared; lanes of the pass
      same_line <= line_match_same_line;
      same_top <= line_match_same_top;
      matched_line <= ({32'd0, fetched_top_bits} << 32) | {10'd0, fetched_line};
      matched_sectors <= sectors;
      matched_store <= stores;
      waiting_then <= global_left;
      passes_then <= has_passes;
      joined <= joins;
      joined_valid <= in_pass;
      joined_last <= ~(|shared_waiting);
      joined_pass <= pass;
      if (in_pass) begin
        pass <= pass + 5'd1;
      end
      // edge 3: the request
      made <= joined_valid | (|in_line);
      made_shared <= joined_valid;
      made_store <= matched_store;
      made_line <= matched_line;
      made_sectors <= touched_sectors;
      made_lanes <= in_line | joined;
      made_pass <= joined_pass;
      made_last <= ~(passes_then | (|global_unserved));
      if (joined_valid) begin
        made_last <= joined_last;
      end
    end
    if (load) begin
      global_waiting <= collector_global_lanes;
      shared_lanes <= collector_shared_lanes;
      shared_waiting <= collector_firsts;
      pass_due <= |collector_shared_lanes;
      has_passes <= |collector_shared_lanes;
      lines <= collector_lines;
      tops <= collector_tops;
      sectors <= collector_sectors;
      same_bank <= collector_same_bank;
      same_word <= collector_same_word;
      halves <= collector_halves;
      quarters <= collector_quarters;
      stores <= collector_warp_store;
      pass <= 5'd0;
    end
    if (reset) begin
      picked_valid <= 1'b0;
      global_waiting <= 32'd0;
      shared_waiting <= 32'd0;
      pass_due <= 1'b0;
      fetched <= 1'b0;
      leaders <= 32'd0;
      in_pass <= 1'b0;
      same_top <= 32'd0;
      joined <= 32'd0;
      joined_valid <= 1'b0;
      made <= 1'b0;
      made_sectors <= 4'd0;
      made_lanes <= 32'd0;
    end
  end
endmodule
