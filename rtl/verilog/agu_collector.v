// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_collector of agu 0.2.0

// Result beats, collected to a warp, with what is found of its lanes as they come in.
//
//     full  = a whole warp is here, and one of its lanes accesses global or shared memory
//     starts, same_bank, same_word:  of each lane as `LineCompare`, `BankCompare` say
//     first = same_word is 0
//
// Lanes of a warp whose accesses are wide meet in passes by groups only: of 16 lanes where n is 8,
// of 8 where it is 16. Pairs of two groups do not have the bit of a word.
//
// Beats are shifted in from the top: after the last of them lane l of the warp is at place l.
// A beat moves a lane down by `LANES`, and so the bit of `same_bank` and `same_word` that is of
// lanes i and j < i, that at 32*i + j, by 33*`LANES`; bits with j >= i, where pairs go whose lower
// lane has left, or of a lane that does not access shared memory, say nothing. Which lanes of a
// beat are the first at their words is seen a cycle after it, while it is the latest.
//
// A full warp waits until `unload`; the first beat of the next one is taken at the same edge or
// later. Reset is synchronous.
module agu_collector #(parameter LANES = 8) (
  input  wire                clock,
  input  wire                reset,
  // a beat, as the coalescer's ports say
  input  wire                take,
  input  wire                last,
  input  wire                store,
  input  wire [2:0]          size,
  input  wire [LANES-1:0]    global_mask,
  input  wire [LANES-1:0]    shared_mask,
  input  wire [32*LANES-1:0] line,
  input  wire [32*LANES-1:0] top,
  input  wire [32*LANES-1:0] word,

  // the warp leaves at this edge
  input  wire                unload,
  output wire                full,
  output wire                warp_store,
  // passes serve 16 lanes or fewer; 8
  output wire                halves,
  output wire                quarters,
  // one bit a lane: it accesses global memory; it does, and not in the line of the lane before
  output wire [31:0]         global_lanes,
  output wire [31:0]         starts,
  // 32 bits a lane: `address[38:7]`; `address[48:39]`; 32 bits a sector, one bit a lane:
  // `address[6:5]` is the sector
  output wire [1023:0]       lines,
  output wire [1023:0]       tops,
  output wire [127:0]        sectors,
  // one bit a lane: it accesses shared memory; it does, and no lower lane of its group has its
  // word
  output wire [31:0]         shared_lanes,
  output wire [31:0]         firsts,
  // one bit a pair: their words are in one bank, whatever they access
  output wire [1023:0]       same_bank,
  // one bit a pair of a group: both access shared memory, at one word
  output wire [1023:0]       same_word
);

  generate
    if (LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : refused
      LANES_must_be_2_4_8_16_or_32 lanes ();
    end
  endgenerate

  // by how much a beat moves the earlier ones down, and where it is put itself; a lane has
  // 32 bits of pairs, as of a word, and these move down by a lane more
  localparam [5:0]   LANES_DOWN = LANES[5:0];
  localparam [5:0]   LANES_UP = 6'h20 - LANES[5:0];
  localparam [10:0]  WORDS_DOWN = 11'h20 * LANES[10:0];
  localparam [10:0]  WORDS_UP = 11'h400 - 11'h20 * LANES[10:0];
  localparam [10:0]  PAIRS_DOWN = 11'h21 * LANES[10:0];
  // 5 bits a lane of a beat: its place
  localparam [159:0] PLACES = 160'hffbbcdeb38bdab49ca307b9ac5a928398a418820 >> (160-5*LANES);
  // the bits of a place that are its group's, of 16 lanes, of 8; 0 where that is the whole beat,
  // or more
  localparam [4:0]   HALF_BITS = (LANES >= 32) ? 5'h10 : 5'd0;
  localparam [4:0]   QUARTER_BITS = (LANES >= 16) ? 5'h18 : 5'd0;
  // 32 bits a sector: bit 0 and bit 1 of its number
  localparam [127:0] LOW_BITS = 128'hffffffff00000000ffffffff00000000;
  localparam [127:0] HIGH_BITS = 128'hffffffffffffffff0000000000000000;
  localparam [3:0]   LANE_COUNT = LANES[3:0];

  wire [1023:0]       incoming_lines;
  wire [1023:0]       incoming_tops;
  wire [1023:0]       incoming_words;
  wire [31:0]         incoming_global;
  wire [31:0]         incoming_shared;
  wire [31:0]         incoming_starts;
  wire [1023:0]       latest_pairs;
  wire [31:0]         latest_firsts;
  wire [31:0]         firsts_now;
  wire [1023:0]       incoming_same_bank;
  wire [1023:0]       incoming_same_word;
  wire [LANES-1:0]    lane_starts;
  reg  [LANES-1:0]    lane_first;
  wire [32*LANES-1:0] banks_equal;
  wire [32*LANES-1:0] words_equal;
  wire [31:0]         global_before;
  wire [31:0]         shared_before;
  wire [31:0]         global_next;
  wire [31:0]         shared_next;
  wire [1023:0]       words_next;
  // of the lane before each lane of the beat; those behind its last are of no use here
  wire [31:0]         previous_global_unused;
  wire [1023:0]       previous_lines_unused;
  wire [1023:0]       previous_tops_unused;
  wire                half_size;
  wire                quarter_size;
  wire                begins_group;
  wire [31:0]         group_before;
  wire [31:0]         group_next;
  wire [4:0]          group_bits;
  wire [31:0]         sector_low;
  wire [31:0]         sector_high;
  reg  [127:0]        incoming_sectors;
  reg  [127:0]        sectors_next;
  reg  [LANES-1:0]    lane_sector_0;
  reg  [LANES-1:0]    lane_sector_1;
  wire                compare_lines;
  wire                compare_banks;
  reg                 begun = 0;
  // lanes of the warp that came in, modulo 16
  reg  [3:0]          came = 0;
  reg                 is_full = 0;
  reg                 stores = 0;
  reg                 by_halves = 0;
  reg                 by_quarters = 0;
  reg  [31:0]         global_waiting = 0;
  reg  [31:0]         shared_waiting = 0;
  reg  [31:0]         group_waiting = 0;
  reg  [31:0]         line_starts = 0;
  reg  [31:0]         word_firsts = 0;
  reg  [1023:0]       warp_lines = 0;
  reg  [1023:0]       warp_tops = 0;
  reg  [127:0]        warp_sectors = 0;
  reg  [1023:0]       words = 0;
  reg  [1023:0]       bank_pairs = 0;
  reg  [1023:0]       word_pairs = 0;
  integer l;
  integer s;

  genvar k;
  generate
    for (k = 0; k < LANES; k = k + 1) begin : line_compares
      agu_line_compare line_compare (
        .compare(compare_lines),
        .accesses(global_mask[k]),
        .line(line[32*k +: 32]),
        .top(incoming_tops[32*k +: 10]),
        .global_before(previous_global_unused[k]),
        .line_before(previous_lines_unused[32*k +: 32]),
        .top_before(previous_tops_unused[32*k +: 10]),
        .starts(lane_starts[k])
      );
    end
  endgenerate

  generate
    for (k = 0; k < LANES; k = k + 1) begin : bank_compares
      agu_bank_compare bank_compare (
        .compare(compare_banks),
        .place(PLACES[5*k +: 5]),
        .first(PLACES[5*k +: 5] & group_bits),
        .word(incoming_words[32*k +: 16]),
        .waiting(group_next),
        .words(words_next),
        .same_bank(banks_equal[32*k +: 32]),
        .same_word(words_equal[32*k +: 32])
      );
    end
  endgenerate

  // who is there after a beat
  assign global_before = begun ? global_waiting : 32'd0;
  assign shared_before = begun ? shared_waiting : 32'd0;
  assign incoming_global = {{32-LANES{1'b0}}, global_mask};
  assign incoming_shared = {{32-LANES{1'b0}}, shared_mask};
  assign global_next = (global_before >> LANES_DOWN) | (incoming_global << LANES_UP);
  assign shared_next = (shared_before >> LANES_DOWN) | (incoming_shared << LANES_UP);

  // the group of lanes that a pass may serve
  assign quarter_size = size[2] & size[1];
  assign half_size = size[2] & (size[1] | size[0]);
  assign begins_group = ~begun | (half_size & ~(|came)) | (quarter_size & ~(|came[2:0]));
  assign group_before = begins_group ? 32'd0 : group_waiting;
  assign group_next = (group_before >> LANES_DOWN) | (incoming_shared << LANES_UP);
  assign group_bits = quarter_size ? QUARTER_BITS : (half_size ? HALF_BITS : 5'd0);

  // what a beat brings
  assign incoming_lines = {{1024-32*LANES{1'b0}}, line};
  assign incoming_tops = {{1024-32*LANES{1'b0}}, top};
  assign incoming_words = {{1024-32*LANES{1'b0}}, word};
  assign previous_global_unused = (incoming_global << 1) | (global_before >> 31);
  assign previous_lines_unused = (incoming_lines << 32) | (warp_lines >> 992);
  assign previous_tops_unused = (incoming_tops << 32) | (warp_tops >> 992);
  assign words_next = (words >> WORDS_DOWN) | (incoming_words << WORDS_UP);
  assign compare_lines = |global_mask;
  assign compare_banks = |shared_mask;
  assign latest_pairs = word_pairs >> WORDS_UP;
  assign incoming_starts = {{32-LANES{1'b0}}, lane_starts};
  assign latest_firsts = {{32-LANES{1'b0}}, lane_first};
  assign firsts_now = word_firsts | (shared_waiting & (latest_firsts << LANES_UP));
  assign incoming_same_bank = {{1024-32*LANES{1'b0}}, banks_equal};
  assign incoming_same_word = {{1024-32*LANES{1'b0}}, words_equal};
  assign sector_low = {{32-LANES{1'b0}}, lane_sector_0};
  assign sector_high = {{32-LANES{1'b0}}, lane_sector_1};

  // the warp
  assign full = is_full;
  assign warp_store = stores;
  assign halves = by_halves;
  assign quarters = by_quarters;
  assign global_lanes = global_waiting;
  assign starts = line_starts;
  assign lines = warp_lines;
  assign tops = warp_tops;
  assign sectors = warp_sectors;
  assign shared_lanes = shared_waiting;
  assign firsts = firsts_now;
  assign same_bank = bank_pairs;
  assign same_word = word_pairs;

  always @(*) begin
    for (l = 0; l < LANES; l = l + 1) begin
      lane_first[l] = ~(|latest_pairs[32*l +: 32]);
    end
  end

  always @(*) begin
    for (l = 0; l < LANES; l = l + 1) begin
      lane_sector_0[l] = incoming_words[32*l + 3];
    end
  end

  always @(*) begin
    for (l = 0; l < LANES; l = l + 1) begin
      lane_sector_1[l] = incoming_words[32*l + 4];
    end
  end

  always @(*) begin
    for (s = 0; s < 4; s = s + 1) begin
      incoming_sectors[32*s +: 32] =
        ~((sector_low ^ LOW_BITS[32*s +: 32]) | (sector_high ^ HIGH_BITS[32*s +: 32]));
    end
  end

  always @(*) begin
    for (s = 0; s < 4; s = s + 1) begin
      sectors_next[32*s +: 32] =
        (warp_sectors[32*s +: 32] >> LANES_DOWN)
        | (incoming_sectors[32*s +: 32] << LANES_UP);
    end
  end

  always @(posedge clock) begin
    if (unload) begin
      is_full <= 1'b0;
    end
    if (take) begin
      begun <= ~last;
      came <= came + LANE_COUNT;
      is_full <= last & (|(global_next | shared_next));
      stores <= store;
      by_halves <= half_size;
      by_quarters <= quarter_size;
      global_waiting <= global_next;
      shared_waiting <= shared_next;
      group_waiting <= group_next;
      line_starts <= (line_starts >> LANES_DOWN) | (incoming_starts << LANES_UP);
      word_firsts <= firsts_now >> LANES_DOWN;
      warp_lines <= (warp_lines >> WORDS_DOWN) | (incoming_lines << WORDS_UP);
      warp_tops <= (warp_tops >> WORDS_DOWN) | (incoming_tops << WORDS_UP);
      warp_sectors <= sectors_next;
      words <= words_next;
      bank_pairs <= (bank_pairs >> PAIRS_DOWN) | (incoming_same_bank << WORDS_UP);
      word_pairs <= (word_pairs >> PAIRS_DOWN) | (incoming_same_word << WORDS_UP);
    end
    if (reset) begin
      begun <= 1'b0;
      came <= 4'd0;
      is_full <= 1'b0;
    end
  end
endmodule
