// Comparison of a lane with the lanes before it. Its key is its line, or its word as {bank, row}, which
// is unique for the word: equal keys are the same line or the same word. The key enters at the top
// place, and all others move down by one. Lanes of the warp before lose their bit, those of the group
// before the one of shared memory. Nothing else changes them. Reset empties the part.
module lane_keys_monitor #(
    parameter LINE = 42
) (
    input clock,
    input reset,
    input take,
    input [31:0] line,
    input [31:0] top,
    input [31:0] word,
    input [8:0] tag,
    input begun,
    input [32*LINE-1:0] keys,
    input [31:0] global_lanes,
    input [31:0] shared_lanes,
    input valid_s1,
    input [8:0] tag_s1,
    input lane_valid,
    input [8:0] lane_tag,
    input [LINE-1:0] lane_key,
    input [30:0] same,
    input [30:0] candidates
);
    reg started = 0;

    wire is_global = tag[0], is_shared = tag[1], is_last = tag[2], starts_group = tag[8];
    wire [LINE-1:0] key = is_global ? {top[9:0], line} : {word[4:0], word[15:5]};
    wire [30:0] global_before = begun ? global_lanes[31:1] : 31'd0;
    wire [30:0] shared_before = begun & ~starts_group ? shared_lanes[31:1] : 31'd0;

    // The newest lane, at place 31, against each other one.
    wire [LINE-1:0] newest = keys[31*LINE+:LINE];
    wire [30:0] may_join, joins;
    genvar j;
    for (j = 0; j < 31; j = j + 1) begin : places
        wire [LINE-1:0] other = keys[LINE*j+:LINE];
        assign may_join[j] = tag_s1[0] ? global_lanes[j] : shared_lanes[j] & other[15:11] == newest[15:11];
        assign joins[j] = may_join[j] & other == newest;
    end

    always @(posedge clock) begin
        if (reset) started <= 1;
        if (started) begin
            if ($past(take & ~reset)) begin
                assert (keys == {$past(key), $past(keys[32*LINE-1:LINE])});
                assert (global_lanes == {$past(is_global), $past(global_before)});
                assert (shared_lanes == {$past(is_shared), $past(shared_before)});
                assert (tag_s1 == $past(tag));
                assert (begun == ~$past(is_last));
            end
            if ($past(~take & ~reset)) begin
                assert (keys == $past(keys));
                assert (global_lanes == $past(global_lanes));
                assert (shared_lanes == $past(shared_lanes));
                assert (tag_s1 == $past(tag_s1));
                assert (begun == $past(begun));
            end
            if ($past(reset)) assert (~begun);
            assert (valid_s1 == $past(take & ~reset));

            assert (lane_valid == $past(valid_s1 & ~reset));
            assert (lane_tag == $past(tag_s1));
            assert (lane_key == $past(newest));
            assert (candidates == $past(may_join));
            assert (same == $past(joins));
        end
    end
endmodule
