// SPDX-License-Identifier: MIT OR Apache-2.0
// Each function as it is meant to be called.

#include "agu.h"
#include "check.h"

static void words(void) {
    agu_error error;
    uint64_t word;
    EQUAL(agu_assemble(AGU_MAXWELL, "LEA R6, R2, R4, 0x3", &word, &error), AGU_OK);
    char text[64];
    size_t length;
    EQUAL(agu_disassemble(AGU_MAXWELL, word, text, sizeof text, &length, &error), AGU_OK);
    HOLDS(text, "LEA R6, R2, R4, 0x3");
    EQUAL(length, strlen(text));
    agu_control_record record;
    EQUAL(agu_decode(AGU_MAXWELL, word, &record, &error), AGU_OK);
    EQUAL(record.destination, 6);
    EQUAL(record.scale, 3);
    EQUAL(record.illegal, 0);
    EQUAL(agu_decode(AGU_MAXWELL, 0, &record, &error), AGU_ERROR_ILLEGAL);
    EQUAL(record.illegal, 1);
    EQUAL(agu_assemble(AGU_MAXWELL, "LEA R6, R2, R4, 0x33", &word, &error), AGU_ERROR_TEXT);
    HOLDS(error.message, "column 17");
    EQUAL(error.status, AGU_ERROR_TEXT);
}

static void lanes(void) {
    agu_lea lea = {.base = 0xfffffff0u, .offset = 4, .scale = 3};
    agu_lea_result sum;
    EQUAL(agu_lea_lane(NULL, &lea, &sum, NULL), AGU_OK);
    EQUAL(sum.sum, 0x10);
    EQUAL(sum.carry, 1);
    EQUAL(sum.zero, 0);

    agu_config config;
    EQUAL(agu_config_default(&config), AGU_OK);
    agu_access access = {.access_space = 0, .access_size = 4, .base = config.shared_base + 0x14,
                         .steer_by_window = 1};
    agu_lane_address address;
    EQUAL(agu_access_lane(&config, &access, &address, NULL), AGU_OK);
    EQUAL(address.address, 0x14);
    EQUAL(address.space, 1);
    EQUAL(address.byte_enable, 0xf0);
    EQUAL(address.fault, 0);
    config.shared_size = 0x10;
    EQUAL(agu_access_lane(&config, &access, &address, NULL), AGU_OK);
    EQUAL(address.fault, 2);

    EQUAL(agu_addr_add_lane(1, 0xfffe, 1, 0), 3);
    EQUAL(agu_addr_add_lane(1, 2, 0, 1), 0xffff);
}

static void warp(void) {
    agu_inputs request;
    EQUAL(agu_request_default(&request), AGU_OK);
    request.access = 1;
    request.access_space = 1;
    request.access_size = 4;
    request.address_register = 2;
    for (unsigned lane = 0; lane < 32; lane++) request.base_lo[lane] = 0x1000 + 8 * lane;
    agu_outputs result;
    EQUAL(agu_execute(NULL, &request, &result, NULL), AGU_OK);
    EQUAL(result.live_mask, 0xffffffff);
    EQUAL(result.address_lo[31], 0x10f8);
    agu_outputs requests[32];
    size_t count;
    EQUAL(agu_memory_requests(NULL, &request, requests, 32, &count, NULL), AGU_OK);
    EQUAL(count, 2);
    EQUAL(requests[1].memory_line, 0x1080 / 128);
    EQUAL(requests[1].memory_lanes, 0xffff0000);
    EQUAL(requests[1].memory_last, 1);
    EQUAL(agu_memory_requests(NULL, &request, requests, 1, &count, NULL), AGU_ERROR_SIZE);
    EQUAL(count, 2);
    EQUAL(requests[0].memory_line, 0x1000 / 128);
}

static void program(void) {
    agu_error error;
    agu_program *program;
    const char *source = "LEA R6, R2, R4, 0x3\n\nLDS R8, [R6+0xaf80]\n";
    const char *init = "[registers]\nR2 = { base = 0, step = 1 }\n";
    EQUAL(agu_program_open(AGU_MAXWELL, source, init, &program, &error), AGU_OK);
    uint32_t words[32];
    for (unsigned lane = 0; lane < 32; lane++) words[lane] = 0x1000;
    EQUAL(agu_program_set_register(program, 4, words, 0xffffffff, &error), AGU_OK);
    agu_step step;
    EQUAL(agu_program_step(program, &step, &error), AGU_OK);
    EQUAL(step.line, 1);
    EQUAL(step.execute_mask, 0xffffffff);
    EQUAL(agu_program_register(program, 6, words, &error), AGU_OK);
    EQUAL(words[5], 0x1028);
    EQUAL(agu_program_step(program, &step, &error), AGU_OK);
    EQUAL(step.line, 3);
    EQUAL(step.faults, 16);
    agu_fault fault;
    EQUAL(agu_program_fault(program, 0, &fault, &error), AGU_OK);
    EQUAL(fault.instruction, 1);
    EQUAL(fault.lane, 16);
    EQUAL(fault.kind, 2);
    EQUAL(fault.space, 1);
    EQUAL(fault.address, 0xc000);
    EQUAL(agu_program_fault(program, 16, &fault, &error), AGU_END);
    EQUAL(agu_program_step(program, &step, &error), AGU_END);
    uint32_t predicate;
    EQUAL(agu_program_predicate(program, 7, &predicate, &error), AGU_OK);
    EQUAL(predicate, 0xffffffff);
    uint8_t bytes[4] = {1, 1, 1, 1};
    EQUAL(agu_program_memory(program, 0, 0, 0x1000, bytes, 4, &error), AGU_OK);
    EQUAL(bytes[3], 0);
    EQUAL(agu_program_close(program), AGU_OK);

    EQUAL(agu_program_open(AGU_MAXWELL, "LEA R6, R2, R4, 0x3\nLEB", NULL, &program, &error),
          AGU_ERROR_TEXT);
    HOLDS(error.message, "source:2:1: ");
    EQUAL(program, 0);
    EQUAL(agu_program_open(AGU_MAXWELL, "", "activ = 1", &program, &error), AGU_ERROR_TEXT);
    HOLDS(error.message, "init:1:1: ");
}

static void scoreboard(void) {
    agu_error error;
    agu_scoreboard *board;
    EQUAL(agu_scoreboard_open(32, 1, &board, &error), AGU_OK);
    agu_config config;
    agu_config_default(&config);
    config.global_limit = 0x2000;
    EQUAL(agu_scoreboard_configure(board, &config, &error), AGU_OK);
    agu_inputs request;
    agu_request_default(&request);
    request.destination = 7;
    agu_outputs first, second;
    request.base_lo[9] = 5;
    EQUAL(agu_scoreboard_request(board, 0xabc, &request, &error), AGU_OK);
    EQUAL(agu_execute(&config, &request, &first, NULL), AGU_OK);
    request.base_lo[9] = 6;
    EQUAL(agu_scoreboard_request(board, 0xdef, &request, &error), AGU_OK);
    EQUAL(agu_execute(&config, &request, &second, NULL), AGU_OK);
    uint64_t results[2] = {0}, memory[2] = {0};
    size_t result_count, memory_count;
    EQUAL(agu_scoreboard_outstanding(board, results, memory, 2, &result_count, &memory_count,
                                     &error), AGU_OK);
    EQUAL(result_count, 2);
    EQUAL(memory_count, 0);
    EQUAL(results[1], 0xdef);
    EQUAL(agu_scoreboard_result_of(board, 0xdef, &second, &error), AGU_OK);
    EQUAL(agu_scoreboard_difference(board, NULL, &error), AGU_OK);
    EQUAL(strlen(agu_scoreboard_text(board)), 0);
    first.sum_lo[9] ^= 1;
    EQUAL(agu_scoreboard_result(board, &first, &error), AGU_DIFFERENT);
    agu_difference difference;
    EQUAL(agu_scoreboard_difference(board, &difference, &error), AGU_DIFFERENT);
    EQUAL(difference.tag, 0xabc);
    EQUAL(difference.lane, 9);
    EQUAL(difference.expected, 5);
    EQUAL(difference.got, 4);
    EQUAL(strcmp(difference.signal, "sum_lo"), 0);
    HOLDS(agu_scoreboard_text(board),
          "tag 0xabc, instruction 0, lane 9, sum_lo: expected 0x5, got 0x4");
    EQUAL(agu_scoreboard_outstanding(board, NULL, NULL, 0, &result_count, &memory_count, &error),
          AGU_OK);
    EQUAL(result_count, 0);
    EQUAL(agu_scoreboard_close(board), AGU_OK);
}

int main(void) {
    HOLDS(agu_version(), ".");
    words();
    lanes();
    warp();
    program();
    scoreboard();
    return 0;
}
