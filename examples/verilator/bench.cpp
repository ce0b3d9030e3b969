// SPDX-License-Identifier: MIT OR Apache-2.0
// A C++ bench of agu_unit8 under Verilator: random LEAs and loads, the result and memory ports
// stalled now and then, and libagu's scoreboard told what the unit takes and gives.

#include "Vagu_unit8.h"
#include "agu.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

constexpr unsigned LANES = 8, BEATS = 32 / LANES;

// Copies `bits` a lane out of a port of the Verilated class, whose words are 32 bits.
template <typename Element, typename Port>
void from_port(Element *lanes, const Port &port, unsigned bits) {
    // A lane may be in two words.
    uint32_t words[LANES + 1] = {0};
    memcpy(words, &port, sizeof port < 4 * LANES ? sizeof port : 4 * LANES);
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned place = lane * bits;
        uint64_t both = words[place / 32] | (uint64_t)words[place / 32 + 1] << 32;
        lanes[lane] = both >> place % 32 & ((1ull << bits) - 1);
    }
}

agu_outputs result_of(const Vagu_unit8 &dut) {
    agu_outputs result = {};
#define COPY(port) result.port = dut.port
    COPY(result_beat), COPY(result_last), COPY(result_access), COPY(result_address_add);
    COPY(result_store), COPY(result_size), COPY(result_predicate), COPY(result_destination);
    COPY(result_element), COPY(rd_write), COPY(predicate_write), COPY(cc_write);
    COPY(execute_mask), COPY(live_mask), COPY(shared_mask), COPY(fault_mask);
    COPY(misaligned_mask), COPY(uniform), COPY(fault_valid), COPY(fault_lane);
#undef COPY
    from_port(result.sum_lo, dut.sum_lo, 32);
    from_port(result.sum_hi, dut.sum_hi, 32);
    from_port(result.cc, dut.cc, 4);
    from_port(result.address_lo, dut.address_lo, 32);
    from_port(result.address_hi, dut.address_hi, 17);
    from_port(result.byte_enable, dut.byte_enable, 16);
    from_port(result.space, dut.space, 2);
    from_port(result.fault, dut.fault, 2);
    from_port(result.lock_index, dut.lock_index, 8);
    return result;
}

agu_outputs memory_request_of(const Vagu_unit8 &dut) {
    agu_outputs request = {};
    request.memory_shared = dut.memory_shared;
    request.memory_store = dut.memory_store;
    request.memory_line = dut.memory_line;
    request.memory_sectors = dut.memory_sectors;
    request.memory_lanes = dut.memory_lanes;
    request.memory_pass = dut.memory_pass;
    request.memory_last = dut.memory_last;
    return request;
}

// Puts a beat on the unit's inputs; what it does not name was set once.
void drive(Vagu_unit8 &dut, const agu_inputs &beat) {
    dut.access = beat.access;
    dut.volta = beat.volta;
    dut.extended = beat.extended;
    dut.destination = beat.destination;
    dut.negate_base = beat.negate_base;
    dut.scale = beat.scale;
    dut.write_cc = beat.write_cc;
    dut.access_space = beat.access_space;
    dut.access_size = beat.access_size;
    dut.address_register = beat.address_register;
    dut.base_word = beat.base_word;
    dut.uniform_added = beat.uniform_added;
    dut.uniform_base = beat.uniform_base;
    memcpy(&dut.base_lo, beat.base_lo, 4 * LANES);
    memcpy(&dut.base_hi, beat.base_hi, 4 * LANES);
    memcpy(&dut.offset_lo, beat.offset_lo, 4 * LANES);
    memcpy(&dut.offset_hi, beat.offset_hi, 4 * LANES);
}

// A random beat: an LEA, or a load of four bytes whose lanes are near each other; of parts from Volta
// on an LEA with a negated base, and a load that adds uniform registers.
agu_inputs random_beat(std::mt19937 &random, bool access, bool volta) {
    agu_inputs beat;
    agu_request_default(&beat);
    beat.destination = 7;
    beat.access = access;
    beat.volta = volta;
    if (access) {
        beat.extended = beat.base_word = beat.uniform_added = volta;
        beat.uniform_base = 0x8000001000;
        beat.access_space = 1;
        beat.access_size = 4;
        beat.address_register = 2;
    } else {
        beat.negate_base = volta;
        beat.scale = random() % 32;
        beat.write_cc = random() % 2;
    }
    uint32_t base = random();
    for (unsigned lane = 0; lane < LANES; lane++) {
        beat.base_lo[lane] = access ? base + 4 * (random() % 64) : random();
        beat.offset_lo[lane] = random();
    }
    return beat;
}

// Ends with the first difference.
void check(agu_status status, const agu_scoreboard *board, const agu_error &error) {
    if (status == AGU_OK) return;
    if (status < 0) fprintf(stderr, "%s\n", error.message);
    fprintf(stderr, "%s\n", agu_scoreboard_text(board));
    exit(1);
}

int main(int argc, char **argv) {
    const unsigned seed = argc > 1 ? atoi(argv[1]) : 1, warps = argc > 2 ? atoi(argv[2]) : 10000;
    printf("seed %u, %u warps\n", seed, warps);
    std::mt19937 random(seed);
    VerilatedContext context;
    Vagu_unit8 dut(&context);
    agu_error error = {};
    agu_scoreboard *board;
    check(agu_scoreboard_open(LANES, 1, &board, &error), nullptr, error);

    // What this bench does not use, as agu_request_default has it.
    dut.lane_mask = 15, dut.predicate = 7, dut.steer_by_window = 1;
    dut.execution_mask = ~0u, dut.active_mask = dut.guard_mask = dut.steering_mask = 0xff;
    agu_inputs beat = random_beat(random, false, false);
    bool access = false, volta = false;
    unsigned long taken = 0, given = 0, quiet = 0, cycles = 0;
    while (given < BEATS * warps && quiet < 1000) {
        dut.clock = 0;
        dut.reset = cycles < 2;
        dut.request_valid = taken < BEATS * warps && random() % 4 != 0;
        dut.result_ready = random() % 4 != 0;
        dut.memory_ready = random() % 4 != 0;
        drive(dut, beat);
        dut.eval();
        quiet++;
        if (!dut.reset) {
            // What is valid and ready now is taken at the rising edge that comes.
            if (dut.request_valid && dut.request_ready) {
                check(agu_scoreboard_request(board, taken / BEATS, &beat, &error), board, error);
                if (++taken % BEATS == 0) access = random() % 2, volta = random() % 2;
                beat = random_beat(random, access, volta);
                quiet = 0;
            }
            if (dut.result_valid && dut.result_ready) {
                agu_outputs result = result_of(dut);
                check(agu_scoreboard_result(board, &result, &error), board, error);
                given++, quiet = 0;
            }
            if (dut.memory_valid && dut.memory_ready) {
                agu_outputs request = memory_request_of(dut);
                check(agu_scoreboard_memory(board, &request, &error), board, error);
                quiet = 0;
            }
        }
        dut.clock = 1;
        dut.eval();
        cycles++;
    }
    if (given < BEATS * warps) {
        fprintf(stderr, "%lu beats of results, expected %u\n", given, BEATS * warps);
        return 1;
    }
    // The last memory requests.
    for (dut.request_valid = 0, dut.memory_ready = 1, quiet = 0; quiet < 64; quiet++) {
        dut.clock = 0, dut.eval();
        if (dut.memory_valid) {
            agu_outputs request = memory_request_of(dut);
            check(agu_scoreboard_memory(board, &request, &error), board, error);
            quiet = 0;
        }
        dut.clock = 1, dut.eval();
    }
    uint64_t tag;
    size_t results, requests;
    check(agu_scoreboard_outstanding(board, nullptr, nullptr, 0, &results, &requests, &error),
          board, error);
    if (results + requests != 0) {
        check(agu_scoreboard_outstanding(board, &tag, &tag, 1, &results, &requests, &error), board,
              error);
        fprintf(stderr, "warp %llu has not left the unit\n", (unsigned long long)tag);
        return 1;
    }
    agu_scoreboard_close(board);
    printf("%lu beats in %lu cycles, 0 differences\n", given, cycles);
}
