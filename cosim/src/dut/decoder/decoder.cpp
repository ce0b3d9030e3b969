// C interface of the Verilated instruction decoder. The build sets MODEL (the class) and
// MODEL_HEADER.
#include "decoder.h"
#include MODEL_HEADER
#include "runtime.h"
#include <cstring>
#ifdef MODEL_COVERAGE
#include <verilated_cov.h>
#endif

namespace {

struct Decoder {
    AguContext context{true};
    MODEL model;
    Decoder() : model(&context, "") {}
    void eval() {
        context.run([this] { model.eval(); });
    }
};

void* create() {
    Decoder* decoder = new Decoder;
    // The first evaluation only settles. Versions of Verilator differ in whether a clock that is
    // already high then counts as an edge.
    decoder->model.clock = 0;
    decoder->eval();
    return decoder;
}

agu_end* end(void* handle) { return &static_cast<Decoder*>(handle)->context.end; }

void destroy(void* handle) {
    Decoder* decoder = static_cast<Decoder*>(handle);
    decoder->context.run([decoder] { decoder->model.final(); });
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
void edge(Decoder* decoder, const agu_decoder_inputs* in) {
    put(decoder->model, in);
    decoder->model.clock = !decoder->model.clock;
    decoder->eval();
}

void look(void* handle, const agu_decoder_inputs* in, agu_decoder_outputs* out) {
    Decoder* decoder = static_cast<Decoder*>(handle);
    put(decoder->model, in);
    decoder->eval();
    get(decoder->model, out);
}

void cycle(void* handle, const agu_decoder_inputs* in, agu_decoder_outputs* out) {
    Decoder* decoder = static_cast<Decoder*>(handle);
    edge(decoder, in);
    get(decoder->model, out);
}

void replay(void* handle, const agu_decoder_inputs* in, uint64_t cycles) {
    Decoder* decoder = static_cast<Decoder*>(handle);
    for (const agu_decoder_inputs* last = in + cycles; in != last; ++in) edge(decoder, in);
}

#define PORT(type, name) {#name, sizeof(type)},
const agu_port port_list[] = {AGU_DECODER_INPUTS(PORT) AGU_DECODER_OUTPUTS(PORT)};
#undef PORT

}  // namespace

#define JOIN(a, b) a##b
#define TABLE(name) JOIN(name, _table)
extern "C" const agu_decoder_dut TABLE(MODEL);
extern "C" const agu_decoder_dut TABLE(MODEL) = {
    create, destroy, end, select_bug, look, cycle, replay, port_list,
    sizeof port_list / sizeof *port_list};
