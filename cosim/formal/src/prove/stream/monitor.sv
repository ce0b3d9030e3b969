// Stands beside the ports of the warp unit and keeps a queue of the requests that were
// accepted. Every result is the head of the queue, and stands at the port when it is due:
// nothing is lost, doubled or reordered, however either side stalls. And every request is
// accepted as soon as the unit moves on.
//
// The queue's entries count the cycles that moved on since they were accepted, their age;
// an entry is due when its age is the latency.
module stream_monitor #(
    parameter BEATS = 1,  // of a warp
    parameter STAGES = 6,
    parameter WIDTH = 30
) (
    input clock,
    input reset,
    input config_valid,
    input request_valid,
    input request_ready,
    input [WIDTH-1:0] request,
    input result_valid,
    input result_ready,
    input [4:0] result_beat,
    input result_last,
    input [WIDTH-1:0] result,
    // The unit's own registers, of which the invariant speaks: lowest stage first.
    input [4:0] next_beat,
    input [STAGES-1:0] valid,
    input [STAGES*(WIDTH+5)-1:0] tags
);
    localparam LAST = BEATS - 1;
    wire accepted = request_valid & request_ready;
    wire leaves = result_valid & result_ready;
    wire moves = result_ready | ~result_valid;

    // A shift register whose head is entry 0.
    reg [2:0] count;
    reg [4:0] beat;
    reg [WIDTH+4:0] entry[0:STAGES-1];
    reg [2:0] age[0:STAGES-1];

    reg started = 0;
    always @(posedge clock) if (reset) started <= 1;

    wire [2:0] tail = count - leaves;
    integer i;
    always @(posedge clock) begin
        for (i = 0; i < STAGES; i = i + 1) begin
            if (leaves && i < STAGES - 1) begin
                entry[i] <= entry[i+1];
                age[i] <= age[i+1] + moves;
            end else
                age[i] <= age[i] + moves;
            if (accepted && i == tail) begin
                entry[i] <= {beat, request};
                age[i] <= 1;
            end
        end
        count <= tail + accepted;
        if (accepted) beat <= beat == LAST ? 0 : beat + 1;
        if (reset) begin
            count <= 0;
            beat <= 0;
        end
    end

    wire due = count != 0 && age[0] == STAGES;
    always @* if (started) begin
        assert (result_valid == due);
        if (result_valid) begin
            assert ({result_beat, result} == entry[0]);
            assert (result_last == (result_beat == LAST));
        end
        // A configuration write that waits holds back the next warp, nothing else does.
        assert (accepted == (request_valid & moves & (beat != 0 | ~config_valid)));
    end

    // The invariant: the queue is what the stages hold, the oldest first. Loops around
    // assertions are generated: of a variable that counts under a condition, newer versions
    // of Yosys make a latch.
    reg [2:0] held;
    integer stage;
    always @* begin
        held = 0;
        for (stage = 0; stage < STAGES; stage = stage + 1) held = held + valid[stage];
    end
    always @* if (started) begin
        assert (beat == next_beat);
        assert (beat <= LAST);
        assert (count == held);
    end
    genvar e, s;
    for (e = 0; e < STAGES; e = e + 1) begin : entries
        always @* if (started && e < count) assert (age[e] != 0 && age[e] <= STAGES);
        if (e + 1 < STAGES)
            always @* if (started && e + 1 < count) assert (age[e] > age[e+1]);
        for (s = 0; s < STAGES; s = s + 1) begin : stages
            always @* if (started && e < count && age[e] == s + 1) begin
                assert (valid[s]);
                assert (tags[s*(WIDTH+5)+:WIDTH+5] == entry[e]);
            end
        end
    end
endmodule
