// `uniform`: all live lanes of an access have one space and one address.
//
// The marks of lanes are one bit for the space, the bits that are 1 in the address, and those that are 0.
// Marks of one place have one space, and no bit that is both. Local memory and the constant banks share a
// space, since no warp reaches both. The unit keeps of a warp's earlier beats the spaces, the ones of the first
// that has a live lane, and whether two of their addresses differ: as much as their marks tell. From any
// marks that the registers stand for, a beat makes registers that stand for its marks with them. That
// the marks tell whether all lanes are alike is shown for one more lane, after any lanes.
module uniform_monitor #(
    parameter LANES = 32
) (
    input clock, reset, advance,
    input skid_buffer__load,
    input result_valid, result_access, result_last, uniform,
    input [4:0] result_beat,
    input [LANES-1:0] live_mask, global_mask, shared_mask,
    input [2*LANES-1:0] space,
    input [32*LANES-1:0] address_lo,
    input [17*LANES-1:0] address_hi,
    input [2:0] uniform_place__kept_spaces,
    input [7:0] uniform_place__kept_differs,
    input [31:0] uniform_place__first_hi, uniform_place__first_lo
);
    localparam BEATS = 32 / LANES, MARKS = 3 + 64 + 64, KEPT = 3 + 8 + 64;
    localparam [63:0] ADDRESS = {15'd0, {49{1'b1}}};
    reg started = 0;
    wire [KEPT-1:0] kept = {uniform_place__kept_spaces, uniform_place__kept_differs, uniform_place__first_hi,
                            uniform_place__first_lo};

    function [2:0] space_bit(input [1:0] to);
        space_bit = to == 0 ? 3'b001 : to == 1 ? 3'b010 : 3'b100;
    endfunction
    function [MARKS-1:0] marks(input [1:0] to, input [48:0] address);
        marks = {space_bit(to), 15'd0, address, 15'd0, ~address};
    endfunction
    function one_address(input [MARKS-1:0] all);
        one_address = (all[127:64] & all[63:0]) == 0;
    endfunction
    function one_place(input [MARKS-1:0] all);
        one_place = (all[130:128] == 1 || all[130:128] == 2 || all[130:128] == 4) && one_address(all);
    endfunction
    // Whether the registers stand for the marks: spaces, differs, first in `kept`.
    function stands(input [KEPT-1:0] state, input [MARKS-1:0] all);
        stands = state[74:72] == all[130:128] && (state[74:72] == 0
            ? state[71:64] == 0 && all == 0
            : (all[127:64] | all[63:0]) == ADDRESS && (state[71:64] == 0) == one_address(all)
              && (state[71:64] != 0 || state[63:0] == all[127:64]));
    endfunction

    // The registers before the edge at which the beat came to the port, and any marks that they stand for.
    reg [KEPT-1:0] before;
    wire [MARKS-1:0] earlier = $anyseq;
    reg [MARKS-1:0] all;
    reg moved;
    always @(posedge clock) begin
        before <= kept;
        moved <= advance & skid_buffer__load & ~reset;
    end
    integer lane;
    always @* begin
        all = earlier;
        for (lane = 0; lane < LANES; lane = lane + 1)
            if (live_mask[lane])
                all = all | marks(space[2*lane+:2], {address_hi[17*lane+:17], address_lo[32*lane+:32]});
    end
    always @(posedge clock) begin
        if (reset) started <= 1;
        if (started & moved) begin
            // The claims about the port and about destinations show these.
            assume (result_beat < BEATS);
            for (lane = 0; lane < LANES; lane = lane + 1) begin
                assume (global_mask[lane] == (live_mask[lane] && space[2*lane+:2] == 0));
                assume (shared_mask[lane] == (live_mask[lane] && space[2*lane+:2] == 1));
            end
            if (stands(before, earlier)) begin
                assert (uniform == (result_access & one_place(all)));
                assert (stands(kept, result_valid ? (result_last ? {MARKS{1'b0}} : all) : earlier));
            end
        end
        if ($past(reset)) assert (stands(kept, {MARKS{1'b0}}));
    end

    // One more lane. `some` lane is live, all of those are `alike`; space and address are the first one's.
    function stands_for(input [MARKS-1:0] all, input some, input alike, input [1:0] to, input [48:0] address);
        stands_for = some
            ? (all & marks(to, address)) == marks(to, address) && alike == (all == marks(to, address))
              && alike == one_place(all)
            : alike && all == 0;
    endfunction
    wire [MARKS-1:0] any_marks = $anyseq;
    wire some = $anyseq, alike = $anyseq, live = $anyseq;
    wire [1:0] to = $anyseq, own_to = $anyseq;
    wire [48:0] address = $anyseq, own_address = $anyseq;
    wire own_alike = space_bit(own_to) == space_bit(to) && own_address == address;
    wire is_first = live & ~some;
    always @(posedge clock) begin
        assert (stands_for({MARKS{1'b0}}, 1'b0, 1'b1, to, address));
        if (stands_for(any_marks, some, alike, to, address)) begin
            assert (stands_for(any_marks | (live ? marks(own_to, own_address) : {MARKS{1'b0}}), some | live,
                               alike & (~(live & some) | own_alike), is_first ? own_to : to,
                               is_first ? own_address : address));
            assert ((some & alike) == one_place(any_marks));
        end
    end
endmodule
