// SPDX-License-Identifier: MIT OR Apache-2.0
// A bus with valid and ready behind a memory port. A request at the memory port is for a line of 128 bytes,
// `mem_mask` has its bytes. It becomes a request on the bus for each word of DATA bits with such a byte, the lowest
// first. A load of a word has one response, in any order by its tag; a store has none.
//
// Order: memory performs requests in the order in which it takes them. So a load has the data of all stores before
// it, and nothing waits here.
//
// Outputs of the bus come from registers, but for BUS_RSP_READY, which depends on `ans_ready`. A request stays at its
// memory port until its last word is taken. The adapter keeps one word of it, not the line.
module agu_bus #(
  parameter DATA = 128                          // bits of a word: a power of two, 8 to 1024
) (
  input  wire              clock, reset,        // synchronous; memory has to be idle, or in reset too
  // Lines. `mem_tag` names a load in its answer; it is free again once the answer is taken.
  input  wire              mem_valid, mem_store,
  output wire              mem_ready,
  input  wire [2:0]        mem_tag,
  /* verilator lint_off UNUSEDSIGNAL */
  input  wire [48:0]       mem_address,         // of the first byte of the line
  /* verilator lint_on UNUSEDSIGNAL */
  input  wire [127:0]      mem_mask,            // not 0
  input  wire [1023:0]     mem_data,
  output reg               ans_valid,
  input  wire              ans_ready,
  output reg  [2:0]        ans_tag,
  output wire [1023:0]     ans_data,            // requested words; others hold older ones
  // Requests for words. The tag is that of the line, and below it the word of the line.
  output reg               bus_valid, bus_store,
  input  wire              bus_ready,
  output reg  [9:0]        bus_tag,
  output reg  [48:0]       bus_address,
  output reg  [DATA/8-1:0] bus_mask,
  output reg  [DATA-1:0]   bus_data,
  // Responses to loads
  input  wire              bus_rsp_valid,
  output wire              bus_rsp_ready,
  input  wire [9:0]        bus_rsp_tag,
  input  wire [DATA-1:0]   bus_rsp_data
);
  localparam WORDS = 1024 / DATA;
  localparam SIZE = $clog2(DATA / 8);

  // Words of the request that are not in the register of the bus yet, and the lowest of them.
  reg  [WORDS-1:0] touched, moved, left, one, came;
  reg  [6:0]       now;
  // Words that each load waits for.
  reg  [WORDS-1:0] due [0:7];
  wire [2:0]       tag = bus_rsp_tag[9:7];
  integer word;
  always @* begin
    now = 7'd0;
    for (word = WORDS - 1; word >= 0; word = word - 1) begin
      touched[word] = mem_mask[word*DATA/8 +: DATA/8] != 0;
      left[word] = touched[word] & ~moved[word];
      if (left[word]) now = word[6:0];
    end
    for (word = 0; word < WORDS; word = word + 1) begin
      one[word] = now == word[6:0];
      came[word] = bus_rsp_tag[6:0] == word[6:0];
    end
`ifdef BUG_TAG
    // The words of a line are taken in their order.
    came = due[tag] & (~due[tag] + 1'b1);
`endif
  end
`ifdef BUG_STABLE
  // A word takes the place of one that waits.
  wire moves = mem_valid;
`else
  wire moves = mem_valid & (~bus_valid | bus_ready);
`endif
  wire is_last = left == one;
  assign mem_ready = moves & is_last;

  // An answer waits in ans_tag; its words stay until the tag is used again.
  assign bus_rsp_ready = ~ans_valid | ans_ready;
  wire answered = bus_rsp_valid & bus_rsp_ready;
  genvar at;
  generate
    for (at = 0; at < WORDS; at = at + 1) begin : words
      reg [DATA-1:0] lines [0:7];
      always @(posedge clock) if (answered & came[at]) lines[tag] <= bus_rsp_data;
      assign ans_data[DATA*at +: DATA] = lines[ans_tag];
    end
  endgenerate

  always @(posedge clock) begin
    if (bus_ready) bus_valid <= 1'b0;
    if (moves) begin
      {bus_valid, bus_store, bus_tag} <= {1'b1, mem_store, mem_tag, now};
      {bus_address, bus_data} <= {mem_address[48:7], now << SIZE, mem_data[now*DATA +: DATA]};
`ifdef BUG_STROBES
      bus_mask <= {DATA/8{1'b1}};
`else
      bus_mask <= mem_mask[now*(DATA/8) +: DATA/8];
`endif
      moved <= is_last ? {WORDS{1'b0}} : moved | one;
    end
    if (ans_ready) ans_valid <= 1'b0;
    if (answered) begin
      due[tag] <= due[tag] & ~came;
      if ((due[tag] & ~came) == 0) {ans_valid, ans_tag} <= {1'b1, tag};
    end
    // With its first word: that one may come before the others are requested.
    if (moves & ~mem_store & (moved == 0)) due[mem_tag] <= touched;
    if (reset) {bus_valid, ans_valid, moved} <= 0;
  end
endmodule
