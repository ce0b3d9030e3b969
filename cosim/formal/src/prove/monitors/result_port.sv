// The result port. It takes a result if it is empty or its result is taken, first one that is held beside
// it. The stages stall only while one is held, which requires a result at the port; otherwise a request is
// taken, unless a write waits between warps. Accepted requests count the beats of a warp, and nothing else
// does. Reset empties the unit. A write is taken only if the unit is empty and between warps; it is pending
// in the next cycle, which has no result.
module result_port_monitor #(
    parameter LANES = 32
) (
    input clock, reset,
    input config_valid, config_ready, request_valid, request_ready, result_valid, result_ready,
    input advance,
    input [4:0] next_beat,
    input skid_buffer__load, skid_buffer__held, skid_buffer__held_valid,
    input beat_control__valid_s6,
    input configuration__write_s1
);
    localparam LAST = 32 / LANES - 1;
    reg started = 0;
    wire accepted = request_valid & request_ready, written = config_valid & config_ready;
    wire load = skid_buffer__load, held = skid_buffer__held, beside = skid_buffer__held_valid;
    wire oldest = held ? beside : beat_control__valid_s6;

    always @* begin
        assert (load == (result_ready | ~result_valid));
        assert (advance == ~held);
        assert (~(written & accepted));
        assert (~config_ready | ~result_valid & next_beat == 0);
        assert (~(advance & request_valid & ~config_valid) | accepted);
    end

    always @(posedge clock) begin
        if (reset) started <= 1;
        if (started) begin
            assert (result_valid == $past(~reset & (load ? oldest : result_valid)));
            assert (held == $past(~reset & ~load));
            assert (beside == $past(oldest));
            assert (~held | result_valid);

            if ($past(reset)) assert (next_beat == 0 & config_ready);
            else if ($past(~accepted)) assert (next_beat == $past(next_beat));
            else assert (next_beat == ($past(next_beat) == LAST ? 5'd0 : $past(next_beat) + 5'd1));

            assert (configuration__write_s1 == $past(written & ~reset));
            if ($past(written)) assert (~result_valid);
        end
    end
endmodule
