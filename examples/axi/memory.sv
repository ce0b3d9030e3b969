// SPDX-License-Identifier: MIT OR Apache-2.0
// Global memory of the bench of load_store: agu_axi, and a subordinate behind it. Each channel stalls at random.
// Words of several loads are mixed. A word is read as it is returned, and a store is written with its response, both
// late and in any order: a load that overtakes a store of its line, or the other way round, makes a difference.
/* verilator lint_off BLKSEQ */ /* verilator lint_off WIDTH */ /* verilator lint_off UNUSEDSIGNAL */
`ifndef DATA
`define DATA 128
`endif
module global_memory (
  input  wire          clock, reset,
  input  wire          mem_valid, mem_store,
  output wire          mem_ready,
  input  wire [2:0]    mem_tag,
  input  wire [48:0]   mem_address,
  input  wire [127:0]  mem_mask,
  input  wire [1023:0] mem_data,
  output wire          ans_valid,
  input  wire          ans_ready,
  output wire [2:0]    ans_tag,
  output wire [1023:0] ans_data,
  output reg           broken            // a rule of AXI4 was, in this cycle
);
  localparam DATA = `DATA, BYTES = DATA / 8;
  wire              awvalid, awlock, wvalid, wlast, bready, arvalid, arlock, rready, idle, failed;
  wire [2:0]        awid, awsize, awprot, arid, arsize, arprot;
  wire [48:0]       awaddr, araddr;
  wire [7:0]        awlen, arlen;
  wire [1:0]        awburst, arburst;
  wire [3:0]        awcache, awqos, arcache, arqos;
  wire [DATA-1:0]   wdata;
  wire [BYTES-1:0]  wstrb;
  reg               awready = 1'b0, wready = 1'b0, arready = 1'b0, bvalid = 1'b0, rvalid = 1'b0, rlast;
  reg  [2:0]        bid, rid;
  wire [1:0]        bresp = 2'b00, rresp = 2'b00;
  reg  [DATA-1:0]   rdata;
  agu_axi #(.DATA(DATA)) adapter (.*);

  reg  [7:0]    memory [0:8191];
  integer       of, byte_of, id;
  initial for (of = 0; of < 8192; of = of + 1) memory[of] = 8'd0;

  // Loads and stores without a response, by ID. A load has its next address, and the words after it.
  reg  [7:0]    loads = 8'd0, stores = 8'd0;
  reg  [12:0]   load_at [0:7], store_at [0:7];
  reg  [7:0]    words [0:7];
  reg  [5:0]    load_left [0:7], store_left [0:7];
  reg  [1023:0] store_data [0:7];
  reg  [127:0]  store_mask [0:7];
  // The address and the words of the store that comes in, either of them first.
  reg           has_address = 1'b0, has_words = 1'b0;
  reg  [2:0]    now;
  reg  [48:0]   now_at;
  reg  [7:0]    now_len, count = 8'd0;
  reg  [1023:0] now_data;
  reg  [127:0]  now_mask;

  // What waits at a channel stays, and a burst stays in its line.
  reg             aw_waits = 1'b0, w_waits = 1'b0, ar_waits = 1'b0;
  reg  [59:0]     aw_was, ar_was;
  reg  [BYTES*9:0] w_was;
  function is_outside(input [48:0] address, input [7:0] len);
    is_outside = address % BYTES != 0 | address[6:0] + (len + 1) * BYTES > 128;
  endfunction

  always @(posedge clock) if (!reset) begin
    broken = aw_waits & {awvalid, awid, awaddr, awlen} !== {1'b1, aw_was}
      | ar_waits & {arvalid, arid, araddr, arlen} !== {1'b1, ar_was}
      | w_waits & {wvalid, wlast, wdata, wstrb} !== {1'b1, w_was};
    {aw_waits, aw_was} = {awvalid & ~awready, awid, awaddr, awlen};
    {ar_waits, ar_was} = {arvalid & ~arready, arid, araddr, arlen};
    {w_waits, w_was} = {wvalid & ~wready, wlast, wdata, wstrb};
    if (arvalid & arready) begin
      if (loads[arid] | is_outside(araddr, arlen)) broken = 1'b1;
      {loads[arid], load_at[arid], words[arid]} = {1'b1, araddr[12:0], arlen};
      load_left[arid] = $random;
    end
    if (awvalid & awready) begin
      if (stores[awid] | is_outside(awaddr, awlen)) broken = 1'b1;
      {has_address, now, now_at, now_len} = {1'b1, awid, awaddr, awlen};
    end
    if (wvalid & wready) begin
      now_data[DATA*(count % (1024/DATA)) +: DATA] = wdata;
      now_mask[BYTES*(count % (1024/DATA)) +: BYTES] = wstrb;
      {has_words, count} = {wlast, count + 8'd1};
    end
    if (has_address & has_words) begin
      if (count != now_len + 8'd1) broken = 1'b1;
      {stores[now], store_at[now], store_data[now]} = {1'b1, now_at[12:0], now_data};
      {store_mask[now], store_left[now]} = {now_mask, 6'd0} | $unsigned($random) % 64;
      {has_address, has_words, count, now_mask} = 138'd0;
    end
    {store_ends, word_ends} = {bvalid & bready, rvalid & rready};
  end

  // Inputs of the adapter change with the falling edge.
  reg store_ends = 1'b0, word_ends = 1'b0;
  always @(negedge clock) begin
    {bvalid, rvalid} = {bvalid & ~store_ends, rvalid & ~word_ends};
    arready = $random;
    awready = $random & ~has_address;
    wready = $random & ~has_words;
    id = $random;
    for (of = 0; of < 8; of = of + 1) begin
      id = (id + 1) % 8;
      if (!rvalid && loads[id] && load_left[id] == 0) begin
        {rvalid, rid, rlast} = {1'b1, id[2:0], words[id] == 8'd0};
        for (byte_of = 0; byte_of < BYTES; byte_of = byte_of + 1)
          rdata[8*byte_of +: 8] = memory[load_at[id] + byte_of];
        {loads[id], load_at[id], words[id]} = {~rlast, load_at[id] + BYTES[12:0], words[id] - 8'd1};
      end
      if (!bvalid && stores[id] && store_left[id] == 0) begin
        {bvalid, bid, stores[id]} = {1'b1, id[2:0], 1'b0};
        for (byte_of = 0; byte_of < 128; byte_of = byte_of + 1)
          if (store_mask[id][byte_of]) memory[store_at[id] + byte_of] = store_data[id][8*byte_of +: 8];
      end
      if (load_left[id] != 0) load_left[id] = load_left[id] - 6'd1;
      if (store_left[id] != 0) store_left[id] = store_left[id] - 6'd1;
    end
  end
endmodule
