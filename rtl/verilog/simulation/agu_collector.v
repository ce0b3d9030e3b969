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
  // the bits of a place that are its group's, of 16 lanes, of 8; 0 where that is the whole beat,
  // or more
  localparam [4:0]   HALF_BITS = (LANES >= 32) ? 5'h10 : 5'd0;
  localparam [4:0]   QUARTER_BITS = (LANES >= 16) ? 5'h18 : 5'd0;
  // 32 bits a sector: bit 0 and bit 1 of its number
  localparam [127:0] LOW_BITS = 128'hffffffff00000000ffffffff00000000;
  localparam [127:0] HIGH_BITS = 128'hffffffffffffffff0000000000000000;
  localparam [3:0]   LANE_COUNT = LANES[3:0];
  localparam [31:0]  BANK_COMPARE_ALL_PLACES = 32'hffffffff;

  wire [1023:0]    incoming_lines;
  wire [1023:0]    incoming_tops;
  wire [1023:0]    incoming_words;
  wire [31:0]      incoming_global;
  wire [31:0]      incoming_shared;
  reg  [1023:0]    latest_pairs;
  wire [31:0]      latest_firsts;
  wire [31:0]      firsts_now;
  reg  [LANES-1:0] lane_first;
  wire [31:0]      global_before;
  wire [31:0]      shared_before;
  wire [31:0]      global_next;
  wire [31:0]      shared_next;
  wire [1023:0]    words_next;
  // of the lane before each lane of the beat; those behind its last are of no use here
  wire [31:0]      previous_global_unused;
  reg  [1023:0]    previous_lines_unused;
  reg  [1023:0]    previous_tops_unused;
  wire             half_size;
  wire             quarter_size;
  wire             begins_group;
  wire [31:0]      group_before;
  wire [31:0]      group_next;
  wire [4:0]       group_bits;
  wire             compare_lines;
  wire             compare_banks;
  reg              begun = 0;
  // lanes of the warp that came in, modulo 16
  reg  [3:0]       came = 0;
  reg              is_full = 0;
  reg              stores = 0;
  reg              by_halves = 0;
  reg              by_quarters = 0;
  reg  [31:0]      global_waiting = 0;
  reg  [31:0]      shared_waiting = 0;
  reg  [31:0]      group_waiting = 0;
  reg  [31:0]      line_starts = 0;
  reg  [31:0]      word_firsts = 0;
  reg  [1023:0]    warp_lines = 0;
  reg  [1023:0]    warp_tops = 0;
  reg  [127:0]     warp_sectors = 0;
  reg  [1023:0]    words = 0;
  reg  [1023:0]    bank_pairs = 0;
  reg  [1023:0]    word_pairs = 0;
  wire [LANES-1:0] line_compare_accesses;
  wire [LANES-1:0] line_compare_global_before;

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
  assign words_next = (words >> WORDS_DOWN) | (incoming_words << WORDS_UP);
  assign compare_lines = |global_mask;
  assign compare_banks = |shared_mask;
  assign latest_firsts = {{32-LANES{1'b0}}, lane_first};
  assign firsts_now = word_firsts | (shared_waiting & (latest_firsts << LANES_UP));

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

  assign line_compare_accesses = global_mask;
  assign line_compare_global_before = previous_global_unused[LANES-1:0];

  always @(*) begin : make_previous_lines_unused
    reg [1023:0] value;
    value = ({incoming_lines[991:0], 32'd0}) | ({992'd0, warp_lines[1023:992]});
    previous_lines_unused = value;
  end

  always @(*) begin : make_previous_tops_unused
    reg [1023:0] value;
    value = ({incoming_tops[991:0], 32'd0}) | ({992'd0, warp_tops[1023:992]});
    previous_tops_unused = value;
  end

  always @(*) begin : make_latest_pairs
    reg [1023:0] value;
    value = word_pairs >> WORDS_UP;
    latest_pairs = value;
  end

  always @(*) begin : make_lane_first
    integer i;
    reg [LANES-1:0] lane_first_mask;
    lane_first_mask = 0;
    for (i = 0; i < LANES; i = i + 1) begin
      lane_first_mask = lane_first_mask | ({{LANES-1{1'b0}}, ~(|latest_pairs[32*i +: 32])} << i);
    end
    lane_first = lane_first_mask;
  end

  always @(posedge clock) begin : update_incoming_starts
    reg [31:0] incoming_starts;
    reg [1023:0] incoming_same_bank;
    reg [1023:0] incoming_same_word;
    reg [31:0] sector_low;
    reg [31:0] sector_high;
    reg [127:0] sectors_next;
    reg [LANES-1:0] lane_sector_0;
    reg [LANES-1:0] lane_sector_1;
    reg [LANES-1:0] line_compare_starts;
    reg [LANES-1:0] line_compare_joins;
    reg [32*LANES-1:0] bank_compare_same_word;
    reg [32*LANES-1:0] bank_compare_banks_equal;
    reg [32*LANES-1:0] bank_compare_rows_equal;
    integer i;
    reg [LANES-1:0] lane_sector_0_mask;
    reg [LANES-1:0] lane_sector_1_mask;
    reg [0:0] compare_lines_now;
    reg [LANES-1:0] line_compare_global_before_now;
    reg [9:0] line_compare_top;
    reg [9:0] line_compare_top_before;
    reg [31:0] line_compare_line_before;
    reg [LANES-1:0] line_compare_joins_mask;
    reg [15:0] bank_compare_word;
    integer j;
    reg [4:0] bank_compare_banks_equal_row_0;
    reg [31:0] bank_compare_banks_equal_bit;
    reg [0:0] compare_banks_now;
    reg [10:0] bank_compare_rows_equal_row_0;
    reg [31:0] bank_compare_rows_equal_bit;
    reg [4:0] group_bits_now;
    reg [31:0] group_next_now;
    reg [4:0] bank_compare_first;
    reg [4:0] bank_compare_place;
    reg [31:0] bank_compare_lower;
    reg [31:0] bank_compare_equal_words;
    reg [31:0] sector_high_now;
    reg [31:0] sector_low_now;
    reg [31:0] incoming_sectors;
    i = 0;
    lane_sector_0_mask = 0;
    lane_sector_1_mask = 0;
    compare_lines_now = 0;
    line_compare_global_before_now = 0;
    line_compare_top = 0;
    line_compare_top_before = 0;
    line_compare_line_before = 0;
    line_compare_joins_mask = 0;
    bank_compare_word = 0;
    j = 0;
    bank_compare_banks_equal_row_0 = 0;
    bank_compare_banks_equal_bit = 0;
    compare_banks_now = 0;
    bank_compare_rows_equal_row_0 = 0;
    bank_compare_rows_equal_bit = 0;
    group_bits_now = 0;
    group_next_now = 0;
    bank_compare_first = 0;
    bank_compare_place = 0;
    bank_compare_lower = 0;
    bank_compare_equal_words = 0;
    sector_high_now = 0;
    sector_low_now = 0;
    incoming_sectors = 0;
    if (take) begin
      lane_sector_0_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_sector_0_mask = lane_sector_0_mask | ({{LANES-1{1'b0}}, incoming_words[32*i + 3]} << i);
      end
      lane_sector_0 = lane_sector_0_mask;
      lane_sector_1_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        lane_sector_1_mask = lane_sector_1_mask | ({{LANES-1{1'b0}}, incoming_words[32*i + 4]} << i);
      end
      lane_sector_1 = lane_sector_1_mask;
      compare_lines_now = compare_lines;
      line_compare_global_before_now = line_compare_global_before;
      line_compare_top = 0;
      line_compare_top_before = 0;
      line_compare_line_before = 0;
      line_compare_joins_mask = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        line_compare_top = incoming_tops[32*i +: 10];
        line_compare_top_before = previous_tops_unused[32*i +: 10];
        line_compare_line_before = previous_lines_unused[32*i +: 32];
        line_compare_joins_mask = line_compare_joins_mask | ({{LANES-1{1'b0}}, compare_lines_now ? (line_compare_global_before_now[i] & (line_compare_top == line_compare_top_before) & (line[32*i +: 32] == line_compare_line_before)) : 1'b0} << i);
      end
      line_compare_joins = line_compare_joins_mask;
      bank_compare_word = 0;
      bank_compare_banks_equal_row_0 = 0;
      bank_compare_banks_equal_bit = 0;
      i = 0;
      j = 0;
      bank_compare_banks_equal = 0;
      for (j = 0; j < 32; j = j + 1) begin
        bank_compare_banks_equal_row_0 = words_next[32*j +: 5];
        bank_compare_banks_equal_bit = ({31'd0, 1'b1} << j);
        for (i = 0; i < LANES; i = i + 1) begin
          bank_compare_word = incoming_words[32*i +: 16];
          bank_compare_banks_equal[32*i +: 32] = bank_compare_banks_equal[32*i +: 32] | ({32{bank_compare_banks_equal_row_0 == bank_compare_word[4:0]}} & bank_compare_banks_equal_bit);
        end
      end
      compare_banks_now = compare_banks;
      bank_compare_word = 0;
      bank_compare_rows_equal_row_0 = 0;
      bank_compare_rows_equal_bit = 0;
      i = 0;
      j = 0;
      bank_compare_rows_equal = 0;
      if (compare_banks_now) begin
        for (j = 0; j < 32; j = j + 1) begin
          bank_compare_rows_equal_row_0 = words_next[32*j + 5 +: 11];
          bank_compare_rows_equal_bit = ({31'd0, 1'b1} << j);
          for (i = 0; i < LANES; i = i + 1) begin
            bank_compare_word = incoming_words[32*i +: 16];
            bank_compare_rows_equal[32*i +: 32] = bank_compare_rows_equal[32*i +: 32] | ({32{bank_compare_rows_equal_row_0 == bank_compare_word[15:5]}} & bank_compare_rows_equal_bit);
          end
        end
      end
      line_compare_starts = line_compare_accesses & ~line_compare_joins;
      group_bits_now = group_bits;
      group_next_now = group_next;
      bank_compare_first = 0;
      bank_compare_place = 0;
      bank_compare_lower = 0;
      bank_compare_equal_words = 0;
      for (i = 0; i < LANES; i = i + 1) begin
        bank_compare_first = (i[4:0] - LANES[4:0]) & group_bits_now;
        bank_compare_place = (i[4:0] - LANES[4:0]);
        bank_compare_lower = group_next_now & (BANK_COMPARE_ALL_PLACES << bank_compare_first) & ~(BANK_COMPARE_ALL_PLACES << bank_compare_place);
        bank_compare_equal_words = bank_compare_banks_equal[32*i +: 32] & bank_compare_rows_equal[32*i +: 32];
        bank_compare_same_word[32*i +: 32] = bank_compare_lower & bank_compare_equal_words;
      end
      incoming_starts = {{32-LANES{1'b0}}, line_compare_starts};
      incoming_same_bank = {{1024-32*LANES{1'b0}}, bank_compare_banks_equal};
      incoming_same_word = {{1024-32*LANES{1'b0}}, bank_compare_same_word};
      sector_low = {{32-LANES{1'b0}}, lane_sector_0};
      sector_high = {{32-LANES{1'b0}}, lane_sector_1};
      sector_high_now = sector_high;
      sector_low_now = sector_low;
      incoming_sectors = 0;
      for (i = 0; i < 4; i = i + 1) begin
        incoming_sectors = ~((sector_low_now ^ LOW_BITS[32*i +: 32]) | (sector_high_now ^ HIGH_BITS[32*i +: 32]));
        sectors_next[32*i +: 32] = (warp_sectors[32*i +: 32] >> LANES_DOWN) | (incoming_sectors << LANES_UP);
      end
      line_starts <= (line_starts >> LANES_DOWN) | (incoming_starts << LANES_UP);
      warp_sectors <= sectors_next;
      bank_pairs <= (bank_pairs >> PAIRS_DOWN) | (incoming_same_bank << WORDS_UP);
      word_pairs <= (word_pairs >> PAIRS_DOWN) | (incoming_same_word << WORDS_UP);
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
      word_firsts <= firsts_now >> LANES_DOWN;
      warp_lines <= (warp_lines >> WORDS_DOWN) | (incoming_lines << WORDS_UP);
      warp_tops <= (warp_tops >> WORDS_DOWN) | (incoming_tops << WORDS_UP);
      words <= words_next;
    end
    if (reset) begin
      begun <= 1'b0;
      came <= 4'd0;
      is_full <= 1'b0;
    end
  end
endmodule
