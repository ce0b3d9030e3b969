// The memory port. It takes the older of the held and the incoming request if it is empty or its request is
// taken, else the incoming one is held. No request comes in while one is held. Data without a request is 0,
// and so is the line of a pass, and the pass of a line. Reset drops both requests.
module memory_port_monitor #(
    parameter LINE = 42
) (
    input clock, reset, valid, ready, shared, store, last,
    input [LINE-1:0] line,
    input [3:0] sectors,
    input [31:0] lanes,
    input [4:0] pass,
    input memory_valid, memory_ready, memory_shared, memory_store, memory_last,
    input [LINE-1:0] memory_line,
    input [3:0] memory_sectors,
    input [31:0] memory_lanes,
    input [4:0] memory_pass,
    input skid_buffer__held_valid, shared_held, store_held, last_held,
    input [LINE-1:0] line_held,
    input [3:0] sectors_held,
    input [31:0] lanes_held,
    input [4:0] pass_held
);
    localparam WIDTH = LINE + 44;
    reg started = 0;
    wire [WIDTH-1:0] request = valid
        ? {shared, store, last, shared ? {LINE{1'b0}} : line, sectors, lanes, shared ? pass : 5'd0} : {WIDTH{1'b0}};
    wire [WIDTH-1:0] held = {shared_held, store_held, last_held, line_held, sectors_held, lanes_held, pass_held};
    wire [WIDTH-1:0] port = {memory_shared, memory_store, memory_last, memory_line, memory_sectors, memory_lanes,
                        memory_pass};
    wire held_valid = skid_buffer__held_valid, load = memory_ready | ~memory_valid;

    always @(posedge clock) begin
        // A request that serves no lane is none.
        assume (valid | {sectors, lanes} == 0);
        if (reset) started <= 1;
        if (started) begin
            assert (ready == $past(reset | load));
            assert ({held_valid, held} == $past(ready ? {valid, request} : {held_valid, held}));
            assert ({memory_valid, port} == $past(reset ? {WIDTH+1{1'b0}} : ~load ? {memory_valid, port}
                                                  : ready ? {valid, request} : {held_valid, held}));
        end
    end
endmodule
