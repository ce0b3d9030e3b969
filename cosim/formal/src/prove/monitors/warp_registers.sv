// The registers of a warp whose requests are made. Beats go to the collector, requests leave by the memory
// port. A complete warp is loaded as it was collected if nothing is due, and keeps what its requests do not
// change. A request has the lanes of a line or of a pass, the sectors that lanes of a line touch, and whether
// no lane is left; it goes to the port. All registers hold while the port does. Reset empties the coalescer.
module warp_registers_monitor #(
    parameter LINE = 42
) (
    input clock, reset, take, ready, last, store,
    input [2:0] size,
    input [31:0] global_mask, shared_mask,
    input [1023:0] line, top, word,
    input memory_valid, memory_ready, memory_shared, memory_store, memory_last,
    input [LINE-1:0] memory_line,
    input [3:0] memory_sectors,
    input [31:0] memory_lanes,
    input [4:0] memory_pass,
    input advance, load,
    input collector__reset, collector__take, collector__last, collector__store, collector__unload,
    input [2:0] collector__size,
    input [31:0] collector__global_mask, collector__shared_mask,
    input [1023:0] collector__line, collector__top, collector__word,
    input collector__full, collector__halves, collector__quarters, collector__warp_store,
    input [31:0] collector__global_lanes, collector__shared_lanes, collector__firsts,
    input [127:0] collector__sectors,
    input [1023:0] collector__lines, collector__tops, collector__same_bank, collector__same_word,
    input [31:0] global_waiting, starts, shared_lanes, shared_waiting, picked, fetched_line, fetched_top, same_line,
    input [31:0] same_top, waiting_then, leaders, joined, in_line,
    input pass_due, has_passes, halves, quarters, stores, begins, picked_valid, fetched,
    input matched_store, passes_then, in_pass, joined_valid, joined_last,
    input [1023:0] lines, tops, same_bank, same_word,
    input [127:0] sectors, matched_sectors,
    input [LINE-1:0] matched_line,
    input [4:0] pass, joined_pass,
    input made, made_shared, made_store, made_last,
    input [LINE-1:0] made_line,
    input [3:0] made_sectors,
    input [31:0] made_lanes,
    input [4:0] made_pass,
    input memory_port__reset, memory_port__valid, memory_port__ready, memory_port__shared,
    input memory_port__store, memory_port__last,
    input [LINE-1:0] memory_port__line,
    input [3:0] memory_port__sectors,
    input [31:0] memory_port__lanes,
    input [4:0] memory_port__pass,
    input memory_port__memory_valid, memory_port__memory_ready, memory_port__memory_shared,
    input memory_port__memory_store, memory_port__memory_last,
    input [LINE-1:0] memory_port__memory_line,
    input [3:0] memory_port__memory_sectors,
    input [31:0] memory_port__memory_lanes,
    input [4:0] memory_port__memory_pass
);
    localparam REQUEST = LINE + 45;
    reg started = 0;
    wire is_free = ~(picked_valid | pass_due);

    always @(posedge clock) begin
        assert ({collector__reset, collector__take, collector__last, collector__store, collector__size}
                == {reset, take, last, store, size});
        assert ({collector__global_mask, collector__shared_mask, collector__line, collector__top, collector__word}
                == {global_mask, shared_mask, line, top, word});
        assert ({memory_port__reset, memory_port__memory_ready} == {reset, memory_ready});
        assert ({memory_port__valid, memory_port__shared, memory_port__store, memory_port__last}
                == {made, made_shared, made_store, made_last});
        assert ({memory_port__line, memory_port__sectors, memory_port__lanes, memory_port__pass}
                == {made_line, made_sectors, made_lanes, made_pass});
        assert ({memory_valid, memory_shared, memory_store, memory_last}
                == {memory_port__memory_valid, memory_port__memory_shared, memory_port__memory_store,
                    memory_port__memory_last});
        assert ({memory_line, memory_sectors, memory_lanes, memory_pass}
                == {memory_port__memory_line, memory_port__memory_sectors, memory_port__memory_lanes,
                    memory_port__memory_pass});
        assert (advance == memory_port__ready);
        assert (load == (collector__full & advance & is_free));
        assert (collector__unload == load);
        assert (ready == (load | ~collector__full));
    end

    // What a request does not change, what it does, and what it is.
    wire [4259:0] warp = {shared_lanes, lines, tops, sectors, halves, quarters, stores, has_passes, same_bank,
                          same_word};
    wire [4259:0] collected = {collector__shared_lanes, collector__lines, collector__tops, collector__sectors,
                               collector__halves, collector__quarters, collector__warp_store,
                               |collector__shared_lanes, collector__same_bank, collector__same_word};
    wire [540:0] turn = {global_waiting, starts, shared_waiting, pass_due, begins, picked, picked_valid,
                         fetched_line, fetched_top, fetched, same_line, same_top, matched_line,
                         matched_sectors, matched_store, waiting_then, passes_then, leaders, in_pass, pass,
                         joined, joined_valid, joined_last, joined_pass};
    wire [REQUEST-1:0] request = {made, made_shared, made_store, made_last, made_line, made_sectors, made_lanes,
                                  made_pass};

    wire is_last = joined_valid ? joined_last : ~(passes_then | |(waiting_then & ~in_line));
    wire [3:0] touched = {|(in_line & matched_sectors[96+:32]), |(in_line & matched_sectors[64+:32]),
                          |(in_line & matched_sectors[32+:32]), |(in_line & matched_sectors[0+:32])};
    wire [REQUEST-1:0] next_request = {joined_valid | |in_line, joined_valid, matched_store, is_last, matched_line,
                                touched, in_line | joined, joined_pass};

    always @(posedge clock) begin
        if (reset) started <= 1;
        if (started) begin
            assert (warp == $past(load ? collected : warp));
            if ($past(load & ~reset))
                assert ({global_waiting, shared_waiting, pass}
                        == {$past({collector__global_lanes, collector__firsts}), 5'd0});
            if ($past(~advance & ~reset)) assert ({turn, request} == $past({turn, request}));
            if ($past(advance & ~reset)) assert (request == $past(next_request));
            if ($past(reset)) begin
                assert (is_free & ~fetched & ~in_pass & ~joined_valid & ~made);
                assert ({leaders, in_line, joined, made_lanes, global_waiting, shared_waiting} == 0);
            end
        end
    end
endmodule
