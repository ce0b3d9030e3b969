// Long vectors of a Verilated class, aligned to a line of the cache: else each of a processor's long
// reads would cross one. No further, since newer classes ask for as much. Verilator's own type
// otherwise, which in version 5.006 has no size.
#pragma once
#include <verilated.h>

#define AGU_ALIGNED(WORDS)                                                                \
    template <>                                                                           \
    struct alignas((WORDS) < 16 ? 32 : 64) VlWide<WORDS> final {                          \
        static constexpr size_t Words = WORDS;                                            \
        EData m_storage[WORDS];                                                           \
        operator WDataOutP() { return &m_storage[0]; }                                    \
        operator WDataInP() const { return &m_storage[0]; }                               \
        const EData& at(size_t index) const { return m_storage[index]; }                  \
        EData& at(size_t index) { return m_storage[index]; }                              \
        size_t size() const { return WORDS; }                                             \
        WData* data() { return &m_storage[0]; }                                           \
        const WData* data() const { return &m_storage[0]; }                               \
        bool operator!=(const VlWide& that) const { return _vl_cmp_w(WORDS, data(), that.data()); } \
        bool operator<(const VlWide& that) const {                                        \
            return _vl_cmp_w(WORDS, data(), that.data()) < 0;                             \
        }                                                                                 \
    };
AGU_ALIGNED(8)
AGU_ALIGNED(16)
AGU_ALIGNED(32)
