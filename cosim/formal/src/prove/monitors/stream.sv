// Monitor at the ports of the warp unit, with a queue of the accepted requests. Every result is
// the head of the queue, and is at the port when it is due. None is lost, doubled or reordered
// under any stalls. Every request is accepted as soon as the stages advance.
//
// The stages stall one edge after a result is not taken. Each entry counts the edges that advanced
// since it was accepted: its age. Up to STAGES that is the stage that holds it, then it is due. An
// entry that is due is at the port, or is held beside it.
module stream_monitor #(
    parameter LANES = 32
) (
    input clock, reset, config_valid,
    input request_valid, request_ready, access, address_add, store,
    input [2:0] access_size, predicate,
    input [4:0] element,
    input [15:0] destination,
    input result_valid, result_ready, result_last, result_access, result_address_add, result_store,
    input [2:0] result_size, result_predicate,
    input [4:0] result_beat, result_element,
    input [15:0] result_destination,
    // Registers of the unit that the invariant refers to.
    input [4:0] next_beat,
    input skid_buffer__is_held, skid_buffer__held_valid, result_port__last_held,
    input beat_control__valid_at_s1, beat_control__valid_at_s2, beat_control__valid_at_s3,
    input beat_control__valid_at_s4, beat_control__valid_at_s5, beat_control__valid_at_s6,
    input [34:0] beat_control__tag_at_s1, beat_control__tag_at_s2, beat_control__tag_at_s3,
    input [34:0] beat_control__tag_at_s4, beat_control__tag_at_s5, beat_control__tag_at_s6,
    input [34:0] result_port__tag_held
);
    localparam STAGES = 6;
    localparam BEATS = 32 / LANES;
    localparam WIDTH = 30;
    wire [WIDTH-1:0] request = {address_add, access, access_size, store, element, predicate, destination};
    wire [WIDTH-1:0] result = {result_address_add, result_access, result_size, result_store, result_element,
                               result_predicate, result_destination};
    wire is_held = skid_buffer__is_held, last_held = result_port__last_held;
    // Lowest stage first, then the value held beside the port.
    wire [STAGES:0] valid = {skid_buffer__held_valid, beat_control__valid_at_s6, beat_control__valid_at_s5,
                             beat_control__valid_at_s4, beat_control__valid_at_s3, beat_control__valid_at_s2,
                             beat_control__valid_at_s1};
    wire [(STAGES+1)*(WIDTH+5)-1:0] tags = {
        result_port__tag_held, beat_control__tag_at_s6, beat_control__tag_at_s5, beat_control__tag_at_s4,
        beat_control__tag_at_s3, beat_control__tag_at_s2, beat_control__tag_at_s1};

    localparam LAST = BEATS - 1;
    localparam DEPTH = STAGES + 2;
    localparam DUE = STAGES + 1;
    wire accepted = request_valid & request_ready;
    wire leaves = result_valid & result_ready;

    // A shift register whose head is entry 0.
    reg [3:0] count;
    reg [4:0] beat;
    reg [WIDTH+4:0] entry[0:DEPTH-1];
    reg [3:0] age[0:DEPTH-1];
    reg stopped;

    reg started = 0;
    always @(posedge clock) if (reset) started <= 1;

    wire [3:0] tail = count - leaves;
    integer i;
    always @(posedge clock) begin
        for (i = 0; i < DEPTH; i = i + 1) begin
            if (leaves && i < DEPTH - 1) begin
                entry[i] <= entry[i+1];
                age[i] <= age[i+1] + (~stopped && age[i+1] < DUE);
            end else
                age[i] <= age[i] + (~stopped && age[i] < DUE);
            if (accepted && i == tail) begin
                entry[i] <= {beat, request};
                age[i] <= 1;
            end
        end
        count <= tail + accepted;
        stopped <= result_valid & ~result_ready;
        if (accepted) beat <= beat == LAST ? 0 : beat + 1;
        if (reset) begin
            count <= 0;
            beat <= 0;
            stopped <= 0;
        end
    end

    wire due = count != 0 && age[0] == DUE;
    always @* if (started) begin
        assert (result_valid == due);
        if (result_valid) begin
            assert ({result_beat, result} == entry[0]);
            assert (result_last == (result_beat == LAST));
        end
        // Only a waiting configuration write holds back the next warp.
        assert (accepted == (request_valid & ~stopped & (beat != 0 | ~config_valid)));
    end

    // Invariant: the queue equals the contents of the port and the stages, the oldest first. Loops
    // around assertions are generate loops: newer versions of Yosys make a latch of a variable that
    // counts under a condition.
    wire beside = is_held & valid[STAGES];
    reg [3:0] held;
    integer stage;
    always @* begin
        held = result_valid + beside;
        for (stage = 0; stage < STAGES; stage = stage + 1) held = held + valid[stage];
    end
    always @* if (started) begin
        assert (beat == next_beat);
        assert (beat <= LAST);
        assert (count == held);
        assert (stopped == is_held);
        assert (result_valid | ~is_held);
        if (beside) begin
            assert (age[1] == DUE);
            assert (tags[STAGES*(WIDTH+5)+:WIDTH+5] == entry[1]);
            assert (last_held == (tags[(STAGES+1)*(WIDTH+5)-1-:5] == LAST));
        end
    end
    genvar e, s;
    for (e = 0; e < DEPTH; e = e + 1) begin : entries
        always @* if (started && e < count) assert (age[e] != 0 && age[e] <= DUE);
        if (e + 1 < DEPTH)
            always @* if (started && e + 1 < count)
                assert (age[e] > age[e+1] || (e == 0 && beside));
        for (s = 0; s < STAGES; s = s + 1) begin : stages
            always @* if (started && e < count && age[e] == s + 1) begin
                assert (valid[s]);
                assert (tags[s*(WIDTH+5)+:WIDTH+5] == entry[e]);
            end
        end
    end
endmodule
