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

static void wide_words(void) {
    agu_error error;
    agu_isa isa;
    EQUAL(agu_isa_of("Hopper", &isa, &error), AGU_OK);
    EQUAL(isa.number, AGU_SM_90);
    EQUAL(isa.word_bits, 128);
    EQUAL(isa.registers, 255);
    EQUAL(isa.uniform_registers, 63);
    EQUAL(agu_isa_of("sm_121a", &isa, &error), AGU_OK);
    EQUAL(isa.number, AGU_SM_121);
    EQUAL(isa.uniform_registers, 255);
    EQUAL(agu_isa_of("visa", &isa, &error), AGU_OK);
    EQUAL(isa.number, AGU_VISA);
    EQUAL(isa.word_bits, 0);

    const char *line = "LEA.HI.X R7, R4, UR10, R5, 0x2, P0";
    uint64_t low, high, word;
    EQUAL(agu_assemble_wide(AGU_SM_75, line, &low, &high, &error), AGU_OK);
    char text[64];
    size_t length;
    EQUAL(agu_disassemble_wide(AGU_SM_75, low, high, text, sizeof text, &length, &error), AGU_OK);
    EQUAL(strcmp(text, line), 0);
    EQUAL(length, strlen(line));
    agu_control_record record;
    EQUAL(agu_decode_wide(AGU_SM_75, low, high, &record, &error), AGU_OK);
    EQUAL(record.volta, 1);
    EQUAL(record.uniform_register, 10);
    EQUAL(record.carry_predicate, 0);
    EQUAL(agu_decode_wide(AGU_SM_70, low, high, &record, &error), AGU_ERROR_ILLEGAL);
    EQUAL(record.illegal, 1);
    EQUAL(agu_assemble_wide(AGU_SM_70, line, &low, &high, &error), AGU_ERROR_TEXT);
    HOLDS(error.message, "column 18: found UR10");

    // A word of 64 bits is the low half.
    EQUAL(agu_assemble(AGU_MAXWELL, "LEA R6, R2, R4, 0x3", &word, &error), AGU_OK);
    EQUAL(agu_assemble_wide(AGU_MAXWELL, "LEA R6, R2, R4, 0x3", &low, &high, &error), AGU_OK);
    EQUAL(low, word);
    EQUAL(high, 0);
}

static void ports(void) {
    agu_port port;
    unsigned requests = 0, results = 0, memory = 0;
    size_t number = 0;
    for (; agu_port_at(number, &port, NULL) == AGU_OK; number++) {
        requests += port.channel == 1;
        results += port.channel == 2;
        memory += port.channel == 3;
        if (strcmp(port.name, "byte_enable")) continue;
        EQUAL(port.bits, 16);
        EQUAL(port.per_lane, 1);
        EQUAL(port.input, 0);
        HOLDS(port.meaning, "16-byte block");
    }
    EQUAL(agu_port_at(number, &port, NULL), AGU_END);
    EQUAL(requests, 38);
    EQUAL(results, 29);
    EQUAL(memory, 7);
}

static void configuration(void) {
    agu_config config;
    EQUAL(agu_config_default(&config), AGU_OK);
    config.shared_size = 0x400;
    agu_config_write writes[AGU_CONFIG_REGISTERS];
    EQUAL(agu_config_writes(&config, writes, NULL), AGU_OK);
    EQUAL(writes[2].address, 2);
    EQUAL(writes[2].data, 0x400);
    EQUAL(writes[AGU_CONFIG_REGISTERS - 1].address, 63);

    EQUAL(agu_config_of("fermi", &config, NULL), AGU_OK);
    EQUAL(config.register_count, 63);
    EQUAL(config.global_limit, 1ll << 40);
    EQUAL(config.misaligned_is_error, 0);
    EQUAL(agu_config_of("sm_61", &config, NULL), AGU_OK);
    EQUAL(config.global_limit, 1ll << 49);
    EQUAL(config.misaligned_is_error, 0);
    EQUAL(agu_config_of("volta", &config, NULL), AGU_OK);
    EQUAL(config.register_count, 255);
    EQUAL(config.global_limit, 1ll << 49);
    EQUAL(config.misaligned_is_error, 1);
}

static void lanes(void) {
    agu_inputs request;
    agu_request_default(&request);
    request.base_lo[1] = 0xfffffff0u;
    request.offset_lo[1] = 4;
    request.scale = 3;
    request.destination = 7;
    agu_outputs result;
    agu_lane_address address;
    EQUAL(agu_execute(NULL, &request, &result, NULL), AGU_OK);
    EQUAL(result.sum_lo[1], 0x10);
    EQUAL(result.cc[1], 0x9);
    EQUAL(agu_lane_of(&result, 1, &address, NULL), AGU_END);

    agu_config config;
    agu_config_default(&config);
    agu_request_default(&request);
    request.access = 1;
    request.access_size = 4;
    request.address_register = 2;
    request.base_lo[1] = (uint32_t)config.shared_base + 0x14;
    request.active_mask = 2;
    EQUAL(agu_execute(&config, &request, &result, NULL), AGU_OK);
    EQUAL(agu_lane_of(&result, 0, &address, NULL), AGU_END);
    EQUAL(agu_lane_of(&result, 1, &address, NULL), AGU_OK);
    EQUAL(address.effective, config.shared_base + 0x14);
    EQUAL(address.address, 0x14);
    EQUAL(address.space, 1);
    EQUAL(address.byte_enable, 0xf0);
    EQUAL(address.fault, 0);
    EQUAL(address.live, 1);
    config.shared_size = 0x10;
    EQUAL(agu_execute(&config, &request, &result, NULL), AGU_OK);
    EQUAL(agu_lane_of(&result, 1, &address, NULL), AGU_OK);
    EQUAL(address.fault, 2);
    EQUAL(address.live, 0);
}

/* A pair of uniform registers and an offset, at an address of 49 bits. */
static void uniform_addresses(void) {
    agu_config config;
    EQUAL(agu_config_of("sm_90", &config, NULL), AGU_OK);
    agu_inputs request;
    agu_request_default(&request);
    request.volta = request.access = request.extended = request.base_word = request.uniform_added = 1;
    request.access_space = 1;
    request.access_size = 4;
    request.address_register = 2;
    request.uniform_base = 0x1fffffffff000;
    request.immediate = (uint32_t)-4;
    for (unsigned lane = 0; lane < 32; lane++) request.base_lo[lane] = 4 + 4 * lane;
    agu_outputs result, requests[32];
    EQUAL(agu_execute(&config, &request, &result, NULL), AGU_OK);
    EQUAL(result.address_hi[31], 0x1ffff);
    EQUAL(result.address_lo[31], 0xfffff07c);
    size_t count;
    EQUAL(agu_memory_requests(&result, requests, 32, &count, NULL), AGU_OK);
    EQUAL(count, 1);
    EQUAL(requests[0].memory_line, 0x1fffffffff000 / 128);
    agu_error error;
    request.volta = 0;
    EQUAL(agu_execute(&config, &request, &result, &error), AGU_ERROR_VALUE);
    HOLDS(error.message, "port base_word: got 1 without volta, expected 0");
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
    EQUAL(agu_memory_requests(&result, requests, 32, &count, NULL), AGU_OK);
    EQUAL(count, 2);
    EQUAL(requests[1].memory_line, 0x1080 / 128);
    EQUAL(requests[1].memory_lanes, 0xffff0000);
    EQUAL(requests[1].memory_last, 1);
    EQUAL(agu_memory_requests(&result, requests, 1, &count, NULL), AGU_ERROR_SIZE);
    EQUAL(count, 2);
    EQUAL(requests[0].memory_line, 0x1000 / 128);

    agu_inputs many[2] = {request, request};
    many[1].base_lo[31] = 0x2000;
    agu_outputs results[2];
    EQUAL(agu_execute_many(NULL, many, results, 2, NULL), AGU_OK);
    EQUAL(memcmp(&results[0], &result, sizeof result), 0);
    EQUAL(results[1].address_lo[31], 0x2000);
    many[1].access_space = 6;
    agu_error error;
    EQUAL(agu_execute_many(NULL, many, results, 2, &error), AGU_ERROR_VALUE);
    HOLDS(error.message, "warp 1: port access_space");
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
    EQUAL(step.result.sum_lo[5], 0x1028);
    EQUAL(agu_program_register(program, 6, words, &error), AGU_OK);
    EQUAL(words[5], 0x1028);
    EQUAL(agu_program_step(program, &step, &error), AGU_OK);
    EQUAL(step.line, 3);
    EQUAL(step.faults, 16);
    EQUAL(step.first_fault, 0);
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
    EQUAL(agu_program_set_predicate(program, 2, 0xff, 0x3c, &error), AGU_OK);
    EQUAL(agu_program_predicate(program, 2, &predicate, &error), AGU_OK);
    EQUAL(predicate, 0x3c);
    for (uint32_t flag = 0; flag < 4; flag++)
        EQUAL(agu_program_set_cc(program, flag, 0xff, 0x111u << flag, &error), AGU_OK);
    for (uint32_t flag = 0; flag < 4; flag++) {
        EQUAL(agu_program_cc(program, flag, &predicate, &error), AGU_OK);
        EQUAL(predicate, 0x11u << flag);
    }
    uint8_t bytes[4] = {1, 2, 3, 4};
    EQUAL(agu_program_set_memory(program, 2, 9, 0x1000, bytes, 3, &error), AGU_OK);
    EQUAL(agu_program_memory(program, 2, 9, 0x1000, bytes, 4, &error), AGU_OK);
    EQUAL(bytes[2], 3);
    EQUAL(bytes[3], 0);
    EQUAL(agu_program_close(program), AGU_OK);

    EQUAL(agu_program_open(AGU_MAXWELL, "LEA R6, R2, R4, 0x3\nLEB", NULL, &program, &error),
          AGU_ERROR_TEXT);
    HOLDS(error.message, "source:2:1: ");
    EQUAL(program, 0);
    EQUAL(agu_program_open(AGU_MAXWELL, "", "activ = 1", &program, &error), AGU_ERROR_TEXT);
    HOLDS(error.message, "init:1:1: ");
}

static void uniform_program(void) {
    agu_error error;
    agu_program *program;
    const char *source = "ULEA UR6, UP2, UR4, UR5, 0x3\n@UP2 ULEA UR7, UR6, URZ, 0x1\nLDS R8, [R6.X4+UR7]\n";
    const char *init = "[uniform]\nUR4 = 0x20000002\n[uniform_predicates]\nUP3 = true\n";
    EQUAL(agu_program_open(AGU_SM_80, source, init, &program, &error), AGU_OK);
    uint32_t value;
    uint8_t predicate;
    EQUAL(agu_program_uniform(program, 4, &value, &error), AGU_OK);
    EQUAL(value, 0x20000002);
    EQUAL(agu_program_uniform_predicate(program, 3, &predicate, &error), AGU_OK);
    EQUAL(predicate, 1);
    EQUAL(agu_program_set_uniform(program, 5, 0xfffffff4, &error), AGU_OK);
    EQUAL(agu_program_set_uniform_predicate(program, 3, 0, &error), AGU_OK);
    EQUAL(agu_program_uniform_predicate(program, 3, &predicate, &error), AGU_OK);
    EQUAL(predicate, 0);
    agu_step step;
    EQUAL(agu_program_step(program, &step, &error), AGU_OK);
    EQUAL(step.execute_mask, 1);
    EQUAL(agu_program_uniform(program, 6, &value, &error), AGU_OK);
    EQUAL(value, 4);
    EQUAL(agu_program_uniform_predicate(program, 2, &predicate, &error), AGU_OK);
    EQUAL(predicate, 1);
    EQUAL(agu_program_step(program, &step, &error), AGU_OK);
    EQUAL(agu_program_uniform(program, 7, &value, &error), AGU_OK);
    EQUAL(value, 8);
    uint32_t words[32];
    for (unsigned lane = 0; lane < 32; lane++) words[lane] = lane;
    EQUAL(agu_program_set_register(program, 6, words, 0xffffffff, &error), AGU_OK);
    EQUAL(agu_program_step(program, &step, &error), AGU_OK);
    EQUAL(step.result.address_lo[31], 8 + 4 * 31);
    EQUAL(agu_program_set_uniform(program, 255, 1, &error), AGU_OK);
    EQUAL(agu_program_uniform(program, 255, &value, &error), AGU_OK);
    EQUAL(value, 0);
    EQUAL(agu_program_set_uniform_predicate(program, 7, 0, &error), AGU_OK);
    EQUAL(agu_program_uniform_predicate(program, 7, &predicate, &error), AGU_OK);
    EQUAL(predicate, 1);
    EQUAL(agu_program_close(program), AGU_OK);

    EQUAL(agu_program_open(AGU_SM_70, "", init, &program, &error), AGU_ERROR_TEXT);
    HOLDS(error.message, "init:1:2: ");
    EQUAL(agu_program_open(AGU_SM_70, "LDG.E.SYS.ZD P0, R2, [R4]", "", &program, &error), AGU_ERROR_TEXT);
    HOLDS(error.message, "source:1:");
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
    EQUAL(strcmp(agu_scoreboard_text(board), difference.text), 0);
    EQUAL(agu_scoreboard_outstanding(board, NULL, NULL, 0, &result_count, &memory_count, &error),
          AGU_OK);
    EQUAL(result_count, 0);
    EQUAL(agu_scoreboard_close(board), AGU_OK);
}

/* Warps of four lanes, lines of 16 bytes and passes over four banks: requests of another coalescer. */
static void memory_ports(void) {
    agu_error error;
    agu_scoreboard *board;
    agu_memory_port ports[2] = {
        {.line_bytes = 16, .mask_bytes = 4, .has_store = 1, .has_lanes = 1},
        {.space = 1, .banks = 4, .bank_bytes = 4, .has_store = 1, .has_lanes = 1},
    };
    EQUAL(agu_scoreboard_open_ports(4, 2, ports, 2, &board, &error), AGU_ERROR_VALUE);
    HOLDS(error.message, "2 lanes of a warp, expected a power of two from 4 to 32");
    ports[0].line_bytes = 12;
    EQUAL(agu_scoreboard_open_ports(4, 4, ports, 2, &board, &error), AGU_ERROR_VALUE);
    HOLDS(error.message, "memory port 0: its line_bytes are no power of two from 1 to 256");
    ports[0].line_bytes = 16;
    ports[1].space = 4;
    EQUAL(agu_scoreboard_open_ports(4, 4, ports, 2, &board, &error), AGU_ERROR_VALUE);
    ports[1].space = 1;
    EQUAL(agu_scoreboard_open_ports(4, 4, ports, 2, &board, &error), AGU_OK);
    agu_inputs request;
    agu_request_default(&request);
    request.access = 1;
    request.access_space = 1;
    request.access_size = 4;
    request.address_register = 2;
    for (int lane = 0; lane != 4; ++lane) request.base_lo[lane] = 0x1000 + 8 * lane;
    EQUAL(agu_scoreboard_request(board, 7, &request, &error), AGU_OK);
    request.access_space = 2;
    EQUAL(agu_scoreboard_request(board, 8, &request, &error), AGU_OK);
    /* Banks 0 and 2 of two words each: two passes, which may be before the lines. */
    agu_port_request pass = {.lanes = 3};
    EQUAL(agu_scoreboard_port_request(board, 1, &pass, &error), AGU_OK);
    agu_port_request line = {.address = 0x1010, .mask = {5}, .lanes = 0xc};
    EQUAL(agu_scoreboard_port_request(board, 0, &line, &error), AGU_OK);
    EQUAL(agu_scoreboard_port_request(board, 2, &line, &error), AGU_ERROR_VALUE);
    HOLDS(error.message, "memory port 2 does not exist");
    size_t result_count, memory_count;
    EQUAL(agu_scoreboard_outstanding(board, NULL, NULL, 0, &result_count, &memory_count, &error),
          AGU_OK);
    EQUAL(memory_count, 2);
    line.address = 0x1000;
    line.mask[0] = 7;
    line.lanes = 3;
    EQUAL(agu_scoreboard_port_request(board, 0, &line, &error), AGU_DIFFERENT);
    HOLDS(agu_scoreboard_text(board), "tag 0x7, instruction 0, memory_address: bytes that no lane wants");
    line.mask[0] = 5;
    EQUAL(agu_scoreboard_port_request(board, 0, &line, &error), AGU_OK);
    pass.lanes = 0xc;
    EQUAL(agu_scoreboard_port_request(board, 1, &pass, &error), AGU_OK);
    EQUAL(agu_scoreboard_outstanding(board, NULL, NULL, 0, &result_count, &memory_count, &error),
          AGU_OK);
    EQUAL(memory_count, 0);
    EQUAL(agu_scoreboard_close(board), AGU_OK);
}

static void beats(void) {
    agu_error error;
    agu_scoreboard *board;
    EQUAL(agu_scoreboard_open(16, 1, &board, &error), AGU_OK);
    agu_inputs requests[4];
    agu_outputs results[4] = {0};
    for (unsigned beat = 0; beat < 4; beat++) {
        agu_request_default(&requests[beat]);
        requests[beat].destination = 7;
        requests[beat].active_mask = 0xffff;
        requests[beat].base_lo[3] = 10 + beat;
        agu_outputs *result = &results[beat];
        result->sum_lo[3] = 10 + beat;
        result->rd_write = result->execute_mask = 0xffff;
        result->result_destination = result->result_predicate = 7;
        result->result_beat = result->result_last = beat % 2;
    }
    uint64_t tags[4] = {9, 9, 8, 8};
    size_t right;
    EQUAL(agu_scoreboard_requests(board, 8, requests, 3, &error), AGU_ERROR_VALUE);
    HOLDS(error.message, "got 3 beats, expected whole warps of 2");
    EQUAL(agu_scoreboard_requests(board, UINT64_MAX, requests, 4, &error), AGU_ERROR_VALUE);
    EQUAL(agu_scoreboard_requests(board, 8, requests, 4, &error), AGU_OK);
    EQUAL(agu_scoreboard_requests(board, 7, requests, 4, &error), AGU_ERROR_TAG);
    HOLDS(error.message, "beat 2: tag 0x8");
    EQUAL(agu_scoreboard_reset(board, &error), AGU_OK);
    EQUAL(agu_scoreboard_requests(board, 8, requests, 4, &error), AGU_OK);
    EQUAL(agu_scoreboard_results(board, NULL, results, 4, &right, &error), AGU_OK);
    EQUAL(right, 4);
    EQUAL(agu_scoreboard_requests(board, 8, requests, 4, &error), AGU_OK);
    EQUAL(agu_scoreboard_results(board, tags, results, 4, &right, &error), AGU_DIFFERENT);
    EQUAL(right, 0);
    EQUAL(agu_scoreboard_results(board, NULL, results, 2, &right, &error), AGU_ERROR_NOT_ASKED);
    HOLDS(error.message, "beat 0: ");

    EQUAL(agu_scoreboard_reset(board, &error), AGU_OK);
    agu_outputs memory[2] = {0};
    for (unsigned beat = 0; beat < 2; beat++) {
        requests[beat].access = requests[beat].access_space = 1;
        requests[beat].address_register = 2;
        for (unsigned lane = 0; lane < 16; lane++) requests[beat].base_lo[lane] = 256 * beat;
        memory[beat].memory_line = 2 * beat;
        memory[beat].memory_sectors = 1;
        memory[beat].memory_lanes = 0xffffu << 16 * beat;
        memory[beat].memory_last = beat;
    }
    EQUAL(agu_scoreboard_requests(board, 1, requests, 2, &error), AGU_OK);
    EQUAL(agu_scoreboard_memories(board, memory, 2, &right, &error), AGU_OK);
    EQUAL(right, 2);
    EQUAL(agu_scoreboard_close(board), AGU_OK);
}

int main(void) {
    HOLDS(agu_version(), ".");
    words();
    wide_words();
    ports();
    configuration();
    lanes();
    warp();
    uniform_addresses();
    program();
    uniform_program();
    scoreboard();
    memory_ports();
    beats();
    return 0;
}
