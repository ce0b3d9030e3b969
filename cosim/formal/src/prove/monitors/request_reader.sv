// The order of requests. Complete warps wait in a queue in the order of their completion. None is
// overwritten, or read at the edge at which it is written. The next one is started if none is being
// read, or at the last request of one. Its lines are then read from 0 up, then its passes from 0 up. The
// read request holds while the port does. Reset empties the part.
module request_reader_monitor (
    input clock,
    input reset,
    input whole,
    input [5:0] lines,
    input [5:0] passes,
    input stores,
    input advance,
    input [2:0] wholes,
    input [2:0] heads,
    input [2:0] finishes,
    input head_valid,
    input running,
    input take_head,
    input [4*13-1:0] queue__words,
    input [12:0] queue__read_word,
    input [5:0] line_count,
    input [5:0] left,
    input warp_stores,
    input in_passes,
    input [4:0] number,
    input [2:0] finished,
    input [6:0] address,
    input valid,
    input shared,
    input store,
    input [4:0] pass,
    input last
);
    localparam SLOTS = 4;
    reg started = 0;
    wire [2:0] unfinished = wholes - finishes, waiting = wholes - heads;
    always @(posedge clock) assume (~whole | unfinished < SLOTS);

    wire ends = left <= 1;
    wire finish = running & advance & ends;
    wire start = head_valid & (finish | ~running);
    wire ends_lines = ~in_passes & number + 6'd1 == line_count;
    wire [12:0] head = queue__words[13*heads[1:0]+:13];

    always @(posedge clock) begin
        if (reset) started <= 1;
        if (started) begin
            // Warps that were taken from the queue are the finished ones, the one that is read, and the
            // head. No more are complete and unfinished than there is room for.
            assert (heads == 3'(finishes + running + head_valid));
            assert ({1'b0, waiting} + running + head_valid <= SLOTS);
            assert (~(take_head & whole & heads[1:0] == wholes[1:0]));
            assert (take_head == (heads != wholes & (start | ~head_valid)));
            assert (wholes == ($past(reset) ? 0 : $past(3'(wholes + whole))));
            assert (heads == ($past(reset) ? 0 : $past(3'(heads + take_head))));
            assert (finishes == ($past(reset) ? 0 : $past(3'(finishes + finish))));
            assert (running == $past(~reset & (start | running & ~finish)));
            assert (head_valid == $past(~reset & (take_head | head_valid & ~start)));
            assert (queue__read_word == $past(take_head ? head : queue__read_word));

            // The warp that is read.
            if ($past(start)) begin
                assert ({warp_stores, line_count} == $past({queue__read_word[12], queue__read_word[5:0]}));
                assert (left == $past(6'(queue__read_word[5:0] + queue__read_word[11:6])));
                assert (in_passes == ($past(queue__read_word[5:0]) == 0));
                assert (number == 0);
            end else begin
                assert ({warp_stores, line_count} == $past({warp_stores, line_count}));
                if ($past(~advance)) assert ({left, in_passes, number} == $past({left, in_passes, number}));
                else if ($past(running & ~ends)) begin
                    assert (left == $past(left) - 6'd1);
                    assert (in_passes == $past(in_passes | ends_lines));
                    assert (number == $past(ends_lines ? 5'd0 : number + 5'd1));
                end
            end

            // The request that is read.
            assert (finished == finishes);
            assert (address == {finishes[1:0], in_passes ? ~number : number});
            if ($past(reset)) assert (~valid);
            else assert (valid == $past(advance ? running & left != 0 : valid));
            assert ({shared, store, pass, last}
                    == $past(advance ? {in_passes, warp_stores, number, ends} : {shared, store, pass, last}));
        end
    end

    // Any word of the queue.
    wire [1:0] place = $anyseq;
    wire [12:0] word = queue__words[13*place+:13];
    always @(posedge clock) if (started && place == $past(place))
        assert (word == $past(whole & wholes[1:0] == place ? {stores, passes, lines} : word));
endmodule
