// The C face of one Verilated 32-lane unit: what ffi.rs declares in Rust.
#pragma once
#include <cstdint>

// Pointers to the model's ports. A mask has one bit a lane, an operand 32 words,
// cc 4 bits a lane.
struct agu_ports {
    uint8_t *reset, *config_valid, *config_ready, *config_address;
    uint64_t* config_data;
    uint8_t *request_valid, *request_ready, *high, *negate, *extended, *scale;
    uint8_t *write_cc, *predicate, *destination;
    uint32_t *active_mask, *guard_mask, *carry_in, *overflow_in;
    uint32_t *base_lo, *base_hi, *offset_lo, *offset_hi;
    uint8_t *result_valid, *result_ready, *result_beat, *result_last;
    uint8_t *result_predicate, *result_destination;
    uint32_t *rd_write, *predicate_write, *cc_write;
    uint32_t *sum_lo, *sum_hi, *cc;
    uint8_t* variant;  // null in the product
};

// One cycle's inputs, for the loop that checks nothing.
struct agu_beat {
    uint32_t base_lo[32], base_hi[32], offset_lo[32], offset_hi[32];
    uint32_t active_mask, guard_mask, carry_in, overflow_in;
    uint8_t request_valid, result_ready, high, negate, extended, scale;
    uint8_t write_cc, predicate, destination;
};

struct agu_model {
    void* (*create)(const char* vcd);  // vcd may be null; null where it cannot be written
    void (*destroy)(void*);
    void (*ports)(void*, agu_ports*);
    void (*dump)(void*, uint8_t on);  // of a traced model: write the cycles that follow
    void (*cycle)(void*);
    // Runs `cycles` cycles over a ring of beats; gives the number of accepted beats.
    uint64_t (*replay)(void*, const agu_beat* ring, uint64_t beats, uint64_t cycles);
};
