// The ports of the unit of 32 lanes.
//
// Type, name, count. A mask has one bit a lane, an operand 32 words. The order is that of
// ports.rs, which a test compares, and that in which the crate `verilator` lets them lie in
// the Verilated class: the larger ones first, those of one size in the order of the module.
#define AGU_INPUTS(PORT)               \
    PORT(uint32_t, base_lo, 32)        \
    PORT(uint32_t, base_hi, 32)        \
    PORT(uint32_t, offset_lo, 32)      \
    PORT(uint32_t, offset_hi, 32)      \
    PORT(uint64_t, config_data, 1)     \
    PORT(uint32_t, immediate, 1)       \
    PORT(uint32_t, execution_mask, 1)  \
    PORT(uint32_t, active_mask, 1)     \
    PORT(uint32_t, guard_mask, 1)      \
    PORT(uint32_t, helper_mask, 1)     \
    PORT(uint32_t, steering_mask, 1)   \
    PORT(uint32_t, carry_in, 1)        \
    PORT(uint32_t, overflow_in, 1)     \
    PORT(uint16_t, destination, 1)     \
    PORT(uint8_t, reset, 1)            \
    PORT(uint8_t, config_valid, 1)     \
    PORT(uint8_t, config_address, 1)   \
    PORT(uint8_t, request_valid, 1)    \
    PORT(uint8_t, access, 1)           \
    PORT(uint8_t, extended, 1)         \
    PORT(uint8_t, lane_mask, 1)        \
    PORT(uint8_t, high, 1)             \
    PORT(uint8_t, negate, 1)           \
    PORT(uint8_t, scale, 1)            \
    PORT(uint8_t, write_cc, 1)         \
    PORT(uint8_t, predicate, 1)        \
    PORT(uint8_t, store, 1)            \
    PORT(uint8_t, access_space, 1)     \
    PORT(uint8_t, access_size, 1)      \
    PORT(uint8_t, address_register, 1) \
    PORT(uint8_t, immediate_kind, 1)   \
    PORT(uint8_t, bank, 1)             \
    PORT(uint8_t, steer_by_window, 1)  \
    PORT(uint8_t, address_add, 1)      \
    PORT(uint8_t, absolute, 1)         \
    PORT(uint8_t, exec_size, 1)        \
    PORT(uint8_t, channel_mask, 1)     \
    PORT(uint8_t, element, 1)          \
    PORT(uint8_t, result_ready, 1)     \
    PORT(uint8_t, memory_ready, 1)

// Values of fewer than 32 bits a lane are arrays where the crate `verilator` makes them such
// (arrays.rs); elsewhere model.cpp takes them out of Verilator's words.
#define AGU_OUTPUTS(PORT)                 \
    PORT(uint32_t, sum_lo, 32)            \
    PORT(uint32_t, sum_hi, 32)            \
    PORT(uint32_t, address_lo, 32)        \
    PORT(uint16_t, byte_enable, 32)       \
    PORT(uint8_t, cc, 32)                 \
    PORT(uint8_t, address_hi, 32)         \
    PORT(uint8_t, space, 32)              \
    PORT(uint8_t, fault, 32)              \
    PORT(uint8_t, lock_index, 32)         \
    PORT(uint64_t, memory_line, 1)        \
    PORT(uint32_t, rd_write, 1)           \
    PORT(uint32_t, predicate_write, 1)    \
    PORT(uint32_t, cc_write, 1)           \
    PORT(uint32_t, execute_mask, 1)       \
    PORT(uint32_t, live_mask, 1)          \
    PORT(uint32_t, shared_mask, 1)        \
    PORT(uint32_t, fault_mask, 1)         \
    PORT(uint32_t, misaligned_mask, 1)    \
    PORT(uint32_t, memory_lanes, 1)       \
    PORT(uint16_t, result_destination, 1) \
    PORT(uint8_t, config_ready, 1)        \
    PORT(uint8_t, request_ready, 1)       \
    PORT(uint8_t, result_valid, 1)        \
    PORT(uint8_t, result_beat, 1)         \
    PORT(uint8_t, result_last, 1)         \
    PORT(uint8_t, result_access, 1)       \
    PORT(uint8_t, result_address_add, 1)  \
    PORT(uint8_t, result_store, 1)        \
    PORT(uint8_t, result_size, 1)         \
    PORT(uint8_t, result_predicate, 1)    \
    PORT(uint8_t, result_element, 1)      \
    PORT(uint8_t, uniform, 1)             \
    PORT(uint8_t, fault_valid, 1)         \
    PORT(uint8_t, fault_lane, 1)          \
    PORT(uint8_t, memory_valid, 1)        \
    PORT(uint8_t, memory_shared, 1)       \
    PORT(uint8_t, memory_store, 1)        \
    PORT(uint8_t, memory_sectors, 1)      \
    PORT(uint8_t, memory_pass, 1)         \
    PORT(uint8_t, memory_last, 1)
