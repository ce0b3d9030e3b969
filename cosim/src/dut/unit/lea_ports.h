// The ports of the LEA unit of 32 lanes, as in unit_ports.h.
#define AGU_INPUTS(PORT)             \
    PORT(uint32_t, base_lo, 32)      \
    PORT(uint32_t, offset_lo, 32)    \
    PORT(uint32_t, offset_hi, 32)    \
    PORT(uint64_t, config_data, 1)   \
    PORT(uint32_t, active_mask, 1)   \
    PORT(uint32_t, guard_mask, 1)    \
    PORT(uint32_t, carry_in, 1)      \
    PORT(uint32_t, overflow_in, 1)   \
    PORT(uint16_t, destination, 1)   \
    PORT(uint8_t, reset, 1)          \
    PORT(uint8_t, config_valid, 1)   \
    PORT(uint8_t, config_address, 1) \
    PORT(uint8_t, request_valid, 1)  \
    PORT(uint8_t, high, 1)           \
    PORT(uint8_t, extended, 1)       \
    PORT(uint8_t, negate, 1)         \
    PORT(uint8_t, scale, 1)          \
    PORT(uint8_t, write_cc, 1)       \
    PORT(uint8_t, predicate, 1)      \
    PORT(uint8_t, lane_mask, 1)      \
    PORT(uint8_t, result_ready, 1)

#define AGU_OUTPUTS(PORT)                 \
    PORT(uint32_t, sum_lo, 32)            \
    PORT(uint8_t, cc, 32)                 \
    PORT(uint32_t, rd_write, 1)           \
    PORT(uint32_t, predicate_write, 1)    \
    PORT(uint32_t, cc_write, 1)           \
    PORT(uint32_t, execute_mask, 1)       \
    PORT(uint16_t, result_destination, 1) \
    PORT(uint8_t, config_ready, 1)        \
    PORT(uint8_t, request_ready, 1)       \
    PORT(uint8_t, result_valid, 1)        \
    PORT(uint8_t, result_beat, 1)         \
    PORT(uint8_t, result_last, 1)         \
    PORT(uint8_t, result_predicate, 1)
