// Where the accesses of live lanes go, as the coalescer and `uniform` get it. No lane goes to both global and
// shared memory; line, top and word are those of the address.
module destination_monitor #(
    parameter LANES = 32
) (
    input clock, reset, advance,
    input skid_buffer__load,
    input [LANES-1:0] live_mask, global_mask, shared_mask,
    input [2*LANES-1:0] space,
    input [32*LANES-1:0] address_lo, line, top, word,
    input [17*LANES-1:0] address_hi
);
    reg started = 0;
    reg [1:0] moved;
    always @(posedge clock) moved <= {moved[0], advance & skid_buffer__load};

    // Any lane.
    wire [4:0] lane = $anyseq;
    wire live = live_mask[lane], to_global = global_mask[lane], to_shared = shared_mask[lane];
    wire [1:0] to = space[2*lane+:2];
    wire [48:0] address = {address_hi[17*lane+:17], address_lo[32*lane+:32]};

    always @(posedge clock) begin
        if (reset) started <= 1;
        if (started & moved == 2'b11 & lane < LANES) begin
            assert (to_global == (live & to == 0));
            assert (to_shared == (live & to == 1));
            if (to_global | to_shared) begin
                assert (line[32*lane+:32] == address[38:7]);
                assert (top[32*lane+:32] == {22'd0, address[48:39]});
                assert (word[32*lane+:32] == {10'd0, address[23:2]});
            end
        end
    end
endmodule
