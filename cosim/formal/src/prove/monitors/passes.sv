// Passes of shared memory. A pass is of the first group of lanes in which one waits. Of its lanes whose words
// meet in a bank the lowest waiting one leads, and all lanes of the group at its words are served with it, no
// others. The lowest of the lanes at one word is its first, and waits for all of them: each is served once.
// The words are any for which the flags of pairs are right, as the collector makes them.
module passes_monitor (
    input clock, reset, advance, load, lines_made, picked_valid, pass_due, in_pass, joined_valid, joined_last,
    input halves, quarters,
    input [4:0] pass, joined_pass,
    input [31:0] shared_lanes, shared_waiting, leaders, joined, global_left,
    input [1023:0] same_bank, same_word
);
    // Bits of a word's address that are compared.
    localparam WORD = 16;
    reg started = 0;
    wire [32*WORD-1:0] word = $anyseq;
    // Bits of a word's address in which its bank differs from that of an access of several words.
    wire [4:0] bank_bits = quarters ? 5'b11100 : halves ? 5'b11110 : 5'b11111;

    wire [31:0] is_aligned, is_first, waits, leads, is_served, is_right, is_of_other_group;
    genvar i, j;
    for (i = 0; i < 32; i = i + 1) begin : lane
        wire [31:0] right, lower, waiting, before, leading, apart;
        for (j = 0; j < 32; j = j + 1)
            if (j <= i) begin : pair
                localparam APART_16 = i / 16 != j / 16, APART_8 = i / 8 != j / 8;
                wire together = ~(APART_16 & halves | APART_8 & quarters);
                wire at_word = together & word[WORD*i+:WORD] == word[WORD*j+:WORD];
                wire in_bank = word[WORD*i+:5] == word[WORD*j+:5];
                wire meets = ((word[WORD*i+:5] ^ word[WORD*j+:5]) & bank_bits) == 0;
                wire both = shared_lanes[i] & shared_lanes[j];
                wire [1:0] flags = {same_bank[32*i+j], same_word[32*i+j]};
                assign right[j] = i == j | ~both | flags == {in_bank, at_word};
                assign lower[j] = i != j & shared_lanes[j] & at_word;
                assign waiting[j] = shared_waiting[j] & at_word;
                // Earlier groups go first.
                assign before[j] = i != j & waits[j] & (meets | ~together);
                assign leading[j] = leaders[j] & at_word;
                assign apart[j] = leaders[i] & leaders[j] & ~together;
            end else
                assign {right[j], lower[j], waiting[j], before[j], leading[j], apart[j]} = 6'b100000;
        assign is_aligned[i] = (word[WORD*i+:5] & ~bank_bits) == 0;
        assign is_right[i] = &right;
        assign is_first[i] = shared_lanes[i] & ~(|lower);
        assign waits[i] = shared_lanes[i] & |waiting;
        assign leads[i] = waits[i] & ~(|before);
        assign is_served[i] = shared_lanes[i] & |leading;
        assign is_of_other_group[i] = |apart;
    end

    // The rest is what the claims `covered` and `loaded` keep.
    wire is_usual = advance & ~reset & (halves | ~quarters) & &is_aligned & &is_right
        & pass_due == |shared_waiting & in_pass == |leaders
        & ((shared_waiting | leaders) & ~(shared_lanes & is_first)) == 0
        & ~(|leaders & |global_left) & is_of_other_group == 0;

    always @(posedge clock) begin
        if (reset) started <= 1;
        assert (lines_made == ~picked_valid);
        if (started && $past(is_usual)) begin
            assert (joined_last == $past(~(|shared_waiting)));
            assert ({joined_valid, joined_pass} == $past({in_pass, pass}));
            assert (in_pass == |leaders);
            assert (is_of_other_group == 0);
            assert (leaders == $past(lines_made ? leads : 32'd0));
            assert (~$past(lines_made & |shared_waiting) | |leaders);
            assert (joined == $past(is_served));
            if ($past(~load)) begin
                assert (shared_waiting == ($past(shared_waiting) & ~leaders));
                assert (pass == $past(pass + {4'd0, |leaders}));
            end
        end
    end

    // Words of two lanes meet in a bank if their first words do, at the same offset.
    wire [WORD-1:0] one = $anyseq, other = $anyseq, place = $anyseq, other_place = $anyseq;
    wire [2:0] count = quarters ? 3'd4 : halves ? 3'd2 : 3'd1;
    wire [WORD-1:0] one_word = one + place, other_word = other + other_place;
    always @(posedge clock)
        if ((one[4:0] & ~bank_bits) == 0 && (other[4:0] & ~bank_bits) == 0 && place < count && other_place < count)
            assert ((one_word[4:0] == other_word[4:0])
                    == (((one[4:0] ^ other[4:0]) & bank_bits) == 0 && place == other_place));
endmodule
