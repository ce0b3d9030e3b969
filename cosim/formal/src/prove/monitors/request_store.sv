// Lanes and sectors of each request. A lane of shared memory follows the passes of earlier groups. A
// lane's bit and its sector are added to its request, which starts empty at the first lane. Both
// memories take the result, and nothing else changes a word. A word that was read at the edge of a write
// to the same address is not used. The line of a request is the key of its first lane. Lanes, lines and
// passes are counted; the counts are given with the last lane.
module request_store_monitor #(
    parameter LINE = 42
) (
    input clock,
    input reset,
    input valid,
    input [8:0] tag,
    input [LINE-1:0] key,
    input first,
    input [4:0] number,
    input valid_s5,
    input [8:0] tag_s5,
    input [LINE-1:0] key_s5,
    input first_s5,
    input [4:0] number_s5,
    input [5:0] pass_count,
    input [5:0] earlier_groups,
    input valid_s6,
    input [5:0] tag_s6,
    input [LINE-1:0] key_s6,
    input first_s6,
    input new_s6,
    input [6:0] address_s6,
    input [5:0] passes_s6,
    input begun,
    input [31:0] lane_s6,
    input [5:0] line_count,
    input is_handed,
    input [35:0] stored,
    input [35:0] request,
    input [128*36-1:0] gathered__words,
    input [128*36-1:0] requests__words,
    input [128*LINE-1:0] line_memory__words,
    input whole,
    input [5:0] lines,
    input [5:0] passes,
    input stores,
    input read,
    input [6:0] read_address,
    input [LINE-1:0] read_line,
    input [31:0] read_lanes,
    input [3:0] read_sectors
);
    reg started = 0;

    // A lane that has come in: the number and the address of its request.
    wire in_shared = tag_s5[1], is_last_s5 = tag_s5[2], starts_group = tag_s5[8];
    wire [5:0] groups = starts_group ? pass_count : earlier_groups;
    wire [5:0] full_number = groups + number_s5;
    wire new_pass = first_s5 & full_number == pass_count;
    wire [5:0] passes_now = pass_count + (valid_s5 & in_shared & new_pass);
    wire [6:0] address = {tag_s5[7:6], in_shared ? ~full_number[4:0] : number_s5};

    // The lane that is written.
    wire is_global = tag_s6[0], is_shared = tag_s6[1], is_last = tag_s6[2];
    wire is_new = is_global ? first_s6 : new_s6;
    wire write = valid_s6 & (is_global | is_shared);
    wire [31:0] lane = lane_s6 | {31'd0, ~begun};
    wire [35:0] own = {is_global ? 4'd1 << tag_s6[5:4] : 4'd0, lane};
    wire [35:0] content = gathered__words[36*address_s6+:36];
    // The first lane of a request cannot directly follow another lane of it.
    always @(posedge clock) assume (~(is_handed & is_new));

    always @(posedge clock) begin
        if (reset) started <= 1;
        if (started) begin
            assert (valid_s5 == $past(valid & ~reset));
            assert ({tag_s5, key_s5, first_s5, number_s5} == $past({tag, key, first, number}));

            assert (valid_s6 == $past(valid_s5 & ~reset));
            assert ({tag_s6, key_s6, first_s6} == $past({tag_s5[5:0], key_s5, first_s5}));
            assert ({new_s6, address_s6, passes_s6} == $past({new_pass, address, passes_now}));
            if ($past(reset | valid_s5 & is_last_s5)) assert ({pass_count, earlier_groups} == 0);
            else if ($past(valid_s5)) assert ({pass_count, earlier_groups} == $past({passes_now, groups}));
            else assert ({pass_count, earlier_groups} == $past({pass_count, earlier_groups}));

            if ($past(valid_s5 & ~reset)) assert (request == (own | (is_new ? 36'd0 : content)));
            if ($past(valid_s5 & write & address == address_s6)) assert (stored == 0);

            // Counts of lanes, lines and passes.
            if ($past(reset | valid_s6 & is_last)) assert ({begun, lane_s6, line_count} == 0);
            else if ($past(valid_s6)) assert ({begun, lane_s6, line_count} == {1'b1, $past({lane << 1, lines})});
            else assert ({begun, lane_s6, line_count} == $past({begun, lane_s6, line_count}));

            // A request is read.
            if ($past(read)) begin
                assert ({read_sectors, read_lanes} == $past(requests__words[36*read_address+:36]));
                assert (read_line == $past(line_memory__words[LINE*read_address+:LINE]));
            end else
                assert ({read_sectors, read_lanes, read_line} == $past({read_sectors, read_lanes, read_line}));
        end
        assert (lines == line_count + (is_new & is_global));
        assert (passes == passes_s6);
        assert (whole == (valid_s6 & is_last));
        assert (stores == tag_s6[3]);
    end

    // Any word of the memories.
    wire [6:0] place = $anyseq;
    wire [35:0] gathered = gathered__words[36*place+:36], kept = requests__words[36*place+:36];
    wire [LINE-1:0] line = line_memory__words[LINE*place+:LINE];
    wire here = write & address_s6 == place;
    always @(posedge clock) if (started && place == $past(place)) begin
        assert (gathered == $past(here ? request : gathered));
        assert (kept == $past(here ? request : kept));
        assert (line == $past(here & first_s6 ? key_s6 : line));
    end
endmodule
