// `fault_valid` and `fault_lane`: whether a lane of the warp up to this beat faults, and the lowest such
// lane. Registers have those of the beats that left before.
module first_fault_monitor #(
    parameter LANES = 32
) (
    input clock, reset, advance,
    input skid_buffer__load,
    input result_valid, result_access,
    input [4:0] result_beat,
    input [LANES-1:0] fault_mask,
    input fault_valid,
    input [4:0] fault_lane,
    input first_fault__kept_valid,
    input [4:0] first_fault__kept_lane
);
    localparam BEATS = 32 / LANES;
    reg started = 0;
    wire kept = first_fault__kept_valid;
    wire [4:0] kept_lane = first_fault__kept_lane;

    // The registers before the edge at which the beat came to the port.
    reg before, moved;
    reg [4:0] before_lane;
    always @(posedge clock) begin
        before <= kept;
        before_lane <= kept_lane;
        moved <= advance & skid_buffer__load & ~reset;
    end

    wire is_known = before & result_beat != 0;
    wire found = is_known | fault_mask != 0;
    reg [4:0] lowest;
    integer lane;
    always @* begin
        lowest = before_lane;
        if (~is_known)
            for (lane = LANES - 1; lane >= 0; lane = lane - 1)
                if (fault_mask[lane]) lowest = LANES * result_beat + lane;
    end

    always @(posedge clock) begin
        if (reset) started <= 1;
        if (started & moved) begin
            // The claim is about beats of a warp; the claims about the port show that there are no others.
            assume (result_beat < BEATS);
            assert (fault_valid == (result_access & found));
            assert (fault_lane == (fault_valid ? lowest : 5'd0));
            assert (kept == (result_valid ? found : before));
            if (kept) assert (kept_lane == (result_valid ? lowest : before_lane));
        end
    end
endmodule
