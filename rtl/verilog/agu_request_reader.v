// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_request_reader of agu 0.2.0

// The requests of whole warps, in order: lines first, then passes.
//
//     left   = requests that are not read yet
//     finish = the last request is read, or there is none
//     start  = a whole warp waits, and none is read or finish
//
// Warps that are whole wait in a queue, whose head is read ahead. A warp takes a cycle for each
// request, and one without requests takes one; one warp follows another without a gap. All of it
// holds where `advance` is low. Reset is synchronous.
module agu_request_reader (
  input  wire       clock,
  input  wire       reset,
  // a warp is whole after this edge: its lines and passes, up to 32 each
  input  wire       whole,
  input  wire [5:0] lines,
  input  wire [5:0] passes,
  input  wire       stores,
  // the request that was read is taken at this edge
  input  wire       advance,

  // how many warps are finished, modulo 8; the slot of the one that is read is bits 1:0
  output wire [2:0] finished,
  // where a request is read
  output wire [6:0] address,
  // the request that was read
  output wire       valid,
  output wire       shared,
  output wire       store,
  output wire [4:0] pass,
  output wire       last
);

  wire [12:0] info;
  wire [5:0]  head_lines;
  wire [5:0]  head_passes;
  wire        take_head;
  wire [5:0]  next_number;
  wire        ends_lines;
  wire        finish;
  wire        start;
  wire [1:0]  slot;
  wire [4:0]  place;
  wire [12:0] stores_bit;
  // warps that became whole, and those of them whose lines and passes were read, modulo 8
  reg  [2:0]  wholes = 0;
  reg  [2:0]  heads = 0;
  reg         head_valid = 0;
  // the warp whose requests are read
  reg  [2:0]  finishes = 0;
  reg         running = 0;
  reg  [5:0]  line_count = 0;
  reg  [5:0]  left = 0;
  reg         warp_stores = 0;
  reg         in_passes = 0;
  reg  [4:0]  number = 0;
  // the request that was read
  reg         read_valid = 0;
  reg         read_shared = 0;
  reg         read_store = 0;
  reg  [4:0]  read_pass = 0;
  reg         read_last = 0;
  wire [12:0] queue_read_word;

  agu_scratch_memory_3 queue (
    .clock(clock),
    .write(whole),
    .write_address(wholes[1:0]),
    .write_data(info),
    .read(take_head),
    .read_address(heads[1:0]),
    .read_word(queue_read_word)
  );

  // what a warp has besides its requests waits in a queue
  assign stores_bit = stores ? 13'h1000 : 13'd0;
  assign info = stores_bit | ({7'd0, passes} << 6) | {7'd0, lines};
  assign head_lines = queue_read_word[5:0];
  assign head_passes = queue_read_word[11:6];

  // the request that is read
  assign next_number = {1'b0, number} + 6'd1;
  assign ends_lines = next_number == line_count;
  assign finish = running & advance & ~(|left[5:1]);
  assign start = head_valid & (finish | ~running);
  assign take_head = (heads != wholes) & (start | ~head_valid);
  assign slot = finishes[1:0];
  assign place = in_passes ? ~number : number;
  assign address = ({5'd0, slot} << 5) | {2'd0, place};
  assign finished = finishes;
  assign valid = read_valid;
  assign shared = read_shared;
  assign store = read_store;
  assign pass = read_pass;
  assign last = read_last;

  always @(posedge clock) begin
    if (whole) begin
      wholes <= wholes + 3'd1;
    end
    if (start) begin
      head_valid <= 1'b0;
    end
    if (take_head) begin
      head_valid <= 1'b1;
      heads <= heads + 3'd1;
    end
    if (advance) begin
      read_valid <= running & (|left);
      read_shared <= in_passes;
      read_store <= warp_stores;
      read_pass <= number;
      read_last <= ~(|left[5:1]);
      left <= left - 6'd1;
      number <= next_number[4:0];
      if (ends_lines & ~in_passes) begin
        in_passes <= 1'b1;
        number <= 5'd0;
      end
    end
    if (finish) begin
      finishes <= finishes + 3'd1;
      running <= 1'b0;
    end
    if (start) begin
      running <= 1'b1;
      line_count <= head_lines;
      left <= head_lines + head_passes;
      warp_stores <= queue_read_word[12];
      in_passes <= ~(|head_lines);
      number <= 5'd0;
    end
    if (reset) begin
      wholes <= 3'd0;
      heads <= 3'd0;
      finishes <= 3'd0;
      head_valid <= 1'b0;
      running <= 1'b0;
      read_valid <= 1'b0;
    end
  end
endmodule
