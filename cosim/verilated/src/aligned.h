// Alignment of the long vectors of a Verilated class to a cache line. Otherwise each long read of
// the processor would cross one. The alignment is not larger, since newer classes request this
// much. The type is otherwise Verilator's own, which in version 5.006 has no size.
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
