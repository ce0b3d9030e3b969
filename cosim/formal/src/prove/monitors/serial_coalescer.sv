// Connections between the parts of the coalescer of one lane, and the number of warps in them. Each input
// of a part comes from its source. A lane passes together with the slot of its warp. No more warps are
// taken than there is room for. A request that was read reaches the port's input at its next advance,
// with no lanes if there is none. Reset empties the coalescer.
module serial_coalescer_monitor #(
    parameter LINE = 42
) (
    input clock, reset, take, ready, last, store, global_mask, shared_mask,
    input [2:0] size,
    input [31:0] line, top, word,
    input memory_valid, memory_ready, memory_shared, memory_store, memory_last,
    input [LINE-1:0] memory_line,
    input [3:0] memory_sectors,
    input [31:0] memory_lanes,
    input [4:0] memory_pass,
    input [3:0] came,
    input [2:0] taken,
    input made, made_shared, made_store, made_last,
    input [LINE-1:0] made_line,
    input [3:0] made_sectors,
    input [31:0] made_lanes,
    input [4:0] made_pass,
    input lane_keys__reset, lane_keys__take, lane_keys__lane_valid,
    input [31:0] lane_keys__line, lane_keys__top, lane_keys__word,
    input [8:0] lane_keys__tag, lane_keys__lane_tag,
    input [LINE-1:0] lane_keys__lane_key,
    input [30:0] lane_keys__same, lane_keys__candidates,
    input request_number__reset, request_number__valid, request_number__lane_valid, request_number__lane_first,
    input [8:0] request_number__tag, request_number__lane_tag,
    input [LINE-1:0] request_number__key, request_number__lane_key,
    input [30:0] request_number__same, request_number__candidates,
    input [4:0] request_number__number,
    input request_store__reset, request_store__valid, request_store__first, request_store__read,
    input request_store__whole, request_store__stores,
    input [8:0] request_store__tag,
    input [LINE-1:0] request_store__key, request_store__read_line,
    input [4:0] request_store__number,
    input [6:0] request_store__read_address,
    input [5:0] request_store__lines, request_store__passes,
    input [31:0] request_store__read_lanes,
    input [3:0] request_store__read_sectors,
    input request_reader__reset, request_reader__whole, request_reader__stores, request_reader__advance,
    input request_reader__valid, request_reader__shared, request_reader__store, request_reader__last,
    input [5:0] request_reader__lines, request_reader__passes,
    input [6:0] request_reader__address,
    input [2:0] request_reader__finished,
    input [4:0] request_reader__pass,
    input memory_port__reset, memory_port__valid, memory_port__ready, memory_port__memory_ready,
    input memory_port__memory_valid, memory_port__memory_shared, memory_port__memory_last,
    input memory_port__shared, memory_port__store, memory_port__last, memory_port__memory_store,
    input [LINE-1:0] memory_port__line, memory_port__memory_line,
    input [3:0] memory_port__sectors, memory_port__memory_sectors,
    input [31:0] memory_port__lanes, memory_port__memory_lanes,
    input [4:0] memory_port__pass, memory_port__memory_pass
);
    localparam SLOTS = 4;
    reg started = 0;

    // Groups of 16 lanes have two words a lane, of 8 lanes four.
    wire begins_group = size >= 5 & came == 0 | size >= 6 & came[2:0] == 0;
    wire [8:0] tag = {begins_group, taken[1:0], word[4:3], store, last, shared_mask, global_mask};
    wire [2:0] waiting = taken - request_reader__finished;
    wire request = request_reader__valid & ~reset;

    always @(posedge clock) begin
        assert ({lane_keys__reset, lane_keys__take, lane_keys__line, lane_keys__top, lane_keys__word}
                == {reset, take, line, top, word});
        assert (lane_keys__tag == tag);
        assert ({request_number__reset, request_number__valid, request_number__tag, request_number__key}
                == {reset, lane_keys__lane_valid, lane_keys__lane_tag, lane_keys__lane_key});
        assert ({request_number__same, request_number__candidates}
                == {lane_keys__same, lane_keys__candidates});
        assert ({request_store__reset, request_store__valid, request_store__tag, request_store__key}
                == {reset, request_number__lane_valid, request_number__lane_tag, request_number__lane_key});
        assert ({request_store__first, request_store__number}
                == {request_number__lane_first, request_number__number});
        assert ({request_store__read, request_store__read_address}
                == {memory_port__ready, request_reader__address});
        assert ({request_reader__reset, request_reader__whole, request_reader__advance}
                == {reset, request_store__whole, memory_port__ready});
        assert ({request_reader__lines, request_reader__passes, request_reader__stores}
                == {request_store__lines, request_store__passes, request_store__stores});
        assert ({memory_port__reset, memory_port__memory_ready} == {reset, memory_ready});
        assert ({memory_port__valid, memory_port__shared, memory_port__store, memory_port__line}
                == {made, made_shared, made_store, made_line});
        assert ({memory_port__sectors, memory_port__lanes, memory_port__pass, memory_port__last}
                == {made_sectors, made_lanes, made_pass, made_last});
        assert ({memory_valid, memory_shared, memory_store, memory_line}
                == {memory_port__memory_valid, memory_port__memory_shared, memory_port__memory_store,
                    memory_port__memory_line});
        assert ({memory_sectors, memory_lanes, memory_pass, memory_last}
                == {memory_port__memory_sectors, memory_port__memory_lanes, memory_port__memory_pass,
                    memory_port__memory_last});
        assert (ready == (waiting != SLOTS));
    end

    always @(posedge clock) begin
        if (reset) started <= 1;
        if (started) begin
            assert (came == ($past(reset) ? 4'd0 : $past(came) + {3'd0, $past(take)}));
            assert (taken == ($past(reset) ? 3'd0 : $past(taken) + {2'd0, $past(take & last)}));
            if ($past(reset | memory_port__ready)) begin
                assert ({made, made_lanes, made_sectors}
                        == ($past(request) ? $past({1'b1, request_store__read_lanes, request_store__read_sectors}) : 0));
                assert ({made_shared, made_store, made_pass, made_last}
                        == $past({request_reader__shared, request_reader__store, request_reader__pass,
                                  request_reader__last}));
                assert (made_line == $past(request_store__read_line));
            end else
                assert ({made, made_shared, made_store, made_line, made_sectors, made_lanes, made_pass, made_last}
                        == $past({made, made_shared, made_store, made_line, made_sectors, made_lanes, made_pass,
                                  made_last}));
        end
    end
endmodule
