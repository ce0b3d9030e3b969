// SPDX-License-Identifier: MIT OR Apache-2.0
// AXI4 manager behind a memory port. A request is for a line of 128 bytes, `mem_mask` has its bytes. It becomes one
// INCR burst, from the first word of DATA bits with such a byte to the last. Up to eight loads and four stores are
// outstanding, each with an ID of its own. Loads return in any order, also with their beats interleaved.
//
// Order: AXI4 has none between the read and the write channels, or between IDs. So a store waits while an older
// load or store of its line has no response, and a load while an older store has none. Requests behind one that
// waits wait as well. Others leave: a load may overtake a store of another line.
//
// Outputs of the bus come from registers, but for RREADY, which depends on `ans_ready`. A request stays at its port
// until it is taken, a store until its last beat is. The adapter keeps one beat of it, not the line.
module agu_axi #(
  parameter DATA = 128                          // bits of a beat: a power of two, 8 to 1024
) (
  input  wire              clock, reset,        // synchronous; the bus has to be idle, or in reset too
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
  output wire [1023:0]     ans_data,            // words of the burst; others hold older ones
  output wire              idle,                // no response is due: what was stored is seen by all managers
  output reg               failed,              // SLVERR or DECERR came since reset
  // Write address, write data, write response
  output reg               awvalid,
  input  wire              awready,
  output reg  [2:0]        awid,
  output reg  [48:0]       awaddr,
  output reg  [7:0]        awlen,
  output wire [2:0]        awsize, awprot,
  output wire [1:0]        awburst,
  output wire [3:0]        awcache, awqos,
  output wire              awlock,
  output reg               wvalid, wlast,
  input  wire              wready,
  output reg  [DATA-1:0]   wdata,
  output reg  [DATA/8-1:0] wstrb,
  input  wire              bvalid,
  output wire              bready,
  /* verilator lint_off UNUSEDSIGNAL */
  input  wire [2:0]        bid,                 // below four
  /* verilator lint_on UNUSEDSIGNAL */
  input  wire [1:0]        bresp,
  // Read address, read data
  output reg               arvalid,
  input  wire              arready,
  output reg  [2:0]        arid,
  output reg  [48:0]       araddr,
  output reg  [7:0]        arlen,
  output wire [2:0]        arsize, arprot,
  output wire [1:0]        arburst,
  output wire [3:0]        arcache, arqos,
  output wire              arlock,
  input  wire              rvalid, rlast,
  output wire              rready,
  input  wire [2:0]        rid,
  input  wire [DATA-1:0]   rdata,
  input  wire [1:0]        rresp
);
  localparam WORDS = 1024 / DATA;
  localparam SIZE = $clog2(DATA / 8);

  // Normal memory, not cached; data, not secure, not privileged.
  assign {awsize, awburst, awlock, awcache, awprot, awqos} = {SIZE[2:0], 2'b01, 1'b0, 4'b0011, 3'b010, 4'd0};
  assign {arsize, arburst, arlock, arcache, arprot, arqos} = {awsize, awburst, awlock, awcache, awprot, awqos};

  // The burst: words of the line that have a requested byte, and those between them.
  reg [6:0] first, last;
  integer word;
  always @* begin
    {first, last} = 14'd0;
    for (word = WORDS - 1; word >= 0; word = word - 1) if (mem_mask[word*DATA/8 +: DATA/8] != 0) first = word[6:0];
    for (word = 0; word < WORDS; word = word + 1) if (mem_mask[word*DATA/8 +: DATA/8] != 0) last = word[6:0];
  end
  wire [7:0]  beats_less_1 = {1'b0, last - first};
  wire [41:0] line = mem_address[48:7];
  wire [48:0] address = {line, first << SIZE};

  // Lines of loads and stores without a response, each under its ID.
  reg  [7:0]  loads;
  reg  [3:0]  stores;
  reg  [41:0] load_line [0:7], store_line [0:3];
  reg         behind_load, behind_store;
  integer     each;
  always @* begin
    {behind_load, behind_store} = 2'b00;
    for (each = 0; each < 8; each = each + 1) if (loads[each] && load_line[each] == line) behind_load = 1'b1;
    for (each = 0; each < 4; each = each + 1) if (stores[each] && store_line[each] == line) behind_store = 1'b1;
  end
  assign idle = {loads, stores} == 12'd0;

  // A load goes to AR. A store goes to AW with its first beat.
`ifdef BUG_STABLE
  // A load takes the place of one that waits.
  wire ar_free = 1'b1;
`else
  wire ar_free = ~arvalid | arready;
`endif
`ifdef BUG_ORDER
  // A load does not wait for the store before it.
  wire load_moves = mem_valid & ~mem_store & ar_free;
`else
  wire load_moves = mem_valid & ~mem_store & ar_free & ~behind_store;
`endif
  reg        going;                            // of the burst, beyond its first beat
  reg  [6:0] next;
  wire [1:0] free = ~stores[0] ? 2'd0 : ~stores[1] ? 2'd1 : ~stores[2] ? 2'd2 : 2'd3;
  wire       may_start = ~behind_load & ~behind_store & (stores != 4'hf) & (~awvalid | awready);
  wire       store_moves = mem_valid & mem_store & (~wvalid | wready) & (going | may_start);
  wire [6:0] now = going ? next : first;
  assign mem_ready = load_moves | store_moves & (now == last);

  // Words of the loads, by ID. An answer waits in ans_tag; its words stay until the tag is used again.
  reg  [6:0] place [0:7];
  assign rready = ~ans_valid | ans_ready;
  assign bready = 1'b1;
`ifdef BUG_ID
  // Data is taken as that of the last load.
  wire [2:0] from = arid;
`else
  wire [2:0] from = rid;
`endif
  genvar at;
  generate
    for (at = 0; at < WORDS; at = at + 1) begin : words
      reg [DATA-1:0] lines [0:7];
      always @(posedge clock) if (rvalid & rready & place[from] == at) lines[from] <= rdata;
      assign ans_data[DATA*at +: DATA] = lines[ans_tag];
    end
  endgenerate

  always @(posedge clock) begin
    if (arready) arvalid <= 1'b0;
    if (load_moves) begin
      {arvalid, arid, araddr, arlen} <= {1'b1, mem_tag, address, beats_less_1};
      loads[mem_tag] <= 1'b1;
      load_line[mem_tag] <= line;
      place[mem_tag] <= first;
    end
    if (awready) awvalid <= 1'b0;
    if (wready) wvalid <= 1'b0;
    if (store_moves) begin
      if (~going) begin
        {awvalid, awid, awaddr, awlen} <= {1'b1, 1'b0, free, address, beats_less_1};
        stores[free] <= 1'b1;
        store_line[free] <= line;
      end
      {wvalid, wlast, wdata} <= {1'b1, now == last, mem_data[now*DATA +: DATA]};
`ifdef BUG_STROBES
      wstrb <= {DATA/8{1'b1}};
`else
      wstrb <= mem_mask[now*(DATA/8) +: DATA/8];
`endif
      {going, next} <= {now != last, now + 7'd1};
    end
    if (bvalid) stores[bid[1:0]] <= 1'b0;
    if (ans_ready) ans_valid <= 1'b0;
    if (rvalid & rready) begin
      place[from] <= place[from] + 7'd1;
      if (rlast) begin
        {ans_valid, ans_tag} <= {1'b1, from};
        loads[from] <= 1'b0;
      end
    end
    if (bvalid & (bresp != 2'b00) | rvalid & rready & (rresp != 2'b00)) failed <= 1'b1;
    if (reset) begin
      {arvalid, awvalid, wvalid, ans_valid, going, failed} <= 6'd0;
      {loads, stores} <= 12'd0;
    end
  end
endmodule
