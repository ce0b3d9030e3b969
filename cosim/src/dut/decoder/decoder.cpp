// C interface of the Verilated instruction decoder. The build sets MODEL (the class) and
// MODEL_HEADER.
#include "decoder.h"
#include MODEL_HEADER
#include <cstring>
#include <verilated.h>
#ifdef MODEL_COVERAGE
#include <verilated_cov.h>
#endif

namespace {

struct Decoder {
    VerilatedContext context;
    MODEL model;
    Decoder() : model(&context, "") {}
};

void* create() {
    Decoder* decoder = new Decoder;
    // The first evaluation only settles. Versions of Verilator differ in whether a clock that is
    // already high then counts as an edge.
    decoder->model.clock = 0;
    decoder->model.eval();
    return decoder;
}

void destroy(void* handle) {
    Decoder* decoder = static_cast<Decoder*>(handle);
    decoder->model.final();
#ifdef MODEL_COVERAGE
    decoder->context.coveragep()->write(MODEL_COVERAGE);
#endif
    delete decoder;
}

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
    return set_bug(static_cast<Decoder*>(handle)->model, seeded_bug, 0);
}

#define SIZED(type, name) \
    static_assert(sizeof m.name == sizeof(type), "port " #name " is not as large as declared");

void put(MODEL& m, const agu_decoder_inputs* in) {
    AGU_DECODER_INPUTS(SIZED)
// Ports wider than 64 bits are arrays.
#define PUT(type, name) std::memcpy(&m.name, &in->name, sizeof m.name);
    AGU_DECODER_INPUTS(PUT)
#undef PUT
}

void get(MODEL& m, agu_decoder_outputs* out) {
    AGU_DECODER_OUTPUTS(SIZED)
#define GET(type, name) out->name = m.name;
    AGU_DECODER_OUTPUTS(GET)
#undef GET
}
#undef SIZED

// Sets the inputs and runs one clock edge.
void edge(MODEL& m, const agu_decoder_inputs* in) {
    put(m, in);
    m.clock = !m.clock;
    m.eval();
}

void look(void* handle, const agu_decoder_inputs* in, agu_decoder_outputs* out) {
    MODEL& m = static_cast<Decoder*>(handle)->model;
    put(m, in);
    m.eval();
    get(m, out);
}

void cycle(void* handle, const agu_decoder_inputs* in, agu_decoder_outputs* out) {
    MODEL& m = static_cast<Decoder*>(handle)->model;
    edge(m, in);
    get(m, out);
}

void replay(void* handle, const agu_decoder_inputs* in, uint64_t cycles) {
    MODEL& m = static_cast<Decoder*>(handle)->model;
    for (const agu_decoder_inputs* end = in + cycles; in != end; ++in) edge(m, in);
}

#define PORT(type, name) {#name, sizeof(type)},
const agu_port port_list[] = {AGU_DECODER_INPUTS(PORT) AGU_DECODER_OUTPUTS(PORT)};
#undef PORT

}  // namespace

#define JOIN(a, b) a##b
#define TABLE(name) JOIN(name, _table)
extern "C" const agu_decoder_dut TABLE(MODEL);
extern "C" const agu_decoder_dut TABLE(MODEL) = {
    create, destroy, select_bug, look, cycle, replay, port_list,
    sizeof port_list / sizeof *port_list};
