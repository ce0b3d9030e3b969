// SPDX-License-Identifier: MIT OR Apache-2.0
// Lane-operations a second that the scoreboard checks from a loop: LEAs and loads by turns,
// whole warps, results and memory requests made beforehand.

#include "agu.h"
#include "check.h"
#include <chrono>
#include <vector>

int main(int argc, char **argv) {
    const unsigned warps = 64, rounds = argc > 1 ? atoi(argv[1]) : 20;
    std::vector<agu_inputs> requests(warps);
    std::vector<agu_outputs> results(warps);
    std::vector<std::vector<agu_outputs>> memory(warps);
    for (unsigned number = 0; number < warps; number++) {
        agu_inputs &request = requests[number];
        agu_request_default(&request);
        request.destination = 7;
        request.scale = number % 32;
        if (number % 2) {
            request.access = 1;
            request.access_space = 1;
            request.access_size = 4;
            request.address_register = 2;
        }
        for (unsigned lane = 0; lane < 32; lane++) {
            request.base_lo[lane] = 0x1000 * number + (4u << number % 4) * lane;
            request.offset_lo[lane] = 0x9e3779b9u * (lane + number);
        }
        EQUAL(agu_execute(nullptr, &request, &results[number], nullptr), AGU_OK);
        memory[number].resize(32);
        size_t count;
        EQUAL(agu_memory_requests(&results[number], memory[number].data(), 32, &count, nullptr),
              AGU_OK);
        memory[number].resize(count);
    }
    agu_scoreboard *board;
    EQUAL(agu_scoreboard_open(32, 1, &board, nullptr), AGU_OK);
    auto start = std::chrono::steady_clock::now();
    for (unsigned round = 0; round < rounds; round++) {
        // Four warps are in the unit at a time.
        for (unsigned number = 0; number < warps + 4; number++) {
            if (number < warps)
                EQUAL(agu_scoreboard_request(board, number, &requests[number], nullptr), AGU_OK);
            if (number < 4) continue;
            EQUAL(agu_scoreboard_result(board, &results[number - 4], nullptr), AGU_OK);
            for (auto &request : memory[number - 4])
                EQUAL(agu_scoreboard_memory(board, &request, nullptr), AGU_OK);
        }
    }
    std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    EQUAL(agu_scoreboard_difference(board, nullptr, nullptr), AGU_OK);
    EQUAL(agu_scoreboard_close(board), AGU_OK);
    printf("%.1f million lane-operations a second\n", 32e-6 * warps * rounds / time.count());
}
