// SPDX-License-Identifier: MIT OR Apache-2.0
// Eight threads with a scoreboard each, and one that all of them use.

#include "agu.h"
#include "check.h"
#include <thread>
#include <vector>

static void own(unsigned seed) {
    agu_scoreboard *board;
    EQUAL(agu_scoreboard_open(32, 0, &board, nullptr), AGU_OK);
    agu_inputs request;
    agu_request_default(&request);
    request.destination = 7;
    agu_outputs result;
    for (unsigned number = 0; number < 2000; number++) {
        for (unsigned lane = 0; lane < 32; lane++) request.base_lo[lane] = seed * number + lane;
        EQUAL(agu_scoreboard_request(board, number, &request, nullptr), AGU_OK);
        EQUAL(agu_execute(nullptr, &request, &result, nullptr), AGU_OK);
        bool wrong = number == 1000 + seed;
        if (wrong) result.sum_lo[seed] ^= 1;
        EQUAL(agu_scoreboard_result(board, &result, nullptr), wrong ? AGU_DIFFERENT : AGU_OK);
    }
    agu_difference difference;
    EQUAL(agu_scoreboard_difference(board, &difference, nullptr), AGU_DIFFERENT);
    EQUAL(difference.tag, 1000 + seed);
    EQUAL(difference.lane, seed);
    EQUAL(agu_scoreboard_close(board), AGU_OK);
}

static void shared(agu_scoreboard *board, unsigned first) {
    agu_inputs request;
    agu_request_default(&request);
    agu_outputs result;
    EQUAL(agu_execute(nullptr, &request, &result, nullptr), AGU_OK);
    for (unsigned number = 0; number < 500; number++) {
        uint64_t tag = first + number;
        EQUAL(agu_scoreboard_request(board, tag, &request, nullptr), AGU_OK);
        EQUAL(agu_scoreboard_result_of(board, tag, &result, nullptr), AGU_OK);
    }
}

int main() {
    std::vector<std::thread> threads;
    for (unsigned seed = 1; seed <= 8; seed++) threads.emplace_back(own, seed);
    for (auto &thread : threads) thread.join();
    threads.clear();
    agu_scoreboard *board;
    EQUAL(agu_scoreboard_open(32, 0, &board, nullptr), AGU_OK);
    for (unsigned number = 0; number < 8; number++)
        threads.emplace_back(shared, board, 1000 * number);
    for (auto &thread : threads) thread.join();
    EQUAL(agu_scoreboard_difference(board, nullptr, nullptr), AGU_OK);
    EQUAL(agu_scoreboard_close(board), AGU_OK);
}
