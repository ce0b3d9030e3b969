// The C face of one Verilated unit, or LEA unit, with the ports of 32 lanes: what ffi.rs and
// ports.rs declare in Rust.
#pragma once
#include <cstdint>

// The lists AGU_INPUTS and AGU_OUTPUTS.
#include "unit_ports.h"

namespace {
#define MEMBER(type, name, count) type name[count];
struct agu_inputs {
    AGU_INPUTS(MEMBER)
};
struct agu_outputs {
    AGU_OUTPUTS(MEMBER)
};
#undef MEMBER
}  // namespace

#ifndef AGU_PORT
#define AGU_PORT
struct agu_port {
    const char* name;
    uint64_t bytes;
};
#endif

// A memory request of another kind: the address of the line, its bytes or sectors and the lanes, a
// bit each.
struct agu_other_request {
    uint64_t address;
    uint32_t mask[4];
    uint32_t lanes;
};

// Of a core: the ports of its decoder, which decoder.h declares.
struct agu_decoder_inputs;
struct agu_decoder_outputs;

struct agu_dut {
    // vcd may be null; where it cannot be opened, null and the number of the error
    void* (*create)(const char* vcd, int* error);
    void (*destroy)(void*);
    // they lie there as long as it lives
    void* (*inputs)(void*);
    const void* (*outputs)(void*);
    // a deliberate fault, 0 for none; 0 is returned where the model has none built in
    uint8_t (*select_bug)(void*, uint16_t seeded_bug);
    void (*dump)(void*, uint8_t on);  // of a traced model: write the cycles that follow
    int (*close_waves)(void*);  // of a traced model; the first error of a write, else 0
    void (*settle)(void*);  // the outputs follow the inputs
    void (*cycle)(void*);
    void (*replay)(void*, const void* beats, uint64_t cycles);  // one cycle a beat
    // what is at the memory port, of a unit whose requests are of another kind; else null
    void (*other_request)(void*, agu_other_request*);
    // of a core, else null: puts a word at its ports; takes the record from them, but for the
    // fields that a core keeps to itself
    void (*instruct)(void*, const agu_decoder_inputs*);
    void (*record)(void*, agu_decoder_outputs*);
    const agu_port* port_list;
    uint64_t port_count;
    uint64_t lanes;      // behind the ports; the others' outputs are zero
    uint8_t lea_only;    // it knows neither accesses nor ADDR_ADD
    const char* target;  // its name for `agu cosim --target`
    const char* module;  // the top module, as its scope in waves is called
    // the versions of the tools that made it
    const char* verilator;
    const char* compiler;
};
