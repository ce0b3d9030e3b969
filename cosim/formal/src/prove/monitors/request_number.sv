// The number of a lane's request: the count of candidates that are first ones of their key, below the
// lowest lane with the lane's own key. The lane is a first one if no earlier one has its key. For the
// next lane it is at the place before the newest; all others move down by one.
module request_number_monitor #(
    parameter LINE = 42
) (
    input clock,
    input reset,
    input valid,
    input [8:0] tag,
    input [LINE-1:0] key,
    input [30:0] same,
    input [30:0] candidates,
    input [30:0] firsts,
    input valid_s3,
    input [8:0] tag_s3,
    input [LINE-1:0] key_s3,
    input first_s3,
    input [30:0] counted_s3,
    input lane_valid,
    input [8:0] lane_tag,
    input [LINE-1:0] lane_key,
    input lane_first,
    input [4:0] number
);
    reg started = 0;

    wire first = same == 0;
    wire [30:0] below;
    genvar place;
    for (place = 0; place < 31; place = place + 1) begin : places
        assign below[place] = same[place:0] == 0;
    end

    reg [4:0] ones;
    integer i;
    always @* begin
        ones = 0;
        for (i = 0; i < 31; i = i + 1) ones = ones + counted_s3[i];
    end

    always @(posedge clock) begin
        if (reset) started <= 1;
        if (started) begin
            if ($past(valid)) assert (firsts == {$past(first), $past(firsts[30:1])});
            else assert (firsts == $past(firsts));
            assert (counted_s3 == $past(candidates & firsts & below));
            assert (first_s3 == $past(first));
            assert (tag_s3 == $past(tag));
            assert (key_s3 == $past(key));
            assert (valid_s3 == $past(valid & ~reset));

            assert (number == $past(ones));
            assert (lane_first == $past(first_s3));
            assert (lane_tag == $past(tag_s3));
            assert (lane_key == $past(key_s3));
            assert (lane_valid == $past(valid_s3 & ~reset));
        end
    end
endmodule
