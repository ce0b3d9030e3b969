// SPDX-License-Identifier: MIT OR Apache-2.0
// The coalescer: the memory requests of a warp's access.
//
//     lines first:  leader = the lowest waiting global lane
//                   lanes  = the waiting global lanes in the leader's 128-byte line
//     then passes:  a waiting shared lane leads where no lower one has its bank
//                   lanes  = the waiting shared lanes at the word of a lane that leads
//     last          = nobody waits besides `lanes`
//     ready         = not busy, or the last request is taken
//
// Result beats are collected, and stand shifted in from the top, so that after the
// last of them lane l of the warp is at place l. From the edge that takes the last beat
// to the one that takes the last request the coalescer is busy, and the requests of
// the warp stand at the memory port one after the other, each until it is taken. A
// warp without live global or shared lane makes no request and no wait. All data of
// the port is 0 while there is no request.
//
// Whether two lanes of shared memory have one bank, one word, is found when the later of
// them comes in, and kept as a bit of `same_bank`, `same_word`: that at 32*i + j is of lanes
// i and j < i. A beat moves both lanes down by `LANES` and so the bit by 33*`LANES`; bits
// with j >= i, where pairs go whose lower lane has left, or of a lane that does not wait for
// shared memory, say nothing.
//
// Accesses of a warp are all of one size n and aligned to n, so that one sector holds
// each, and the first bank of several tells two of them apart. Reset is synchronous.
module agu_coalescer2 (
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
  // one bit a lane: accesses global memory, shared memory
  input  wire [1:0]  global_mask,
  input  wire [1:0]  shared_mask,
  // 32 bits a lane: `address[38:7]`; one bit a lane: `address[39]`
  input  wire [63:0] line,
  input  wire [1:0]  top,
  // 32 bits a lane: `address[23:2]`
  input  wire [63:0] word,

  // one memory request of a warp; the data is 0 while there is none
  output wire        memory_valid,
  input  wire        memory_ready,
  // a pass of shared memory, else a 128-byte line of global memory
  output wire        memory_shared,
  output wire        memory_store,
  // `address[39:7]` of the line
  output wire [32:0] memory_line,
  // 32-byte sectors of the line that are touched
  output wire [3:0]  memory_sectors,
  // one bit a lane of the warp: served by this request
  output wire [31:0] memory_lanes,
  // number of the pass
  output wire [4:0]  memory_pass,
  // the last request of its warp
  output wire        memory_last
);

  // by how much a beat moves the earlier ones down, and where it is put itself; a lane has
  // 32 bits of pairs, as of a word, and these move down by a lane more
  localparam [5:0]   LANES_DOWN = 6'd2;
  localparam [5:0]   LANES_UP = 6'h1e;
  localparam [10:0]  WORDS_DOWN = 11'h40;
  localparam [10:0]  WORDS_UP = 11'h3c0;
  localparam [10:0]  PAIRS_DOWN = 11'h42;
  // 5 bits a lane: its number; a lane of a beat: its place
  localparam [159:0] NUMBERS = 160'hffbbcdeb38bdab49ca307b9ac5a928398a418820;
  localparam [159:0] PLACES = 160'h3fe;

  wire [1023:0] incoming_lines;
  wire [31:0]   incoming_tops;
  wire [1023:0] incoming_words;
  wire [31:0]   incoming_global;
  wire [31:0]   incoming_shared;
  wire [1023:0] incoming_same_bank;
  wire [1023:0] incoming_same_word;
  wire [63:0]   banks_equal;
  wire [63:0]   words_equal;
  wire [1023:0] words_next;
  wire          compare;
  wire [31:0]   global_due;
  wire [31:0]   shared_due;
  wire          pass_due;
  wire [31:0]   bank_leads;
  wire [31:0]   bank_joins;
  wire [31:0]   leaders;
  wire [31:0]   pass_served;
  wire [31:0]   global_after;
  wire [31:0]   shared_after;
  wire [31:0]   global_left;
  wire [31:0]   shared_left;
  wire [31:0]   global_next;
  wire [31:0]   shared_next;
  wire          last_request;
  wire          taken;
  reg           busy = 0;
  reg           stores = 0;
  reg  [4:0]    pass = 0;
  reg  [31:0]   global_waiting = 0;
  reg  [31:0]   shared_waiting = 0;
  reg  [1023:0] lines = 0;
  reg  [31:0]   tops = 0;
  reg  [1023:0] words = 0;
  reg  [1023:0] same_bank = 0;
  reg  [1023:0] same_word = 0;
  wire          line_request_due;
  wire [31:0]   line_request_served;

  agu_line_request line_request (
    .waiting(global_due),
    .lines(lines),
    .tops(tops),
    .words(words),
    .due(line_request_due),
    .line(memory_line),
    .sectors(memory_sectors),
    .served(line_request_served)
  );

  genvar k;
  generate
    for (k = 0; k < 2; k = k + 1) begin : bank_compares
      agu_bank_compare bank_compare (
        .compare(compare),
        .place(PLACES[5*k +: 5]),
        .word(word[32*k +: 32]),
        .words(words_next),
        .same_bank(banks_equal[32*k +: 32]),
        .same_word(words_equal[32*k +: 32])
      );
    end
  endgenerate

  genvar i;
  generate
    for (i = 0; i < 32; i = i + 1) begin : bank_lanes
      agu_bank_lane bank_lane (
        .number(NUMBERS[5*i +: 5]),
        .same_bank(same_bank[32*i +: 32]),
        .same_word(same_word[32*i +: 32]),
        .waiting(shared_due),
        .leaders(leaders),
        .leads(bank_leads[i]),
        .joins(bank_joins[i])
      );
    end
  endgenerate

  // what is due now
  assign global_due = busy ? global_waiting : 32'd0;
  assign pass_due = busy & ~line_request_due;
  assign shared_due = pass_due ? shared_waiting : 32'd0;
  assign leaders = bank_leads;
  assign pass_served = bank_joins;

  // who waits after it
  assign global_after = global_waiting & ~line_request_served;
  assign shared_after = shared_waiting & ~pass_served;
  assign last_request = busy & ~(|(global_after | shared_after));
  assign taken = busy & memory_ready;
  assign global_left = taken ? global_after : global_waiting;
  assign shared_left = taken ? shared_after : shared_waiting;

  // what a beat brings
  assign incoming_lines = {960'd0, line};
  assign incoming_tops = {30'd0, top};
  assign incoming_words = {960'd0, word};
  assign incoming_global = {30'd0, global_mask};
  assign incoming_shared = {30'd0, shared_mask};
  assign global_next = (global_left >> LANES_DOWN) | (incoming_global << LANES_UP);
  assign shared_next = (shared_left >> LANES_DOWN) | (incoming_shared << LANES_UP);
  assign words_next = (words >> WORDS_DOWN) | (incoming_words << WORDS_UP);
  assign compare = take & (|shared_mask);
  assign incoming_same_bank = {960'd0, banks_equal};
  assign incoming_same_word = {960'd0, words_equal};

  // the memory port
  assign ready = ~busy | (memory_ready & last_request);
  assign memory_valid = busy;
  assign memory_shared = pass_due;
  assign memory_store = busy & stores;
  assign memory_lanes = line_request_served | pass_served;
  assign memory_pass = pass_due ? pass : 5'd0;
  assign memory_last = last_request;

  always @(posedge clock) begin
    global_waiting <= global_left;
    shared_waiting <= shared_left;
    if (taken) begin
      busy <= ~last_request;
      if (pass_due) begin
        pass <= pass + 5'd1;
      end
    end
    if (take) begin
      global_waiting <= global_next;
      shared_waiting <= shared_next;
      busy <= last & (|(global_next | shared_next));
      stores <= store;
      pass <= 5'd0;
      lines <= (lines >> WORDS_DOWN) | (incoming_lines << WORDS_UP);
      tops <= (tops >> LANES_DOWN) | (incoming_tops << LANES_UP);
      words <= words_next;
      same_bank <= (same_bank >> PAIRS_DOWN) | (incoming_same_bank << WORDS_UP);
      same_word <= (same_word >> PAIRS_DOWN) | (incoming_same_word << WORDS_UP);
    end
    if (reset) begin
      busy <= 1'b0;
      global_waiting <= 32'd0;
      shared_waiting <= 32'd0;
    end
  end
endmodule
