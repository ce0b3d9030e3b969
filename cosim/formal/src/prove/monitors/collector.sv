// The collector. A beat's lanes follow those of the beats before it. A warp is complete after its last beat,
// and full until it is unloaded if one of its lanes waits. A lane starts a line if the lane before it has
// another one. It is the first at its word if no lower lane of its group has it. Pairs of lanes of a group
// meet in a bank, and at a word. These flags are right for the lanes of a beat and move with the others.
// Nothing else changes any. Reset empties the collector.
module collector_monitor #(
    parameter LANES = 32
) (
    input clock, reset, take, last, store, unload,
    input [2:0] size,
    input [LANES-1:0] global_mask, shared_mask,
    input [32*LANES-1:0] line, top, word,
    input full, begun, warp_store, halves, quarters,
    input [3:0] came,
    input [31:0] global_lanes, shared_lanes, group_waiting, starts, firsts,
    input [1023:0] lines, tops, words, same_bank, same_word,
    input [127:0] sectors
);
    // Place of a beat's first lane.
    localparam FIRST = 32 - LANES;
    reg started = 0;

    // Accesses of 8 bytes have size 5, of 16 bytes 6 and 7: a pass serves 16 or 8 lanes.
    wire by_halves = size >= 5, by_quarters = size >= 6;
    wire begins_group = ~begun | by_halves & came == 0 | by_quarters & came[2:0] == 0;
    wire [31:0] global_before = begun ? global_lanes : 32'd0, shared_before = begun ? shared_lanes : 32'd0;
    wire [31:0] group_before = begins_group ? 32'd0 : group_waiting;
    wire [31:0] global_next = {global_mask, global_before} >> LANES;
    wire [31:0] shared_next = {shared_mask, shared_before} >> LANES;
    wire [31:0] group_next = {shared_mask, group_before} >> LANES;
    wire [1023:0] lines_next = {line, lines} >> 32 * LANES;
    wire [1023:0] tops_next = {top, tops} >> 32 * LANES;
    wire [1023:0] words_next = {word, words} >> 32 * LANES;
    wire [127:0] sectors_next;

    genvar s, lane, lower;
    for (s = 0; s < 4; s = s + 1) begin : in_sectors
        wire [LANES-1:0] touches;
        for (lane = 0; lane < LANES; lane = lane + 1) assign touches[lane] = word[32*lane+3+:2] == s;
        assign sectors_next[32*s+:32] = {touches, sectors[32*s+:32]} >> LANES;
    end

    // Flags of the lanes of the last beat, from the registers.
    wire [31:0] starts_here, firsts_here;
    wire [1023:0] bank_here, word_here;
    for (lane = 0; lane < 32; lane = lane + 1) begin : lanes
        for (lower = 0; lower < 32; lower = lower + 1)
            if (lower < lane && lane >= FIRST) begin : pairs
                // Lanes of one beat may be of two groups.
                localparam [31:0] APART_16 = lower >= FIRST && (lower - FIRST) / 16 != (lane - FIRST) / 16;
                localparam [31:0] APART_8 = lower >= FIRST && (lower - FIRST) / 8 != (lane - FIRST) / 8;
                wire together = group_waiting[lower] & ~(APART_16[0] & halves | APART_8[0] & quarters);
                assign bank_here[32*lane+lower] = words[32*lower+:5] == words[32*lane+:5];
                assign word_here[32*lane+lower] = together & words[32*lower+:16] == words[32*lane+:16];
            end else
                assign {bank_here[32*lane+lower], word_here[32*lane+lower]} = 2'd0;
        assign firsts_here[lane] = shared_lanes[lane] & ~(|word_here[32*lane+:32]);
        if (lane == 0)
            assign starts_here[0] = global_lanes[0];
        else
            assign starts_here[lane] = global_lanes[lane]
                & ~(global_lanes[lane-1] & lines[32*(lane-1)+:32] == lines[32*lane+:32]
                    & tops[32*(lane-1)+:10] == tops[32*lane+:10]);
    end

    wire [3:0] came_next = came + LANES;
    wire [3303:0] beats = {begun, came, warp_store, halves, quarters, global_lanes, shared_lanes, group_waiting,
                           tops, lines, words, sectors};
    wire [3303:0] beats_next = {~last, came_next, store, by_halves, by_quarters, global_next, shared_next,
                                group_next, tops_next, lines_next, words_next, sectors_next};

    always @(posedge clock) begin
        assume ((global_mask & shared_mask) == 0);
        assume (~take | ~full | unload);
        if (LANES == 32) assume (~take | last);
        if (reset) started <= 1;
        if (started) begin
            if (LANES == 32) assert (~begun);
            if ($past(reset)) assert (~full & ~begun);
            else assert (full == $past(take ? last & |(global_next | shared_next) : full & ~unload));
            if ($past(take & ~reset)) assert (beats == $past(beats_next));
            if ($past(~take & ~reset))
                assert ({beats, starts, firsts, same_bank, same_word}
                        == $past({beats, starts, firsts, same_bank, same_word}));
        end
    end

    for (lane = 0; lane < 32; lane = lane + 1) begin : flags
        localparam [1023:0] LOWER = (1024'd1 << lane) - 1;
        always @(posedge clock)
            if (started && $past(take & ~reset)) begin
                if (lane >= FIRST) begin
                    assert ({starts[lane], firsts[lane]} == {starts_here[lane], firsts_here[lane]});
                    if (shared_lanes[lane])
                        assert (((same_bank >> 32 * lane & LOWER) == (bank_here >> 32 * lane & LOWER))
                                && ((same_word >> 32 * lane & LOWER) == (word_here >> 32 * lane & LOWER)));
                end else begin
                    assert ({starts[lane], firsts[lane]} == $past({starts[lane+LANES], firsts[lane+LANES]}));
                    assert ((same_bank >> 32 * lane & LOWER)
                            == ($past(same_bank) >> 33 * LANES + 32 * lane & LOWER));
                    assert ((same_word >> 32 * lane & LOWER)
                            == ($past(same_word) >> 33 * LANES + 32 * lane & LOWER));
                end
            end
    end
endmodule
