// The C face of the Verilated instruction decoder: what ports.rs declares in Rust.
#pragma once
#include <array>
#include <cstdint>

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
// 136 bits as Verilator holds them, the lowest word first.
using Tail = std::array<u32, 5>;

// The ports: type, name. The order is that of ports.rs; a test compares the two lists.
#define AGU_DECODER_INPUTS(PORT) \
    PORT(u64, word)              \
    PORT(Tail, tail)             \
    PORT(u8, reset)              \
    PORT(u8, word_valid)         \
    PORT(u8, isa)                \
    PORT(u8, native_simd32)      \
    PORT(u8, record_ready)

#define AGU_DECODER_OUTPUTS(PORT)  \
    PORT(u8, word_ready)           \
    PORT(u8, record_valid)         \
    PORT(u8, illegal)              \
    PORT(u8, guard_inverted)       \
    PORT(u8, access)               \
    PORT(u8, extended)             \
    PORT(u8, high)                 \
    PORT(u8, negate)               \
    PORT(u8, write_cc)             \
    PORT(u8, store)                \
    PORT(u8, steer_by_window)      \
    PORT(u8, lock_acquire)         \
    PORT(u8, lock_release)         \
    PORT(u8, address_add)          \
    PORT(u8, absolute)             \
    PORT(u8, source_sampler)       \
    PORT(u8, guard)                \
    PORT(u8, lane_mask)            \
    PORT(u16, destination)         \
    PORT(u8, scale)                \
    PORT(u8, predicate)            \
    PORT(u8, access_space)         \
    PORT(u8, access_size)          \
    PORT(u8, address_register)     \
    PORT(u32, immediate)           \
    PORT(u8, immediate_kind)       \
    PORT(u8, bank)                 \
    PORT(u8, steering_predicate)   \
    PORT(u8, lock_predicate)       \
    PORT(u8, source_kind)          \
    PORT(u8, source_register)      \
    PORT(u16, constant_offset)     \
    PORT(u8, offset_register)      \
    PORT(u8, offset_high_register) \
    PORT(u8, exec_size)            \
    PORT(u8, channel_mask)         \
    PORT(u8, element)              \
    PORT(u8, length)               \
    PORT(u32, source_variable)     \
    PORT(u8, source_offset)        \
    PORT(u8, source_column)        \
    PORT(u8, source_width)         \
    PORT(u8, offset_kind)          \
    PORT(u32, offset_variable)     \
    PORT(u8, offset_row)           \
    PORT(u8, offset_column)        \
    PORT(u8, vertical_stride)      \
    PORT(u8, region_width)         \
    PORT(u8, horizontal_stride)

#define MEMBER(type, name) type name;
struct agu_decoder_inputs {
    AGU_DECODER_INPUTS(MEMBER)
};
struct agu_decoder_outputs {
    AGU_DECODER_OUTPUTS(MEMBER)
};
#undef MEMBER

struct agu_decoder_model {
    void* (*create)();
    void (*destroy)(void*);
    // A deliberate fault, 0 for none; 0 is returned where the model has none built in.
    uint8_t (*select_variant)(void*, uint16_t variant);
    // The outputs with these inputs, no clock edge.
    void (*look)(void*, const agu_decoder_inputs*, agu_decoder_outputs*);
    // One clock cycle: the outputs are those that stand there after its edge, while the
    // inputs are still the same.
    void (*cycle)(void*, const agu_decoder_inputs*, agu_decoder_outputs*);
    // Many cycles, whatever the outputs are.
    void (*replay)(void*, const agu_decoder_inputs*, uint64_t cycles);
    const char* ports;  // by type and name, one a line
};
