// C interface of the Verilated instruction decoder; ports.rs declares the same in Rust.
#pragma once
#include <array>
#include <cstdint>

// 128 and 72 bits as Verilator holds them, the lowest word first.
using WideWord = std::array<uint32_t, 4>;
using Tail = std::array<uint32_t, 3>;

// The lists AGU_DECODER_OUTPUTS and AGU_CORE_OUTPUTS.
#include "decoder_ports.h"

// The ports: type, name. A test compares the list with that of ports.rs.
#define AGU_DECODER_INPUTS(PORT)  \
    PORT(WideWord, word)          \
    PORT(Tail, tail)              \
    PORT(uint8_t, reset)          \
    PORT(uint8_t, word_valid)     \
    PORT(uint8_t, isa)            \
    PORT(uint8_t, native_simd32)  \
    PORT(uint8_t, record_ready)

#ifndef AGU_PORT
#define AGU_PORT
struct agu_port {
    const char* name;
    uint64_t bytes;
};
#endif

#define MEMBER(type, name) type name;
struct agu_decoder_inputs {
    AGU_DECODER_INPUTS(MEMBER)
};
struct agu_decoder_outputs {
    AGU_DECODER_OUTPUTS(MEMBER)
};
#undef MEMBER

// The call that ended a simulation, which runtime.h declares.
struct agu_end;

struct agu_decoder_dut {
    void* (*create)();
    void (*destroy)(void*);
    agu_end* (*end)(void*);  // lives as long as the decoder
    // Selects a deliberate fault, 0 for none. Returns 0 if the model has none built in.
    uint8_t (*select_bug)(void*, uint16_t seeded_bug);
    // Outputs with these inputs, without a clock edge.
    void (*look)(void*, const agu_decoder_inputs*, agu_decoder_outputs*);
    // One clock cycle. The outputs are those after its edge, with the inputs unchanged.
    void (*cycle)(void*, const agu_decoder_inputs*, agu_decoder_outputs*);
    // Many cycles; the outputs are ignored.
    void (*replay)(void*, const agu_decoder_inputs*, uint64_t cycles);
    const agu_port* port_list;
    uint64_t port_count;
};
