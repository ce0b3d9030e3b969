// The C face of the Verilated instruction decoder. The build sets MODEL (the class) and
// MODEL_HEADER.
#include "decoder.h"
#include MODEL_HEADER
#include <cstring>
#include <verilated.h>

namespace {

struct Decoder {
    VerilatedContext context;
    MODEL model;
    Decoder() : model(&context, "") {}
};

}  // namespace

extern "C" {

void* agu_decoder_create() {
    Decoder* decoder = new Decoder;
    // The first evaluation only settles: whether a clock that is already high then
    // counts as an edge differs between versions of Verilator.
    decoder->model.clock = 0;
    decoder->model.eval();
    return decoder;
}

void agu_decoder_destroy(void* handle) {
    Decoder* decoder = static_cast<Decoder*>(handle);
    decoder->model.final();
    delete decoder;
}

void agu_decoder_cycle(void* handle, const agu_decoder_inputs* in, agu_decoder_outputs* out) {
    MODEL& m = static_cast<Decoder*>(handle)->model;
#define SIZED(type, name) \
    static_assert(sizeof m.name == sizeof(type), "port " #name " is not as large as declared");
    AGU_DECODER_INPUTS(SIZED)
    AGU_DECODER_OUTPUTS(SIZED)
#undef SIZED
// Ports wider than 64 bits are arrays.
#define PUT(type, name) std::memcpy(&m.name, &in->name, sizeof m.name);
    AGU_DECODER_INPUTS(PUT)
#undef PUT
    m.eval();
#define GET(type, name) out->name = m.name;
    AGU_DECODER_OUTPUTS(GET)
#undef GET
    m.clock = !m.clock;
    m.eval();
}

#define LINE(type, name) #type " " #name "\n"
const char agu_decoder_ports[] = AGU_DECODER_INPUTS(LINE) AGU_DECODER_OUTPUTS(LINE);
#undef LINE
}
