// The C face of one Verilated unit, compiled once a model. The build sets MODEL
// (the class), MODEL_HEADER and MODEL_TRACED.
#include "model.h"
#include MODEL_HEADER
#include <cstring>
#include <type_traits>
#include <verilated.h>
#if MODEL_TRACED
#include <verilated_vcd_c.h>
#endif

namespace {

struct Unit {
    VerilatedContext context;
    MODEL model;
#if MODEL_TRACED
    VerilatedVcdC* wave = nullptr;
    uint64_t time = 0;
    bool dumping = true;
#endif
    Unit() : model(&context, "") {}
};

void destroy(void* handle) {
    Unit* unit = static_cast<Unit*>(handle);
#if MODEL_TRACED
    if (unit->wave) {
        unit->wave->close();
        delete unit->wave;
    }
#endif
    unit->model.final();
    delete unit;
}

void* create(const char* vcd) {
    Unit* unit = new Unit;
#if MODEL_TRACED
    if (vcd) {
        unit->context.traceEverOn(true);
        unit->wave = new VerilatedVcdC;
        unit->wave->set_time_unit("1ns");
        unit->wave->set_time_resolution("1ns");
        unit->model.trace(unit->wave, 99);
        unit->wave->open(vcd);
        if (!unit->wave->isOpen()) {
            destroy(unit);
            return nullptr;
        }
    }
#else
    (void)vcd;
#endif
    // The first evaluation only settles: whether a clock that is already high then
    // counts as an edge differs between versions of Verilator.
    unit->model.clock = 0;
    unit->model.eval();
    return unit;
}


// Every port must be as large as the pointer's user believes.
#define PORT(type, name, count)                                                            \
    static_assert(sizeof(std::remove_reference_t<decltype(m.name)>) == sizeof(type) * (count), \
                  "port " #name " does not lie as expected");                              \
    p->name = reinterpret_cast<type*>(&m.name)

template <typename M>
auto variant_of(M& m, int) -> decltype(static_cast<uint8_t*>(&m.variant)) {
    return &m.variant;
}
template <typename M>
uint8_t* variant_of(M&, long) {
    return nullptr;
}

void ports(void* handle, agu_ports* p) {
    MODEL& m = static_cast<Unit*>(handle)->model;
    PORT(uint8_t, reset, 1);
    PORT(uint8_t, config_valid, 1);
    PORT(uint8_t, config_ready, 1);
    PORT(uint8_t, config_address, 1);
    PORT(uint64_t, config_data, 1);
    PORT(uint8_t, request_valid, 1);
    PORT(uint8_t, request_ready, 1);
    PORT(uint8_t, high, 1);
    PORT(uint8_t, negate, 1);
    PORT(uint8_t, extended, 1);
    PORT(uint8_t, scale, 1);
    PORT(uint8_t, write_cc, 1);
    PORT(uint8_t, predicate, 1);
    PORT(uint8_t, destination, 1);
    PORT(uint32_t, active_mask, 1);
    PORT(uint32_t, guard_mask, 1);
    PORT(uint32_t, carry_in, 1);
    PORT(uint32_t, overflow_in, 1);
    PORT(uint32_t, base_lo, 32);
    PORT(uint32_t, base_hi, 32);
    PORT(uint32_t, offset_lo, 32);
    PORT(uint32_t, offset_hi, 32);
    PORT(uint8_t, result_valid, 1);
    PORT(uint8_t, result_ready, 1);
    PORT(uint8_t, result_beat, 1);
    PORT(uint8_t, result_last, 1);
    PORT(uint8_t, result_predicate, 1);
    PORT(uint8_t, result_destination, 1);
    PORT(uint32_t, rd_write, 1);
    PORT(uint32_t, predicate_write, 1);
    PORT(uint32_t, cc_write, 1);
    PORT(uint32_t, sum_lo, 32);
    PORT(uint32_t, sum_hi, 32);
    PORT(uint32_t, cc, 4);
    p->variant = variant_of(m, 0);
}

void dump(void* handle, uint8_t on) {
#if MODEL_TRACED
    static_cast<Unit*>(handle)->dumping = on;
#else
    (void)handle;
    (void)on;
#endif
}

void cycle(void* handle) {
    Unit* unit = static_cast<Unit*>(handle);
#if MODEL_TRACED
    // Inputs change with the falling edge, so that a wave shows them beside the
    // rising edge that takes them.
    unit->model.clock = 0;
    unit->model.eval();
    if (unit->wave && unit->dumping) unit->wave->dump(unit->time);
    unit->model.clock = 1;
    unit->model.eval();
    if (unit->wave && unit->dumping) unit->wave->dump(unit->time + 1);
    unit->time += 2;
#else
    unit->model.clock = !unit->model.clock;
    unit->model.eval();
#endif
}

uint64_t replay(void* handle, const agu_beat* ring, uint64_t beats, uint64_t cycles) {
    Unit* unit = static_cast<Unit*>(handle);
    MODEL& m = unit->model;
    uint64_t accepted = 0;
    for (uint64_t i = 0, at = 0; i < cycles; ++i) {
        const agu_beat& beat = ring[at];
        at = at + 1 == beats ? 0 : at + 1;
        std::memcpy(&m.base_lo, beat.base_lo, sizeof beat.base_lo);
        std::memcpy(&m.base_hi, beat.base_hi, sizeof beat.base_hi);
        std::memcpy(&m.offset_lo, beat.offset_lo, sizeof beat.offset_lo);
        std::memcpy(&m.offset_hi, beat.offset_hi, sizeof beat.offset_hi);
        m.active_mask = beat.active_mask;
        m.guard_mask = beat.guard_mask;
        m.carry_in = beat.carry_in;
        m.overflow_in = beat.overflow_in;
        m.high = beat.high;
        m.negate = beat.negate;
        m.extended = beat.extended;
        m.scale = beat.scale;
        m.write_cc = beat.write_cc;
        m.predicate = beat.predicate;
        m.destination = beat.destination;
        m.request_valid = beat.request_valid;
        // What is accepted at this edge: the unit moves on unless a result waits.
        accepted += beat.request_valid & (beat.result_ready | !m.result_valid);
        m.result_ready = beat.result_ready;
        cycle(unit);
    }
    return accepted;
}

}  // namespace

#define JOIN(a, b) a##b
#define TABLE(name) JOIN(name, _table)
extern "C" const agu_model TABLE(MODEL);
extern "C" const agu_model TABLE(MODEL) = {create, destroy, ports, dump, cycle, replay};
