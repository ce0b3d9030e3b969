// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_bank_compare of agu 0.2.0

// A lane that comes in, against the lower lanes of its warp, as to shared memory.
//
//     lower[j]     = first <= j < place and waiting[j]
//     same_bank[j] = words[j][4:0] == word[4:0]
//     same_word[j] = lower[j] and same_bank[j] and words[j][15:5] == word[15:5]
//
// `same_word` is 0 while `compare` is low, so that a simulator skips most of it: it is one signal
// for all lanes, which makes one branch. Combinational.
module agu_bank_compare (
  // a lane of the beat accesses shared memory
  input  wire          compare,
  // where the lane will stand
  input  wire [4:0]    place,
  // where its group begins, or an earlier place
  input  wire [4:0]    first,
  // its `address[17:2]`, whose lowest 5 bits are the bank
  input  wire [15:0]   word,
  // one bit a place: a lane of the group that accesses shared memory
  input  wire [31:0]   waiting,
  // 32 bits a place: `address[17:2]`
  input  wire [1023:0] words,
  output wire [31:0]   same_bank,
  output wire [31:0]   same_word
);

  localparam [31:0] ALL_PLACES = 32'hffffffff;

  wire [31:0] lower;
  wire [31:0] equal_banks;
  wire [31:0] equal_words;
  reg  [31:0] banks_equal;
  reg  [31:0] rows_equal;
  integer j;

  assign lower = waiting & (ALL_PLACES << first) & ~(ALL_PLACES << place);
  assign equal_banks = banks_equal;
  assign equal_words = equal_banks & rows_equal;
  assign same_bank = equal_banks;
  assign same_word = lower & equal_words;

  always @(*) begin
    for (j = 0; j < 32; j = j + 1) begin
      banks_equal[j] = words[32*j +: 5] == word[4:0];
    end
  end

  always @(*) begin
    for (j = 0; j < 32; j = j + 1) begin
      rows_equal[j] = 1'b0;
    end
    if (compare) begin
      for (j = 0; j < 32; j = j + 1) begin
        rows_equal[j] = words[32*j + 5 +: 11] == word[15:5];
      end
    end
  end
endmodule
