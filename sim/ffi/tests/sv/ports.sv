// Requests of another coalescer: warps of four lanes, lines of 16 bytes, passes over four banks.
module ports;
    import agu_pkg::*;

    Agu_scoreboard board;
    agu_request_t beat;
    agu_memory_port_t port;
    agu_port_request_t request;

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
        $finish;
    end
endmodule
