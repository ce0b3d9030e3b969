// SPDX-License-Identifier: MIT OR Apache-2.0
// Calls that are wrong: each is an error, none is undefined behaviour.

#include "agu.h"
#include "check.h"

#define FIRST(type) ((type *)(uintptr_t)1)

int main(void) {
    agu_error error;
    agu_inputs request;
    agu_outputs result;
    agu_outputs memory;
    memset(&result, 0, sizeof result);
    memset(&memory, 0, sizeof memory);
    agu_request_default(&request);

    // Null and crooked pointers, with and without a place for the error.
    EQUAL(agu_config_default(NULL), AGU_ERROR_POINTER);
    EQUAL(agu_request_default(NULL), AGU_ERROR_POINTER);
    EQUAL(agu_execute(NULL, NULL, &result, &error), AGU_ERROR_POINTER);
    HOLDS(error.message, "request");
    EQUAL(agu_execute(NULL, &request, NULL, &error), AGU_ERROR_POINTER);
    EQUAL(agu_execute(NULL, FIRST(agu_inputs), &result, &error), AGU_ERROR_POINTER);
    EQUAL(agu_execute(FIRST(agu_config), &request, &result, &error), AGU_ERROR_POINTER);
    EQUAL(agu_execute(NULL, &request, NULL, FIRST(agu_error)), AGU_ERROR_POINTER);
    EQUAL(agu_assemble(AGU_MAXWELL, NULL, NULL, NULL), AGU_ERROR_POINTER);
    EQUAL(agu_assemble(AGU_MAXWELL, "LEA R6, R2, R4, 0x3", NULL, NULL), AGU_ERROR_POINTER);
    EQUAL(agu_assemble(AGU_MAXWELL, "\xff", NULL, &error), AGU_ERROR_TEXT);
    HOLDS(error.message, "UTF-8");
    EQUAL(agu_assemble(AGU_MAXWELL, "", NULL, &error), AGU_ERROR_TEXT);

    // Values past their range.
    uint64_t word;
    uint64_t high;
    agu_isa isa;
    EQUAL(agu_isa_of("sm_130", &isa, &error), AGU_ERROR_VALUE);
    HOLDS(error.message, "unknown ISA");
    EQUAL(agu_isa_of("sm_90", NULL, &error), AGU_ERROR_POINTER);
    EQUAL(agu_isa_of(NULL, &isa, &error), AGU_ERROR_POINTER);
    EQUAL(agu_assemble(AGU_SM_121 + 1, "LEA R6, R2, R4, 0x3", &word, &error), AGU_ERROR_VALUE);
    HOLDS(error.message, "isa is 17, expected 0 to 16");
    EQUAL(agu_assemble(AGU_SM_90, "LEA R6, R2, R4, 0x3", &word, &error), AGU_ERROR_VALUE);
    HOLDS(error.message, "isa is sm_90 with words of 128 bits, expected maxwell or fermi");
    EQUAL(agu_disassemble(AGU_SM_90, 0, NULL, 0, NULL, &error), AGU_ERROR_VALUE);
    EQUAL(agu_decode(AGU_SM_90, 0, NULL, &error), AGU_ERROR_VALUE);
    EQUAL(agu_assemble_wide(AGU_SM_121 + 1, "", &word, &high, &error), AGU_ERROR_VALUE);
    EQUAL(agu_assemble_wide(AGU_SM_90, "LEA R6, R2, R4, 0x3", &word, NULL, &error), AGU_ERROR_POINTER);
    EQUAL(agu_assemble_wide(AGU_SM_90, "LEA R6, R2, R4, 0x3", NULL, &high, &error), AGU_ERROR_POINTER);
    EQUAL(agu_disassemble_wide(AGU_SM_90, 0, 0, NULL, 0, NULL, &error), AGU_ERROR_ILLEGAL);
    EQUAL(agu_decode_wide(AGU_SM_90, 0, 0, NULL, &error), AGU_ERROR_POINTER);
    EQUAL(agu_assemble(AGU_VISA, "LEA R6, R2, R4, 0x3", &word, &error), AGU_ERROR_TEXT);
    HOLDS(error.message, "visa text cannot be assembled");
    char text[4];
    EQUAL(agu_assemble(AGU_MAXWELL, "LEA R6, R2, R4, 0x3", &word, &error), AGU_OK);
    EQUAL(error.status, AGU_OK);
    EQUAL(error.message[0], 0);
    EQUAL(agu_disassemble(AGU_MAXWELL, word, text, sizeof text, NULL, &error), AGU_ERROR_SIZE);
    EQUAL(agu_disassemble(AGU_MAXWELL, word, NULL, 99, NULL, &error), AGU_ERROR_POINTER);
    EQUAL(agu_disassemble(AGU_MAXWELL, word, text, SIZE_MAX, NULL, &error), AGU_ERROR_POINTER);
    EQUAL(agu_disassemble(AGU_MAXWELL, word, NULL, 0, NULL, &error), AGU_ERROR_SIZE);
    request.scale = 32;
    EQUAL(agu_execute(NULL, &request, &result, &error), AGU_ERROR_VALUE);
    HOLDS(error.message, "scale is 0x20, expected at most 5 bits");
    request.scale = 0;
    request.access = request.address_add = 1;
    EQUAL(agu_execute(NULL, &request, &result, &error), AGU_ERROR_VALUE);
    request.address_add = 0;
    request.access_space = 5;
    EQUAL(agu_execute(NULL, &request, &result, &error), AGU_ERROR_VALUE);
    HOLDS(error.message, "access_space");
    request.access = request.access_space = 0;
    agu_config config;
    agu_config_default(&config);
    config.shared_base = 1;
    EQUAL(agu_execute(&config, &request, &result, &error), AGU_ERROR_VALUE);
    HOLDS(error.message, "shared_base");
    EQUAL(agu_config_writes(&config, FIRST(agu_config_write), &error), AGU_ERROR_VALUE);
    EQUAL(agu_config_writes(NULL, FIRST(agu_config_write), &error), AGU_ERROR_POINTER);
    EQUAL(agu_config_of("sm_130", &config, &error), AGU_ERROR_VALUE);
    EQUAL(agu_config_of("sm_90", NULL, &error), AGU_ERROR_POINTER);
    agu_lane_address address;
    EQUAL(agu_lane_of(&result, 32, &address, &error), AGU_ERROR_VALUE);
    EQUAL(agu_lane_of(NULL, 0, &address, &error), AGU_ERROR_POINTER);
    size_t count;
    EQUAL(agu_memory_requests(NULL, &memory, 1, &count, &error), AGU_ERROR_POINTER);
    EQUAL(agu_memory_requests(&result, NULL, 1, &count, &error), AGU_ERROR_POINTER);
    EQUAL(agu_port_at(SIZE_MAX, NULL, &error), AGU_END);
    EQUAL(agu_port_at(0, NULL, &error), AGU_ERROR_POINTER);

    // Rows that are none, and more than there can be.
    EQUAL(agu_execute_many(NULL, NULL, NULL, 0, &error), AGU_OK);
    EQUAL(agu_execute_many(NULL, NULL, &result, 1, &error), AGU_ERROR_POINTER);
    EQUAL(agu_execute_many(NULL, &request, NULL, 1, &error), AGU_ERROR_POINTER);
    EQUAL(agu_execute_many(NULL, &request, &result, SIZE_MAX, &error), AGU_ERROR_POINTER);

    // Handles that are none.
    agu_scoreboard *board;
    agu_program *program;
    EQUAL(agu_scoreboard_open(3, 1, &board, &error), AGU_ERROR_VALUE);
    EQUAL(board, 0);
    EQUAL(agu_scoreboard_open(32, 1, NULL, &error), AGU_ERROR_POINTER);
    EQUAL(agu_scoreboard_reset(NULL, &error), AGU_ERROR_HANDLE);
    EQUAL(agu_scoreboard_reset(FIRST(agu_scoreboard), &error), AGU_ERROR_HANDLE);
    EQUAL(agu_scoreboard_reset((agu_scoreboard *)(uintptr_t)&request, &error), AGU_ERROR_HANDLE);
    EQUAL(agu_scoreboard_text(NULL), 0);
    EQUAL(agu_program_close(NULL), AGU_ERROR_HANDLE);

    // One that belongs to something else, and one that was closed.
    EQUAL(agu_scoreboard_open(32, 0, &board, &error), AGU_OK);
    EQUAL(agu_program_step((agu_program *)(uintptr_t)board, NULL, &error), AGU_ERROR_HANDLE);
    EQUAL(agu_program_close((agu_program *)(uintptr_t)board), AGU_ERROR_HANDLE);
    EQUAL(agu_scoreboard_close(board), AGU_OK);
    EQUAL(agu_scoreboard_request(board, 1, &request, &error), AGU_ERROR_HANDLE);
    EQUAL(agu_scoreboard_close(board), AGU_ERROR_HANDLE);
    agu_scoreboard *other;
    EQUAL(agu_scoreboard_open(32, 0, &other, &error), AGU_OK);
    EQUAL(agu_scoreboard_reset(board, &error), AGU_ERROR_HANDLE);

    // Transactions out of place.
    EQUAL(agu_scoreboard_request(other, 1, NULL, &error), AGU_ERROR_POINTER);
    EQUAL(agu_scoreboard_request(other, 1, &request, &error), AGU_OK);
    EQUAL(agu_scoreboard_request(other, 1, &request, &error), AGU_ERROR_TAG);
    HOLDS(error.message, "tag 0x1 is given twice");
    EQUAL(agu_scoreboard_memory(other, &memory, &error), AGU_ERROR_STATE);
    EQUAL(agu_scoreboard_write(other, 7, 0, &error), AGU_ERROR_VALUE);
    EQUAL(agu_scoreboard_write(other, 256, 0, &error), AGU_ERROR_VALUE);
    EQUAL(agu_scoreboard_difference(other, NULL, &error), AGU_OK);
    EQUAL(agu_scoreboard_result_of(other, 2, &result, &error), AGU_ERROR_NOT_ASKED);
    EQUAL(agu_scoreboard_difference(other, NULL, &error), AGU_DIFFERENT);
    EQUAL(error.status, AGU_DIFFERENT);
    EQUAL(error.message[0], 0);
    size_t results, memories;
    EQUAL(agu_scoreboard_outstanding(other, NULL, NULL, 1, &results, &memories, &error),
          AGU_ERROR_POINTER);
    EQUAL(agu_scoreboard_requests(other, 0, NULL, 1, &error), AGU_ERROR_POINTER);
    EQUAL(agu_scoreboard_results(other, NULL, &result, 1, &results, &error), AGU_DIFFERENT);
    EQUAL(agu_scoreboard_results(other, NULL, NULL, 0, NULL, &error), AGU_ERROR_POINTER);
    EQUAL(agu_scoreboard_memories(other, &memory, 1, &memories, &error), AGU_ERROR_STATE);
    EQUAL(agu_scoreboard_close(other), AGU_OK);

    // Programs.
    EQUAL(agu_program_open(AGU_SM_121 + 1, "", NULL, &program, &error), AGU_ERROR_VALUE);
    EQUAL(agu_program_open(AGU_MAXWELL, NULL, NULL, &program, &error), AGU_ERROR_POINTER);
    EQUAL(agu_program_open(AGU_MAXWELL, "", NULL, &program, &error), AGU_OK);
    uint32_t lanes[32] = {0};
    EQUAL(agu_program_register(program, 256, lanes, &error), AGU_ERROR_VALUE);
    EQUAL(agu_program_register(program, 255, NULL, &error), AGU_ERROR_POINTER);
    EQUAL(agu_program_predicate(program, 8, lanes, &error), AGU_ERROR_VALUE);
    uint8_t byte;
    EQUAL(agu_program_memory(program, 3, 0, 0, &byte, 1, &error), AGU_ERROR_VALUE);
    EQUAL(agu_program_memory(program, 2, 32, 0, &byte, 1, &error), AGU_ERROR_VALUE);
    EQUAL(agu_program_memory(program, 0, 0, UINT64_MAX, &byte, 1, &error), AGU_OK);
    EQUAL(agu_program_set_predicate(program, 8, 0, 0, &error), AGU_ERROR_VALUE);
    EQUAL(agu_program_uniform(program, 256, lanes, &error), AGU_ERROR_VALUE);
    EQUAL(agu_program_uniform(program, 0, NULL, &error), AGU_ERROR_POINTER);
    EQUAL(agu_program_set_uniform(program, 256, 0, &error), AGU_ERROR_VALUE);
    EQUAL(agu_program_uniform_predicate(program, 8, &byte, &error), AGU_ERROR_VALUE);
    EQUAL(agu_program_uniform_predicate(program, 0, NULL, &error), AGU_ERROR_POINTER);
    EQUAL(agu_program_set_uniform_predicate(program, 8, 0, &error), AGU_ERROR_VALUE);
    EQUAL(agu_program_set_cc(program, 4, 0, 0, &error), AGU_ERROR_VALUE);
    EQUAL(agu_program_cc(program, 0, NULL, &error), AGU_ERROR_POINTER);
    EQUAL(agu_program_set_memory(program, 256, 0, 0, &byte, 1, &error), AGU_ERROR_VALUE);
    EQUAL(agu_program_set_memory(program, 0, 0, 0, NULL, 1, &error), AGU_ERROR_POINTER);
    EQUAL(agu_program_close(program), AGU_OK);
    return 0;
}
