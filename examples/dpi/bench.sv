// SPDX-License-Identifier: MIT OR Apache-2.0
// A SystemVerilog bench of agu_unit8: random LEAs and loads, the result and memory ports stalled
// now and then, and agu_pkg's scoreboard told what the unit takes and gives.

module bench;
    import agu_pkg::*;

    localparam int unsigned LANES = 8;
    localparam int unsigned BEATS = 32 / LANES;

    bit clock, reset = 1'b1;
    always #5 clock = !clock;

    // Inputs of the unit: a beat of the package's structure, and the handshakes.
    agu_request_t beat;
    bit request_valid, result_ready, memory_ready;
    wire request_ready, config_ready;

    // Outputs: the structures again, of which the unit drives the lowest lanes.
    wire result_valid, memory_valid;
    wire [LANES-1:0] rd_write, predicate_write, cc_write, execute_mask;
    wire [LANES-1:0] live_mask, shared_mask, fault_mask, misaligned_mask;
    wire [32*LANES-1:0] sum_lo, sum_hi, address_lo;
    wire [17*LANES-1:0] address_hi;
    wire [8*LANES-1:0] lock_index;
    wire [16*LANES-1:0] byte_enable;
    wire [4*LANES-1:0] cc;
    wire [2*LANES-1:0] space, fault;
    agu_result_t result;
    agu_memory_request_t memory_request;

    wire [4:0] result_beat, result_element, fault_lane;
    wire [2:0] result_size, result_predicate;
    wire [15:0] result_destination;
    wire result_last, result_access, result_address_add, result_store, uniform, fault_valid;
    wire memory_shared, memory_store, memory_last;
    wire [41:0] memory_line;
    wire [3:0] memory_sectors;
    wire [31:0] memory_lanes;
    wire [4:0] memory_pass;

    agu_unit #(.LANES(LANES)) dut (
        .config_valid(1'b0), .config_address(6'd0), .config_data(64'd0),
        .access(beat.access), .volta(beat.volta), .extended(beat.extended),
        .lane_mask(beat.lane_mask), .destination(beat.destination), .high(beat.high),
        .negate(beat.negate), .negate_base(beat.negate_base), .scale(beat.scale),
        .write_cc(beat.write_cc), .predicate(beat.predicate), .store(beat.store),
        .access_space(beat.access_space), .access_size(beat.access_size),
        .address_register(beat.address_register), .base_word(beat.base_word),
        .uniform_added(beat.uniform_added), .uniform_base(beat.uniform_base),
        .immediate(beat.immediate),
        .immediate_kind(beat.immediate_kind), .bank(beat.bank),
        .steer_by_window(beat.steer_by_window), .address_add(beat.address_add),
        .absolute(beat.absolute), .exec_size(beat.exec_size),
        .channel_mask(beat.channel_mask), .execution_mask(beat.execution_mask),
        .element(beat.element), .active_mask(beat.active_mask[LANES-1:0]),
        .guard_mask(beat.guard_mask[LANES-1:0]), .helper_mask(beat.helper_mask[LANES-1:0]),
        .steering_mask(beat.steering_mask[LANES-1:0]), .carry_in(beat.carry_in[LANES-1:0]),
        .overflow_in(beat.overflow_in[LANES-1:0]), .base_lo(beat.base_lo[32*LANES-1:0]),
        .base_hi(beat.base_hi[32*LANES-1:0]), .offset_lo(beat.offset_lo[32*LANES-1:0]),
        .offset_hi(beat.offset_hi[32*LANES-1:0]), .*
    );

    // Both sides of the structures have the same names, so that nothing can be mixed up.
    always_comb begin
        result = '{
            result_beat: result_beat, result_last: result_last, result_access: result_access,
            result_address_add: result_address_add, result_store: result_store,
            result_size: result_size, result_predicate: result_predicate,
            result_destination: result_destination, result_element: result_element,
            rd_write: 32'(rd_write), predicate_write: 32'(predicate_write),
            cc_write: 32'(cc_write), execute_mask: 32'(execute_mask),
            live_mask: 32'(live_mask), shared_mask: 32'(shared_mask),
            fault_mask: 32'(fault_mask), misaligned_mask: 32'(misaligned_mask),
            uniform: uniform, fault_valid: fault_valid, fault_lane: fault_lane,
            sum_lo: 1024'(sum_lo), sum_hi: 1024'(sum_hi), cc: 128'(cc),
            address_lo: 1024'(address_lo), address_hi: 544'(address_hi),
            byte_enable: 512'(byte_enable), space: 64'(space), fault: 64'(fault),
            lock_index: 256'(lock_index)
        };
        memory_request = '{
            memory_shared: memory_shared, memory_store: memory_store, memory_line: memory_line,
            memory_sectors: memory_sectors, memory_lanes: memory_lanes,
            memory_pass: memory_pass, memory_last: memory_last
        };
    end

    // An LEA, or a load of four bytes whose lanes are near each other; of parts from Volta on an LEA
    // with a negated base, and a load that adds uniform registers.
    function automatic agu_request_t random_beat(bit access, bit volta);
        agu_request_t made = '0;
        bit [31:0] base = $urandom();
        made.lane_mask = 4'hf;
        made.destination = 16'd7;
        made.predicate = 3'd7;
        made.steer_by_window = 1'b1;
        made.execution_mask = '1;
        made.active_mask = '1;
        made.guard_mask = '1;
        made.steering_mask = '1;
        made.access = access;
        made.volta = volta;
        if (access) begin
            {made.extended, made.base_word, made.uniform_added} = {3{volta}};
            made.uniform_base = 64'h80_0000_1000;
            made.access_space = 3'd1;
            made.access_size = 3'd4;
            made.address_register = 8'd2;
        end else begin
            made.negate_base = volta;
            made.scale = 5'($urandom());
            made.write_cc = 1'($urandom());
        end
        for (int unsigned lane = 0; lane < LANES; lane++) begin
            made.base_lo[32*lane +: 32] = access ? base + 4 * ($urandom() % 64) : $urandom();
            made.offset_lo[32*lane +: 32] = $urandom();
        end
        return made;
    endfunction

    Agu_scoreboard board;
    int unsigned warps = 2000, taken, warp, given, quiet, cycles;
    bit access, volta;

    task automatic finish();
        if (board.errors != 0) begin
            $display("%s", board.message);
            $fatal(1);
        end
        if (given != BEATS * warps) begin
            $display("%0d beats of results, expected %0d", given, BEATS * warps);
            $fatal(1);
        end
        if (board.outstanding() != 0) begin
            $display("%0d requests have not left the unit", board.outstanding());
            $fatal(1);
        end
        board.close();
        $display("%0d beats in %0d cycles, 0 differences", given, cycles);
        $finish;
    endtask

    initial begin
        board = new(LANES);
        beat = random_beat(1'b0, 1'b0);
        repeat (2) @(negedge clock);
        reset = 1'b0;
    end

    // What is valid and ready at the rising edge is taken; inputs change at the falling one.
    bit took;

    always @(posedge clock) begin
        took = !reset && request_valid && request_ready;
        if (!reset) begin
            cycles = cycles + 1;
            quiet = quiet + 1;
            warp = taken / BEATS;
            if (took) void'(board.request(64'(warp), beat));
            if (result_valid && result_ready) begin
                void'(board.result(result));
                given = given + 1;
            end
            if (memory_valid && memory_ready) void'(board.memory(memory_request));
            if (took || result_valid || memory_valid) quiet = 0;
            if (board.errors != 0 || quiet > 200) finish();
        end
    end

    always @(negedge clock) begin
        if (took) begin
            taken = taken + 1;
            if (taken % BEATS == 0) {access, volta} = 2'($urandom());
            beat = random_beat(access, volta);
        end
        request_valid = !reset && taken < BEATS * warps && $urandom() % 4 != 0;
        result_ready = $urandom() % 4 != 0;
        memory_ready = $urandom() % 4 != 0;
    end
endmodule
