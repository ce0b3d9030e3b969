// Requests of another coalescer: warps of four lanes, lines of 16 bytes, passes over four banks.
module ports;
    import agu_pkg::*;

    Agu_scoreboard board;
    agu_request_t beat;
    agu_memory_port_t port;
    agu_port_request_t request;

    // Whether the scoreboard of a port finds an error in one of three requests of a warp: stores of one word by
    // each lane but the highest, then by that one; loads that repeat; loads in two parts.
    function automatic bit differs(agu_memory_port_t port, int steps);
        agu_port_request_t leaving = '0;
        agu_request_t warp = beat;
        Agu_scoreboard own = new(4, 0, 4);
        void'(own.add_port(port));
        warp.store = steps == 0;
        for (int lane = 0; lane < 4; lane++) warp.base_lo[32*lane +: 32] = 32'h1000 + (steps == 0 ? 0 : 4 * lane);
        void'(own.request(0, warp));
        leaving.address = 64'h1000;
        leaving.store = steps == 0;
        leaving.mask = steps == 0 ? 1 : steps == 1 ? 15 : 3;
        leaving.lanes = steps == 0 ? 7 : steps == 1 ? 15 : 3;
        void'(own.port_request(0, leaving));
        leaving.mask = steps == 2 ? 12 : leaving.mask;
        leaving.lanes = steps == 0 ? 8 : steps == 1 ? 15 : 12;
        void'(own.port_request(0, leaving));
        differs = own.errors != 0;
        own.close();
    endfunction

    initial begin
        board = new(4, 0, 4);
        port = '{line_bytes: 16, mask_bytes: 4, has_lanes: 1, has_store: 1, default: 0};
        void'(board.add_port(port));
        port = '{space: 1, banks: 4, bank_bytes: 4, has_lanes: 1, default: 0};
        void'(board.add_port(port));
        beat = '0;
        beat.access = 1;
        beat.access_space = 1;
        beat.access_size = 4;
        beat.address_register = 2;
        beat.lane_mask = 15;
        beat.steer_by_window = 1;
        beat.active_mask = '1;
        beat.guard_mask = '1;
        for (int lane = 0; lane < 4; lane++) beat.base_lo[32*lane +: 32] = 32'h1000 + 8 * lane;
        void'(board.request(7, beat));
        beat.access_space = 2;
        void'(board.request(8, beat));
        request = '0;
        request.lanes = 12;
        void'(board.port_request(1, request));
        void'(board.port_request(0, {64'h1010, 256'd5, 32'd12, 2'b00}));
        request.mask = 5;
        request.address = 64'h1000;
        request.lanes = 3;
        void'(board.port_request(0, request));
        $display("%0d errors, %0d outstanding", board.errors, board.outstanding());
        request.lanes = 5;
        void'(board.port_request(1, request));
        void'(board.port_request(2, request));
        void'(board.add_port(port));
        $display("%0d errors, %s", board.errors, board.message);
        beat.access_space = 1;
        for (int allowed = 0; allowed < 4; allowed++) begin
            port = '{line_bytes: 16, mask_bytes: 4, has_lanes: 1, has_store: 1, default: 0};
            port.repeats = allowed == 1;
            port.store_order = allowed == 2;
            port.at_most = allowed == 3 ? 1 : 0;
            $display("allowed %0d: %b%b%b", allowed, differs(port, 0), differs(port, 1), differs(port, 2));
        end
        $finish;
    end
endmodule
