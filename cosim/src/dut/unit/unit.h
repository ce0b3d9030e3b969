// C interface of one Verilated unit, or LEA unit, with the ports of 32 lanes. ffi.rs and ports.rs
// declare the same in Rust.
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

// A memory request of another kind: the address of the line, its bytes or sectors, and the lanes.
// Masks have one bit each. It counts if it leaves or waits.
struct agu_other_request {
    uint8_t data[256];  // of a store
    uint64_t address;
    uint32_t mask[8];
    uint64_t tag;
    uint32_t lanes;
    uint8_t leaves;
    uint8_t store;
    uint8_t shared;
    uint8_t answered;  // whether the unit takes an answer
    uint8_t waits;     // whether there is a request that is not taken
};

// The answer to a load at such a port.
struct agu_other_response {
    uint8_t data[256];
    uint64_t tag;
    uint8_t valid;
};

// Ports of a core's decoder, which decoder.h declares.
struct agu_decoder_inputs;
struct agu_decoder_outputs;

// Loads that such a unit writes to registers: the data of the warp's lanes, one after the other.
struct agu_written {
    uint8_t data[512];
    uint32_t lanes;
    uint16_t tag;
    uint8_t leaves;
    uint8_t waits;
};

// The call that ended a simulation, which runtime.h declares.
struct agu_end;

struct agu_dut {
    // vcd may be null; if it cannot be opened, returns null and writes the error number
    void* (*create)(const char* vcd, uint8_t prints, int* error);
    void (*destroy)(void*);
    agu_end* (*end)(void*);  // lives as long as the unit
    void (*finish)(void*);   // runs final blocks, before destroy
    // the rows live as long as the unit
    void* (*inputs)(void*);
    const void* (*outputs)(void*);
    // selects a deliberate fault, 0 for none; returns 0 if the model has none built in
    uint8_t (*select_bug)(void*, uint16_t seeded_bug);
    void (*dump)(void*, uint8_t on);  // of a traced model: writes the following cycles or not
    int (*close_waves)(void*);  // of a traced model; the first error of a write, else 0
    void (*settle)(void*);  // updates the outputs for the inputs
    void (*cycle)(void*);
    void (*replay)(void*, const void* beats, uint64_t cycles);  // one cycle a beat
    // the requests at the first memory ports of a unit whose requests are of another kind; else null
    void (*other_requests)(void*, agu_other_request*, uint64_t ports);
    // sets the answers at these ports; null for other units
    void (*respond)(void*, const agu_other_response*, uint64_t ports);
    // sets the data of the stores of such a unit's lanes; null for other units
    void (*store)(void*, const uint8_t data[512]);
    // reads what such a unit writes to registers; null for other units
    void (*written)(void*, agu_written*);
    // of a core, else null: sets its word ports
    void (*instruct)(void*, const agu_decoder_inputs*);
    // of a core, else null: reads the record, except for the fields that a core does not expose
    void (*record)(void*, agu_decoder_outputs*);
    const agu_port* port_list;
    uint64_t port_count;
    uint64_t lanes;      // behind the ports; the outputs of the other lanes are zero
    uint8_t lea_only;    // whether it lacks accesses and ADDR_ADD
    const char* target;  // its name for `agu cosim --target`
    const char* module;  // the top module, which is also its scope in waves
    // the versions of the tools that built it
    const char* verilator;
    const char* compiler;
    const void* user_paths;  // of the program
};
