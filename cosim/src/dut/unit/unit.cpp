// C interface of one Verilated unit, compiled once for each model. The build sets MODEL (the
// class), MODEL_HEADER, MODEL_ROOT, MODEL_TOP, MODEL_TRACED, MODEL_LANES, MODEL_LEA_ONLY,
// MODEL_OTHER_MEMORY, MODEL_CORE, MODEL_TARGET, MODEL_VERILATOR and MODEL_COMPILER. A model that
// counts coverage also has the file MODEL_COVERAGE.
#include "unit.h"
#include MODEL_HEADER
#include MODEL_ROOT
#include "runtime.h"
#include <cstddef>
#include <cstring>
#include <type_traits>
#ifndef MODEL_TARGET
#define MODEL_TARGET "rtl"
#endif
#ifndef MODEL_LANES
#define MODEL_LANES 32
#endif
#ifndef MODEL_LEA_ONLY
#define MODEL_LEA_ONLY 0
#endif
#ifndef MODEL_OTHER_MEMORY
#define MODEL_OTHER_MEMORY 0
#endif
#ifndef MODEL_CORE
#define MODEL_CORE 0
#endif
#if MODEL_CORE
#include "decoder.h"
#endif
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "a little-endian machine was expected: ports are read in place, bytes of words of 32 bits"
#endif
#if MODEL_TRACED
#include <cerrno>
#include <verilated_vcd_c.h>
#endif
#ifdef MODEL_COVERAGE
#include <verilated_cov.h>
#endif

namespace {

#if MODEL_TRACED
// Wave file that keeps its first error and ignores later writes. Verilator's own reaction to an
// error ends the process, or deadlocks during a flush.
class WaveFile final : public VerilatedVcdFile {
public:
    int error = 0;
    bool open(const std::string& name) override {
        const bool opened = VerilatedVcdFile::open(name);
        if (!opened) error = errno;
        return opened;
    }
    ssize_t write(const char* data, ssize_t count) override {
        if (error) return count;
        const ssize_t written = VerilatedVcdFile::write(data, count);
        if (written >= 0 || errno == EAGAIN || errno == EINTR) return written;
        error = errno;
        return count;
    }
};
#endif

struct Unit {
    AguContext context;
    MODEL model;
    // Aligned, so that no vector crosses a cache line.
    alignas(64) agu_inputs given{};
    alignas(64) agu_outputs shown{};
#if MODEL_TRACED
    WaveFile file;
    VerilatedVcdC wave{&file};
    uint64_t time = 0;
    bool dumping = true;
#endif
    bool finished = false;
    explicit Unit(bool prints) : context(prints), model(&context, "") {}
    void eval() {
        context.run([this] { model.eval(); });
    }
};

agu_end* end(void* handle) { return &static_cast<Unit*>(handle)->context.end; }

void finish(void* handle) {
    Unit* unit = static_cast<Unit*>(handle);
    if (!unit->finished) unit->context.run([unit] { unit->model.final(); });
    unit->finished = true;
    unit->context.flush();
}

void destroy(void* handle) {
    Unit* unit = static_cast<Unit*>(handle);
#if MODEL_TRACED
    unit->wave.close();
#endif
    finish(handle);
#ifdef MODEL_COVERAGE
    unit->context.coveragep()->write(MODEL_COVERAGE);
#endif
    delete unit;
}

using Root = std::remove_pointer_t<decltype(MODEL::rootp)>;

void* inputs(void* handle) { return &static_cast<Unit*>(handle)->given; }

const void* outputs(void* handle) { return &static_cast<Unit*>(handle)->shown; }

template <typename T, size_t COUNT, typename M>
void put(M& port, const T (&lanes)[COUNT]) {
    static_assert(sizeof port == sizeof lanes, "a port is not as large as expected");
    std::memcpy(&port, lanes, sizeof port);
}

// Copies a row to the ports of the class.
void give(Unit* unit, const agu_inputs& row) {
    Root* root = unit->model.rootp;
#define INPUT(type, name, count) put(root->name, row.name);
    AGU_INPUTS(INPUT)
#undef INPUT
}

// Copies a port of the class to the row. A port with fewer bits a lane than the row is unpacked.
template <typename T, size_t COUNT, typename M>
void take(T (&lanes)[COUNT], const M& port) {
    constexpr size_t bits = 8 * sizeof port / COUNT;
    static_assert(sizeof port <= sizeof lanes && 8 * sizeof port % COUNT == 0,
                  "a port is not as large as expected");
    const unsigned char* bytes = reinterpret_cast<const unsigned char*>(&port);
    if (sizeof port == sizeof lanes) {
        std::memcpy(lanes, bytes, sizeof lanes);
        return;
    }
    for (size_t lane = 0; lane != COUNT; ++lane) {
        size_t first = lane * bits / 8, left = sizeof port - first;
        uint64_t word = 0;
        std::memcpy(&word, bytes + first, left < sizeof word ? left : sizeof word);
        lanes[lane] = word >> (lane * bits % 8) & ((1U << bits) - 1);
    }
}

void show(Unit* unit) {
    Root* root = unit->model.rootp;
#define OUTPUT(type, name, count) take(unit->shown.name, root->name);
    AGU_OUTPUTS(OUTPUT)
#undef OUTPUT
}

void* create(const char* vcd, uint8_t prints, int* error) {
    Unit* unit = new Unit(prints);
#if MODEL_TRACED
    if (vcd) {
        unit->context.traceEverOn(true);
        unit->wave.set_time_unit("1ns");
        unit->wave.set_time_resolution("1ns");
        unit->model.trace(&unit->wave, 99);
        unit->wave.open(vcd);
        if (!unit->wave.isOpen()) {
            *error = unit->file.error;
            destroy(unit);
            return nullptr;
        }
    }
#else
    (void)vcd;
    (void)error;
#endif
    // The first evaluation only settles. Versions of Verilator differ in whether a clock that is
    // already high then counts as an edge.
    unit->model.clock = 0;
    unit->eval();
    show(unit);
    return unit;
}

#define PORT(type, name, count) {#name, sizeof(type) * (count)},
const agu_port port_list[] = {AGU_INPUTS(PORT) AGU_OUTPUTS(PORT)};
#undef PORT

// Selects a deliberate fault if the class has a port `seeded_bug`.
template <typename M>
auto set_bug(M& m, uint16_t seeded_bug, int) -> decltype(m.seeded_bug, uint8_t()) {
    m.seeded_bug = seeded_bug;
    return 1;
}
template <typename M>
uint8_t set_bug(M&, uint16_t, long) {
    return 0;
}

uint8_t select_bug(void* handle, uint16_t seeded_bug) {
    return set_bug(static_cast<Unit*>(handle)->model, seeded_bug, 0);
}

void dump(void* handle, uint8_t on) {
#if MODEL_TRACED
    static_cast<Unit*>(handle)->dumping = on;
#else
    (void)handle;
    (void)on;
#endif
}

int close_waves(void* handle) {
#if MODEL_TRACED
    Unit* unit = static_cast<Unit*>(handle);
    unit->wave.close();
    return unit->file.error;
#else
    (void)handle;
    return 0;
#endif
}

// Runs a clock cycle with the inputs of `row`.
void step(Unit* unit, const agu_inputs& row) {
    give(unit, row);
#if MODEL_TRACED
    // Inputs change with the falling edge, so that a wave shows them beside the rising edge that
    // takes them.
    unit->model.clock = 0;
    unit->eval();
    if (unit->dumping && unit->wave.isOpen()) unit->wave.dump(unit->time);
    unit->model.clock = 1;
    unit->eval();
    if (unit->dumping && unit->wave.isOpen()) unit->wave.dump(unit->time + 1);
    unit->time += 2;
#else
    unit->model.clock = !unit->model.clock;
    unit->eval();
#endif
}

void cycle(void* handle) {
    Unit* unit = static_cast<Unit*>(handle);
    step(unit, unit->given);
    show(unit);
}

#if MODEL_OTHER_MEMORY
// Copies the value of a memory port from a port with the values of all.
template <typename T, typename M>
void element(T& value, const M& all, uint64_t port) {
    const unsigned char* bytes = reinterpret_cast<const unsigned char*>(&all);
    std::memcpy(&value, bytes + port * sizeof value, sizeof value);
}

void other_requests(void* handle, agu_other_request* requests, uint64_t ports) {
    Root* root = static_cast<Unit*>(handle)->model.rootp;
    for (uint64_t port = 0; port < ports && port < MODEL_OTHER_MEMORY; ++port) {
        agu_other_request& request = requests[port];
        element(request.address, root->other_address, port);
        element(request.mask, root->other_mask, port);
        element(request.tag, root->other_tag, port);
        element(request.lanes, root->other_lanes, port);
        request.leaves = root->other_leaves >> port & 1;
        request.store = root->other_store >> port & 1;
        request.shared = root->other_shared >> port & 1;
        request.answered = root->other_answered >> port & 1;
        request.waits = root->other_waits >> port & 1;
        if ((request.leaves | request.waits) & request.store) element(request.data, root->other_data, port);
    }
}

// Copies the value of a memory port to a port with the values of all.
template <typename M, typename T>
void set_element(M& all, const T& value, uint64_t port) {
    unsigned char* bytes = reinterpret_cast<unsigned char*>(&all);
    std::memcpy(bytes + port * sizeof value, &value, sizeof value);
}

void respond(void* handle, const agu_other_response* responses, uint64_t ports) {
    Root* root = static_cast<Unit*>(handle)->model.rootp;
    unsigned valid = 0;
    for (uint64_t port = 0; port < ports && port < MODEL_OTHER_MEMORY; ++port) {
        set_element(root->other_response_data, responses[port].data, port);
        set_element(root->other_response_tag, responses[port].tag, port);
        valid |= responses[port].valid << port;
    }
    root->other_response_valid = valid;
}

void store(void* handle, const uint8_t data[512]) {
    Root* root = static_cast<Unit*>(handle)->model.rootp;
    std::memcpy(&root->other_store_data, data, 512);
}

void written(void* handle, agu_written* out) {
    Root* root = static_cast<Unit*>(handle)->model.rootp;
    element(out->data, root->other_written_data, 0);
    out->lanes = root->other_written_lanes;
    out->tag = root->other_written_tag;
    out->leaves = root->other_written_leaves;
    out->waits = root->other_written_waits;
}
#else
constexpr void (*other_requests)(void*, agu_other_request*, uint64_t) = nullptr;
constexpr void (*respond)(void*, const agu_other_response*, uint64_t) = nullptr;
constexpr void (*store)(void*, const uint8_t*) = nullptr;
constexpr void (*written)(void*, agu_written*) = nullptr;
#endif

#if MODEL_CORE
void instruct(void* handle, const agu_decoder_inputs* in) {
    Root* root = static_cast<Unit*>(handle)->model.rootp;
    root->core_word_valid = in->word_valid;
    std::memcpy(&root->core_word, &in->word, sizeof root->core_word);
    std::memcpy(&root->core_tail, &in->tail, sizeof root->core_tail);
    root->core_isa = in->isa;
    root->core_native_simd32 = in->native_simd32;
}

void record(void* handle, agu_decoder_outputs* out) {
    Root* root = static_cast<Unit*>(handle)->model.rootp;
#define GET(type, name) out->name = root->core_##name;
    AGU_CORE_OUTPUTS(GET)
#undef GET
}
#else
constexpr void (*instruct)(void*, const agu_decoder_inputs*) = nullptr;
constexpr void (*record)(void*, agu_decoder_outputs*) = nullptr;
#endif

// Updates the outputs for the present inputs, before the next edge.
void settle(void* handle) {
    Unit* unit = static_cast<Unit*>(handle);
    give(unit, unit->given);
#if MODEL_TRACED
    unit->model.clock = 0;
#endif
    unit->eval();
    show(unit);
}

void replay(void* handle, const void* beats, uint64_t cycles) {
    Unit* unit = static_cast<Unit*>(handle);
    const agu_inputs* beat = static_cast<const agu_inputs*>(beats);
    for (const agu_inputs* end = beat + cycles; beat != end; ++beat) step(unit, *beat);
    // The last beat stays at the ports.
    if (cycles) unit->given = beat[-1];
    show(unit);
}

}  // namespace

#define JOIN(a, b) a##b
#define TABLE(name) JOIN(name, _table)
extern "C" const agu_dut TABLE(MODEL);
extern "C" const agu_dut TABLE(MODEL) = {
    create, destroy, end, finish, inputs, outputs, select_bug, dump, close_waves, settle, cycle, replay,
    other_requests, respond, store, written, instruct, record, port_list,
    sizeof port_list / sizeof *port_list, MODEL_LANES, MODEL_LEA_ONLY, MODEL_TARGET,
    MODEL_TOP, MODEL_VERILATOR, MODEL_COMPILER, nullptr};
