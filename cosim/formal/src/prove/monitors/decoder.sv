// The decoder's ports. A word that is taken has a record after the edge, which stays until it is taken. The record
// of a code of no instruction set, above 8, is illegal.
module decoder_monitor (
    input clock, reset, word_valid, word_ready,
    input [3:0] isa,
    input record_valid, record_ready, illegal
);
    reg started = 0;
    wire takes = word_valid & word_ready;

    always @(posedge clock) begin
        if (reset) started <= 1;
        if (started) begin
            assert (word_ready == (~reset & (record_ready | ~record_valid)));
            assert (record_valid == $past(~reset & (takes | record_valid & ~record_ready)));
            if ($past(~reset & takes & isa > 8)) assert (illegal);
        end
    end
endmodule
