// SPDX-License-Identifier: MIT OR Apache-2.0
// A lane that comes in, against what stands at lower places, as to shared memory.
//
//     same_bank[j] = j < place and words[j][4:0] == word[4:0]
//     same_word[j] = j < place and words[j] == word
//
// Both are 0 while `compare` is low, so that a simulator skips them: it is one signal for
// all lanes, which makes one branch. Combinational.
module agu_bank_compare (
  // the lane's beat is taken, and accesses shared memory
  input  wire          compare,
  // where the lane will stand
  input  wire [4:0]    place,
  // its `address[23:2]`, whose lowest 5 bits are the bank
  input  wire [31:0]   word,
  // 32 bits a place: lanes of the warp so far, the beat's own included, and below them
  // those of the warp before
  input  wire [1023:0] words,
  output wire [31:0]   same_bank,
  output wire [31:0]   same_word
);

  localparam [31:0] ALL_PLACES = 32'hffffffff;

  wire [31:0] lower;
  reg  [31:0] banks_equal;
  reg  [31:0] words_equal;
  integer j;

  assign lower = ~(ALL_PLACES << place);
  assign same_bank = banks_equal;
  assign same_word = words_equal;

  always @(*) begin
    for (j = 0; j < 32; j = j + 1) begin
      banks_equal[j] = 1'b0;
    end
    for (j = 0; j < 32; j = j + 1) begin
      words_equal[j] = 1'b0;
    end
    if (compare) begin
      for (j = 0; j < 32; j = j + 1) begin
        banks_equal[j] = lower[j] & (words[32*j +: 5] == word[4:0]);
        words_equal[j] = lower[j] & (words[32*j +: 32] == word);
      end
    end
  end
endmodule
