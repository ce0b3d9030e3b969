// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The golden model's scoreboard in a SystemVerilog bench: link libagu, import agu_pkg, tell an
// Agu_scoreboard what the unit takes and what leaves it.
//
// Members of the structures are the unit's ports, those of each lane for 32 lanes. A beat of a unit
// with fewer lanes uses the lowest ones; assigning its narrower ports fills the rest with zeros.
// For Verilator, and written to IEEE 1800-2017.

package agu_pkg;

    // Generated: statuses, instruction sets, and the ports.
    typedef enum int {
        AGU_OK = 0,
        AGU_DIFFERENT = 1,
        AGU_END = 2,
        AGU_ERROR_POINTER = -1,
        AGU_ERROR_HANDLE = -2,
        AGU_ERROR_VALUE = -3,
        AGU_ERROR_TEXT = -4,
        AGU_ERROR_ILLEGAL = -5,
        AGU_ERROR_SIZE = -6,
        AGU_ERROR_TAG = -7,
        AGU_ERROR_NOT_ASKED = -8,
        AGU_ERROR_STATE = -9,
        AGU_ERROR_INTERNAL = -100
    } agu_status;

    typedef enum int unsigned {
        AGU_MAXWELL = 0,
        AGU_FERMI = 1,
        AGU_VISA = 2,
        AGU_SM_70 = 3,
        AGU_SM_75 = 4,
        AGU_SM_80 = 5,
        AGU_SM_86 = 6,
        AGU_SM_87 = 7,
        AGU_SM_88 = 8,
        AGU_SM_89 = 9,
        AGU_SM_90 = 10,
        AGU_SM_100 = 11,
        AGU_SM_101 = 12,
        AGU_SM_103 = 13,
        AGU_SM_110 = 14,
        AGU_SM_120 = 15,
        AGU_SM_121 = 16
    } agu_isa;

    typedef struct packed {
        bit access;
        bit volta;
        bit extended;
        bit [3:0] lane_mask;
        bit [15:0] destination;
        bit high;
        bit negate;
        bit negate_base;
        bit [4:0] scale;
        bit write_cc;
        bit [2:0] predicate;
        bit store;
        bit [2:0] access_space;
        bit [2:0] access_size;
        bit [7:0] address_register;
        bit base_word;
        bit uniform_added;
        bit [63:0] uniform_base;
        bit [31:0] immediate;
        bit [1:0] immediate_kind;
        bit [4:0] bank;
        bit steer_by_window;
        bit address_add;
        bit absolute;
        bit [2:0] exec_size;
        bit [3:0] channel_mask;
        bit [31:0] execution_mask;
        bit [4:0] element;
        bit [31:0] active_mask;
        bit [31:0] guard_mask;
        bit [31:0] helper_mask;
        bit [31:0] steering_mask;
        bit [31:0] carry_in;
        bit [31:0] overflow_in;
        bit [1023:0] base_lo;
        bit [1023:0] base_hi;
        bit [1023:0] offset_lo;
        bit [1023:0] offset_hi;
    } agu_request_t;

    typedef struct packed {
        bit [4:0] result_beat;
        bit result_last;
        bit result_access;
        bit result_address_add;
        bit result_store;
        bit [2:0] result_size;
        bit [2:0] result_predicate;
        bit [15:0] result_destination;
        bit [4:0] result_element;
        bit [31:0] rd_write;
        bit [31:0] predicate_write;
        bit [31:0] cc_write;
        bit [31:0] execute_mask;
        bit [31:0] live_mask;
        bit [31:0] shared_mask;
        bit [31:0] fault_mask;
        bit [31:0] misaligned_mask;
        bit uniform;
        bit fault_valid;
        bit [4:0] fault_lane;
        bit [1023:0] sum_lo;
        bit [1023:0] sum_hi;
        bit [127:0] cc;
        bit [1023:0] address_lo;
        bit [543:0] address_hi;
        bit [511:0] byte_enable;
        bit [63:0] space;
        bit [63:0] fault;
        bit [255:0] lock_index;
    } agu_result_t;

    typedef struct packed {
        bit memory_shared;
        bit memory_store;
        bit [41:0] memory_line;
        bit [3:0] memory_sectors;
        bit [31:0] memory_lanes;
        bit [4:0] memory_pass;
        bit memory_last;
    } agu_memory_request_t;

    // A memory port of another kind, as agu_memory_port in agu.h. Numbers that do not apply are 0.
    typedef struct packed {
        bit [1:0] space;
        bit [8:0] line_bytes;
        bit [5:0] mask_bytes;
        bit [8:0] banks;
        bit [4:0] bank_bytes;
        bit has_store;
        bit has_lanes;
        bit repeats;
        bit store_order;
        bit [31:0] at_most;
    } agu_memory_port_t;

    // A memory request of another coalescer, as agu_port_request in agu.h.
    typedef struct packed {
        bit [63:0] address;
        bit [255:0] mask;
        bit [31:0] lanes;
        bit store;
        bit shared;
    } agu_port_request_t;
    // End of what is generated.

    import "DPI-C" function string agu_version();
    import "DPI-C" function int agu_assemble(
        input int unsigned isa, input string line, output longint unsigned word, input chandle error);
    import "DPI-C" function int agu_assemble_wide(
        input int unsigned isa, input string line, output longint unsigned low, output longint unsigned high,
        input chandle error);
    import "DPI-C" function int agu_scoreboard_open(
        input int unsigned lanes, input byte unsigned has_memory, output chandle scoreboard,
        input chandle error);
    import "DPI-C" function int agu_scoreboard_open_ports(
        input int unsigned lanes, input int unsigned warp_lanes, input chandle ports,
        input longint unsigned count, output chandle scoreboard, input chandle error);
    import "DPI-C" function int agu_scoreboard_add_port_bits(
        input chandle scoreboard, input agu_memory_port_t port, output string message);
    import "DPI-C" function int agu_scoreboard_port_request_bits(
        input chandle scoreboard, input int unsigned port, input agu_port_request_t request,
        output string message);
    import "DPI-C" function int agu_scoreboard_close(input chandle scoreboard);
    import "DPI-C" function int agu_scoreboard_reset(input chandle scoreboard, input chandle error);
    import "DPI-C" function int agu_scoreboard_write(
        input chandle scoreboard, input int unsigned address, input longint unsigned data,
        input chandle error);
    import "DPI-C" function int agu_scoreboard_request_bits(
        input chandle scoreboard, input longint unsigned tag, input agu_request_t request,
        output string message);
    import "DPI-C" function int agu_scoreboard_result_bits(
        input chandle scoreboard, input byte unsigned by_tag, input longint unsigned tag,
        input agu_result_t result, output string message);
    import "DPI-C" function int agu_scoreboard_memory_bits(
        input chandle scoreboard, input agu_memory_request_t request, output string message);
    import "DPI-C" function int agu_scoreboard_outstanding(
        input chandle scoreboard, input chandle results, input chandle memory,
        input longint unsigned capacity, output longint unsigned result_count,
        output longint unsigned memory_count, input chandle error);

    // One unit's scoreboard. Each function returns an agu_status and keeps what is wrong first in
    // `message`; `errors` counts.
    class Agu_scoreboard;
        local chandle handle;
        int unsigned errors;
        string message;

        function new(int unsigned lanes = 32, int unsigned has_memory = 1,
                int unsigned warp_lanes = 32);
            int status;
            if (warp_lanes == 32)
                status = agu_scoreboard_open(lanes, 8'(has_memory), handle, null);
            else
                status = agu_scoreboard_open_ports(lanes, warp_lanes, null, 64'd0, handle, null);
            void'(note(status, "a scoreboard of 1, 2, 4, 8, 16 or 32 lanes was expected"));
        endfunction

        // Adds a memory port of another kind, in place of that of an exported unit, before all else.
        function int add_port(agu_memory_port_t port);
            string text;
            int status = agu_scoreboard_add_port_bits(handle, port, text);
            return note(status, text);
        endfunction

        // A request left the memory port with that number, from 0.
        function int port_request(int unsigned number, agu_port_request_t leaving);
            string text;
            int status = agu_scoreboard_port_request_bits(handle, number, leaving, text);
            return note(status, text);
        endfunction

        // Counts what is wrong.
        local function int note(int status, string text);
            if (status == AGU_OK) return status;
            errors = errors + 1;
            if (message == "") message = text;
            return status;
        endfunction

        // The unit was reset: nothing is outstanding.
        function int reset();
            return note(agu_scoreboard_reset(handle, null), "reset");
        endfunction

        // The unit took a configuration write.
        function int write(bit [5:0] address, bit [63:0] data);
            return note(agu_scoreboard_write(handle, {26'd0, address}, data, null),
                "a configuration write that is refused");
        endfunction

        // The unit took a beat of a request; all beats of a warp have one tag.
        function int request(longint unsigned tag, agu_request_t beat);
            string text;
            int status = agu_scoreboard_request_bits(handle, tag, beat, text);
            return note(status, text);
        endfunction

        // A beat of a result left: the oldest that is to come.
        function int result(agu_result_t beat);
            string text;
            int status = agu_scoreboard_result_bits(handle, 8'd0, 64'd0, beat, text);
            return note(status, text);
        endfunction

        // The same, of the request with that tag: for units whose results leave in any order.
        function int result_of(longint unsigned tag, agu_result_t beat);
            string text;
            int status = agu_scoreboard_result_bits(handle, 8'd1, tag, beat, text);
            return note(status, text);
        endfunction

        // A memory request left.
        function int memory(agu_memory_request_t memory_request);
            string text;
            int status = agu_scoreboard_memory_bits(handle, memory_request, text);
            return note(status, text);
        endfunction

        // Results to come plus memory requests to come: a request with both counts twice.
        function longint unsigned outstanding();
            longint unsigned results, memories;
            int status = agu_scoreboard_outstanding(handle, null, null, 64'd0, results, memories, null);
            if (note(status, "no scoreboard") != AGU_OK) return 64'd0;
            return results + memories;
        endfunction

        // Ends the scoreboard; what comes after is an error.
        function void close();
            void'(note(agu_scoreboard_close(handle), "no scoreboard"));
        endfunction
    endclass

endpackage
